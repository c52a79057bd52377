import { contractCases } from '../contract-case.ts';
import { createSampleCrd } from './sample-crd.ts';
import {
  APPLY_PATCH,
  configMap,
  deployment,
  JSON_PATCH,
  MERGE_PATCH,
  STRATEGIC_PATCH,
  type Stored,
} from './sample-objects.ts';

const patch = (path: string, body: object | string) => ({
  method: 'PATCH',
  path,
  headers: MERGE_PATCH,
  body,
});

export const patchMergeCases = contractCases('patch', [
  {
    id: 'merge',
    name: 'a merge patch sets, deletes by null, and replaces lists as a whole',
    run: async (c) => {
      const path = c.at('configmaps', 'a');
      const metadata = { labels: { a: '1', b: '2' }, finalizers: ['x.test/1', 'x.test/2'] };
      await c.setup({
        method: 'POST',
        path: c.at('configmaps'),
        body: configMap('a', { k: '1', l: '2' }, metadata),
      });
      const body = {
        metadata: { labels: { a: null, c: '3' }, finalizers: ['x.test/3'] },
        data: { k: '9', absent: null },
      };
      await c.request(patch(path, body));
      await c.request(patch(path, { data: null }));
    },
  },
  {
    id: 'merge-lists',
    name: 'a merge patch of a Deployment’s containers replaces them all',
    run: async (c) => {
      const path = c.at('deployments.apps/v1', 'd');
      await c.setup({ method: 'POST', path: c.at('deployments.apps/v1'), body: deployment('d') });
      const containers = [{ name: 'other', image: 'example.test/other:1' }];
      await c.request(patch(path, { spec: { template: { spec: { containers } } } }));
    },
  },
  {
    id: 'merge-no-op',
    name: 'a patch that changes nothing keeps the resourceVersion',
    run: async (c) => {
      const path = c.at('configmaps', 'a');
      await c.request({ method: 'POST', path: c.at('configmaps'), body: configMap('a', { k: '1' }) });
      await c.request(patch(path, { data: { k: '1' } }));
      await c.request(patch(path, {}));
    },
  },
  {
    id: 'merge-bad-documents',
    name: 'what is no merge patch is refused',
    run: async (c) => {
      const path = c.at('configmaps', 'a');
      await c.setup({ method: 'POST', path: c.at('configmaps'), body: configMap('a', { k: '1' }) });
      await c.request(patch(path, '{"data":'));
      await c.request(patch(path, '"text"'));
      await c.request(patch(path, []));
      await c.request(patch(path, ''));
      await c.request(patch(path, { data: { k: { deep: 'er' } } }));
      await c.request(patch(path, { kind: 'Secret' }));
      await c.request(patch(path, { apiVersion: 'v2' }));
      await c.request(patch(path, { metadata: { name: 'b' } }));
      await c.request(patch(path, { metadata: { namespace: 'elsewhere' } }));
    },
  },
  {
    id: 'merge-precondition',
    name: 'a patch with an outdated resourceVersion or another uid is a conflict',
    run: async (c) => {
      const path = c.at('configmaps', 'a');
      const { metadata } = await c.setup<Stored>({
        method: 'POST',
        path: c.at('configmaps'),
        body: configMap('a', { k: '1' }),
      });
      const { resourceVersion } = metadata;
      await c.request(patch(path, { metadata: { resourceVersion }, data: { k: '2' } }));
      await c.request(patch(path, { metadata: { resourceVersion }, data: { k: '3' } }));
      await c.request(
        patch(path, { metadata: { uid: '11111111-2222-3333-4444-555555555555' }, data: { k: '3' } }),
      );
    },
  },
  {
    id: 'missing',
    name: 'a patch of a missing object is 404 and never creates it',
    run: async (c) => {
      const path = c.at('configmaps', 'a');
      await c.request(patch(path, { data: { k: '1' } }));
      await c.request({ ...patch(path, []), headers: JSON_PATCH });
      await c.request({ ...patch(path, {}), headers: STRATEGIC_PATCH });
      const leases = c.at('leases.coordination.k8s.io/v1', 'a');
      await c.request(patch(leases, { spec: { holderIdentity: 'x' } }));
    },
  },
  {
    id: 'wrong-type',
    name: 'a patch of an unknown content type is 415 and tells the known ones',
    run: async (c) => {
      const path = c.at('configmaps', 'a');
      await c.setup({ method: 'POST', path: c.at('configmaps'), body: configMap('a') });
      for (const type of [
        'application/json',
        'application/yaml',
        'text/plain',
        'application/merge-patch',
        '',
      ])
        await c.request({ ...patch(path, '{}'), headers: { 'content-type': type } });
      await c.request({
        ...patch(path, '{}'),
        headers: { 'content-type': 'application/merge-patch+json; charset=utf-8' },
      });
    },
  },
  {
    id: 'custom-resource',
    name: 'custom resources take JSON, merge and apply patches, and refuse strategic ones with 415',
    run: async (c) => {
      const widgets = await createSampleCrd(c);
      const path = widgets.path('a');
      const body = widgets.object('a', { spec: { list: [1, 2], map: { a: 1 } } });
      await c.setup({ method: 'POST', path: widgets.path(), body });
      await c.request(patch(path, { spec: { list: [3], map: { b: 2 } } }));
      await c.request({
        ...patch(path, [{ op: 'add', path: '/spec/list/-', value: 4 }]),
        headers: JSON_PATCH,
      });
      await c.request({ ...patch(path, { spec: { map: { c: 3 } } }), headers: STRATEGIC_PATCH });
      const applied = widgets.object('a', { spec: { map: { d: 4 } } });
      await c.request({ ...patch(path, applied), headers: APPLY_PATCH, query: { fieldManager: 'm' } });
    },
  },
  {
    id: 'status',
    name: 'a patch reaches the status only through the subresource, and nothing else there',
    run: async (c) => {
      const path = c.at('deployments.apps/v1', 'd');
      await c.setup({ method: 'POST', path: c.at('deployments.apps/v1'), body: deployment('d') });
      const body = { metadata: { labels: { l: '1' } }, spec: { replicas: 5 }, status: { replicas: 4 } };
      await c.request(patch(path, body));
      await c.request(
        patch(`${path}/status`, { ...body, metadata: { labels: { l: '2' } }, spec: { replicas: 6 } }),
      );
    },
  },
  {
    id: 'metadata-only-answer',
    name: 'a patch can be answered with metadata alone',
    run: async (c) => {
      const path = c.at('configmaps', 'a');
      await c.setup({ method: 'POST', path: c.at('configmaps'), body: configMap('a', { k: '1' }) });
      const accept = 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io';
      await c.request({
        ...patch(path, { metadata: { annotations: { a: 'b' } } }),
        headers: { ...MERGE_PATCH, accept },
      });
    },
  },
]);
