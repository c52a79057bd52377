import { contractCases } from '../contract-case.ts';
import { apply } from './apply-request.ts';
import { APPLY_PATCH, configMap, deployment, type Stored } from './sample-objects.ts';

export const applyRuleCases = contractCases('apply', [
  {
    id: 'needs-manager',
    name: 'apply needs a fieldManager',
    run: async (c) => {
      const path = c.at('configmaps', 'a');
      await c.request({ method: 'PATCH', path, headers: APPLY_PATCH, body: configMap('a') });
      await c.request(apply(path, configMap('a'), { manager: 'x'.repeat(129) }));
    },
  },
  {
    id: 'force-elsewhere',
    name: 'force is refused on patches that are no apply; a value that is no bool counts as true',
    run: async (c) => {
      const path = c.at('configmaps', 'a');
      await c.setup({ method: 'POST', path: c.at('configmaps'), body: configMap('a') });
      const headers = { 'content-type': 'application/merge-patch+json' };
      await c.request({ method: 'PATCH', path, query: { force: 'true' }, headers, body: {} });
      await c.request(apply(path, configMap('a'), { query: { force: 'perhaps' } }));
    },
  },
  {
    id: 'bad-bodies',
    name: 'what cannot be applied is refused: no kind, wrong kind, wrong name, managedFields, not YAML',
    run: async (c) => {
      const path = c.at('configmaps', 'a');
      await c.request(apply(path, { metadata: { name: 'a' } }));
      await c.request(apply(path, { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a' } }));
      await c.request(apply(path, { apiVersion: 'v2', kind: 'ConfigMap', metadata: { name: 'a' } }));
      await c.request(apply(path, configMap('b')));
      await c.request(apply(path, configMap('a', {}, { namespace: 'elsewhere' })));
      await c.request(apply(path, configMap('a', {}, { managedFields: [{ manager: 'x' }] })));
      await c.request(apply(path, '{ not: [yaml'));
      await c.request(apply(path, 'just text'));
      await c.request(apply(path, ''));
      await c.request(apply(path, '[]'));
    },
  },
  {
    id: 'without-name',
    name: 'the name must be in the body, though the path has it; the collection cannot be applied to',
    run: async (c) => {
      const body = { apiVersion: 'v1', kind: 'ConfigMap', data: { k: '1' } };
      await c.request(apply(c.at('configmaps', 'a'), body));
      await c.request(apply(c.at('configmaps'), configMap('a')));
    },
  },
  {
    id: 'yaml',
    name: 'the body may be YAML, with anchors and comments; a second document is ignored',
    run: async (c) => {
      const path = c.at('configmaps', 'a');
      const yaml = [
        '# a comment',
        'apiVersion: v1',
        'kind: ConfigMap',
        'metadata:',
        '  name: a',
        '  labels: &same {x: "1"}',
        '  annotations: *same',
        'data:',
        '  text: |',
        '    two',
        '    lines',
        '',
      ].join('\n');
      await c.request(apply(path, yaml));
      await c.request(apply(path, `${yaml}---\n${yaml}`));
    },
  },
  {
    id: 'duplicate-keys',
    name: 'duplicate keys in an applied body follow fieldValidation; unknown fields are refused whatever it says',
    run: async (c) => {
      const path = c.at('configmaps', 'a');
      const yaml = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {k: "1"}\ndata: {k: "2"}\n';
      await c.request(apply(path, yaml));
      await c.request(apply(path, yaml, { query: { fieldValidation: 'Strict' } }));
      await c.request(apply(path, yaml, { query: { fieldValidation: 'Ignore' } }));
      const unknown = { ...configMap('a'), unknown: 1 };
      await c.request(apply(path, unknown));
      await c.request(apply(path, unknown, { query: { fieldValidation: 'Strict' } }));
      await c.request(apply(path, unknown, { query: { fieldValidation: 'Ignore' } }));
    },
  },
  {
    id: 'wrong-types',
    name: 'a field of the wrong type is refused with its path',
    run: async (c) => {
      const path = c.at('deployments.apps/v1', 'd');
      await c.request(apply(path, deployment('d', { replicas: 'three' })));
      await c.request(apply(path, deployment('d', { selector: [] })));
      await c.request(apply(c.at('configmaps', 'a'), { ...configMap('a'), data: { k: 1 } }));
    },
  },
  {
    id: 'invalid-object',
    name: 'an applied object that is invalid is refused with causes and not stored',
    run: async (c) => {
      const path = c.at('deployments.apps/v1', 'd');
      await c.request(apply(path, deployment('d', { selector: { matchLabels: { app: 'other' } } })));
      await c.request({ path });
    },
  },
  {
    id: 'with-version',
    name: 'an applied resourceVersion is a precondition on what exists, and ignored for what does not',
    run: async (c) => {
      const path = c.at('configmaps', 'a');
      await c.request(apply(path, configMap('a', {}, { resourceVersion: '1' })));
      const { metadata } = await c.setup<Stored>(apply(path, configMap('a', { k: '1' })));
      const { resourceVersion } = metadata;
      await c.request(apply(path, configMap('a', { k: '2' }, { resourceVersion })));
      await c.request(apply(path, configMap('a', { k: '3' }, { resourceVersion })));
    },
  },
  {
    id: 'with-uid',
    name: 'an applied uid must be the object’s',
    run: async (c) => {
      const path = c.at('configmaps', 'a');
      const uid = '11111111-2222-3333-4444-555555555555';
      await c.request(apply(path, configMap('a', {}, { uid })));
      await c.setup(apply(path, configMap('a', { k: '1' })));
      await c.request(apply(path, configMap('a', { k: '2' }, { uid })));
    },
  },
  {
    id: 'dry-run',
    name: 'a dry run of apply answers as if, conflicts included, and stores nothing',
    run: async (c) => {
      const path = c.at('configmaps', 'a');
      const query = { dryRun: 'All' };
      await c.request(apply(path, configMap('a', { k: '1' }), { query }));
      await c.request({ path });
      await c.setup(apply(path, configMap('a', { k: '1' })));
      await c.request(apply(path, configMap('a', { k: '2' }), { query, manager: 'two' }));
      await c.request(apply(path, configMap('a', { k: '2' }), { query, manager: 'two', force: true }));
      await c.request({ path });
    },
  },
  {
    id: 'status',
    name: 'applying to the status subresource owns status fields in an entry of their own',
    run: async (c) => {
      const path = c.at('deployments.apps/v1', 'd');
      await c.setup(apply(path, deployment('d')));
      const status = {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'd' },
        status: { replicas: 3 },
      };
      await c.request(apply(`${path}/status`, status, { manager: 'controller' }));
      // Something of its own changes too: the answer to one that changes nothing depends on the second it comes in.
      const more = { ...status, status: { replicas: 4 }, spec: { replicas: 7 } };
      await c.request(apply(`${path}/status`, more, { manager: 'controller' }));
      await c.request(apply(path, { ...deployment('d', { replicas: 2 }), status: { replicas: 9 } }));
      await c.request(apply(c.at('deployments.apps/v1', 'missing', 'status'), { ...status, metadata: {} }));
    },
  },
  {
    id: 'scale',
    name: 'scaling through the scale subresource shows in managedFields as such, and an apply then conflicts',
    run: async (c) => {
      const path = c.at('deployments.apps/v1', 'd');
      await c.setup(apply(path, deployment('d')));
      const scale = {
        apiVersion: 'autoscaling/v1',
        kind: 'Scale',
        metadata: { name: 'd' },
        spec: { replicas: 4 },
      };
      await c.request(apply(`${path}/scale`, scale, { manager: 'two' }));
      await c.request({
        method: 'PUT',
        path: `${path}/scale`,
        query: { fieldManager: 'scaler' },
        body: { ...scale, metadata: { name: 'd', namespace: c.namespace } },
      });
      await c.request({ path });
      await c.request(apply(path, deployment('d')));
      await c.request(apply(path, deployment('d', { replicas: undefined, paused: true })));
    },
  },
  {
    id: 'deleting',
    name: 'an object that is being deleted can still be applied to',
    run: async (c) => {
      const path = c.at('configmaps', 'a');
      await c.setup(apply(path, configMap('a', {}, { finalizers: ['x.test/1'] })));
      await c.setup({ method: 'DELETE', path });
      await c.request(apply(path, configMap('a', { k: '1' }, { finalizers: ['x.test/1'] })));
      await c.request(apply(path, configMap('a', { k: '1' })));
      await c.request({ path });
    },
  },
  {
    id: 'other-version',
    name: 'applying through another version of the group keeps ownership by version',
    run: async (c) => {
      const v1 = {
        apiVersion: 'autoscaling/v1',
        kind: 'HorizontalPodAutoscaler',
        metadata: { name: 'h' },
        spec: { maxReplicas: 3, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' } },
      };
      await c.request(apply(c.at('horizontalpodautoscalers.autoscaling/v1', 'h'), v1));
      const v2 = { ...v1, apiVersion: 'autoscaling/v2', spec: { ...v1.spec, maxReplicas: 4 } };
      const path = c.at('horizontalpodautoscalers.autoscaling/v2', 'h');
      await c.request(apply(path, v2, { manager: 'two' }));
      await c.request(apply(path, v2));
    },
  },
]);
