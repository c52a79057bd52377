import { contractCases } from '../contract-case.ts';
import { apply } from './apply-request.ts';
import { configMap, MERGE_PATCH } from './sample-objects.ts';

export const applyOwnershipCases = contractCases('apply', [
  {
    id: 'create',
    name: 'applying what does not exist creates it, owned by its manager',
    run: async (c) => {
      const path = c.at('configmaps', 'a');
      await c.request(apply(path, configMap('a', { k: '1' }, { labels: { l: 'x' } })));
      await c.request({ path });
    },
  },
  {
    id: 'no-op',
    name: 'applying the same again changes nothing, not even the resourceVersion',
    run: async (c) => {
      const path = c.at('configmaps', 'a');
      await c.request(apply(path, configMap('a', { k: '1' })));
      await c.request(apply(path, configMap('a', { k: '1' })));
      await c.request(apply(path, configMap('a', { k: '1' }), { force: true }));
    },
  },
  {
    id: 'removal',
    name: 'a field that its only manager no longer applies is removed',
    run: async (c) => {
      const path = c.at('configmaps', 'a');
      await c.setup(apply(path, configMap('a', { k: '1', l: '2' }, { labels: { x: '1', y: '2' } })));
      await c.request(apply(path, configMap('a', { l: '2' }, { labels: { x: '1' } })));
      await c.request(apply(path, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }));
    },
  },
  {
    id: 'shared',
    name: 'two managers that apply the same value share it, and it stays until both let go',
    run: async (c) => {
      const path = c.at('configmaps', 'a');
      await c.setup(apply(path, configMap('a', { k: '1', mine: 'x' })));
      await c.request(apply(path, configMap('a', { k: '1' }), { manager: 'two' }));
      await c.request(apply(path, configMap('a', { mine: 'x' })));
      await c.request(apply(path, configMap('a', {}), { manager: 'two' }));
    },
  },
  {
    id: 'conflict',
    name: 'applying another value over another manager’s field is a conflict that names manager and field',
    run: async (c) => {
      const path = c.at('configmaps', 'a');
      await c.setup(apply(path, configMap('a', { k: '1', l: '1' })));
      await c.request(apply(path, configMap('a', { k: '2' }), { manager: 'two' }));
      await c.request(apply(path, configMap('a', { k: '2', l: '2' }), { manager: 'two' }));
      await c.request({ path });
    },
  },
  {
    id: 'conflict-several',
    name: 'a conflict with several managers names each with its fields',
    run: async (c) => {
      const path = c.at('configmaps', 'a');
      await c.setup(apply(path, configMap('a', { k: '1' })));
      await c.setup(apply(path, configMap('a', { l: '1' }), { manager: 'two' }));
      const body = { data: { m: '1' } };
      const query = { fieldManager: 'updater' };
      await c.setup({ method: 'PATCH', path, query, headers: MERGE_PATCH, body });
      const all = apply(path, configMap('a', { k: '9', l: '9', m: '9' }), { manager: 'three' });
      await c.request({ ...all, unorderedCauses: true });
    },
  },
  {
    id: 'empty-map',
    name: 'an empty map that is applied is owned, and conflicts with what another puts there',
    run: async (c) => {
      const path = c.at('configmaps', 'a');
      await c.request(apply(path, configMap('a', {})));
      await c.request(apply(path, configMap('a', { k: '1' }), { manager: 'two' }));
      await c.request(apply(path, configMap('a', {}), { manager: 'two' }));
    },
  },
  {
    id: 'force',
    name: 'force takes the fields from their managers',
    run: async (c) => {
      const path = c.at('configmaps', 'a');
      await c.setup(apply(path, configMap('a', { k: '1', l: '1' })));
      await c.request(apply(path, configMap('a', { k: '2' }), { manager: 'two', force: true }));
      await c.request(apply(path, configMap('a', { l: '2' })));
    },
  },
  {
    id: 'update-takes',
    name: 'an update of an applied field moves it to the updater, and the applier then conflicts',
    run: async (c) => {
      const path = c.at('configmaps', 'a');
      await c.setup(apply(path, configMap('a', { k: '1', l: '1' })));
      const query = { fieldManager: 'updater' };
      await c.request({ method: 'PATCH', path, query, headers: MERGE_PATCH, body: { data: { k: '2' } } });
      await c.request(apply(path, configMap('a', { k: '1', l: '1' })));
      await c.request(apply(path, configMap('a', { k: '2', l: '1' })));
    },
  },
  {
    id: 'update-removes',
    name: 'an update that removes an applied field takes it out of its owner’s set',
    run: async (c) => {
      const path = c.at('configmaps', 'a');
      await c.setup(apply(path, configMap('a', { k: '1', l: '1' })));
      const query = { fieldManager: 'updater' };
      await c.request({ method: 'PATCH', path, query, headers: MERGE_PATCH, body: { data: { k: null } } });
      await c.request(apply(path, configMap('a', { k: '1', l: '1' })));
    },
  },
  {
    id: 'same-name-apply-and-update',
    name: 'a manager’s updates and its applies are two entries, which conflict with each other',
    run: async (c) => {
      const path = c.at('configmaps', 'a');
      const body = configMap('a', { k: '1', l: '1' });
      await c.setup({ method: 'POST', path: c.at('configmaps'), query: { fieldManager: 'one' }, body });
      await c.request(apply(path, configMap('a', { k: '2' })));
      await c.request(apply(path, configMap('a', { k: '2' }), { force: true }));
    },
  },
  {
    id: 'upgrade-from-client-side',
    name: 'the last-applied annotation hands the fields of client-side apply over to server-side apply',
    run: async (c) => {
      const path = c.at('configmaps', 'a');
      const applied = configMap('a', { k: '1', gone: '1' }, { namespace: c.namespace, annotations: {} });
      const annotation = 'kubectl.kubernetes.io/last-applied-configuration';
      const annotations = { [annotation]: `${JSON.stringify(applied)}\n` };
      const query = { fieldManager: 'kubectl-client-side-apply' };
      const body = configMap('a', { k: '1', gone: '1' }, { annotations });
      await c.request({ method: 'POST', path: c.at('configmaps'), query, body });
      await c.request(apply(path, configMap('a', { k: '2' }), { manager: 'kubectl' }));
    },
  },
  {
    id: 'clearing-managed-fields',
    name: 'managedFields are cleared by an empty list or one empty entry; the next apply finds an owner from before',
    run: async (c) => {
      const patch = (name: string, managedFields: object[] | null) => ({
        method: 'PATCH',
        path: c.at('configmaps', name),
        headers: MERGE_PATCH,
        body: { metadata: { managedFields } },
      });
      for (const name of ['a', 'b', 'c'])
        await c.setup(apply(c.at('configmaps', name), configMap(name, { k: '1' })));
      await c.request(patch('a', []));
      await c.request(patch('b', [{}]));
      await c.request(patch('c', null));
      await c.request(apply(c.at('configmaps', 'a'), configMap('a', { k: '1' }), { manager: 'two' }));
      await c.request(apply(c.at('configmaps', 'b'), configMap('b', { k: '2' }), { manager: 'two' }));
    },
  },
  {
    id: 'managed-fields-by-hand',
    name: 'managedFields written by a client are kept if well-formed and ignored if not',
    run: async (c) => {
      const path = c.at('configmaps', 'a');
      await c.setup(apply(path, configMap('a', { k: '1' })));
      const entry = {
        manager: 'by-hand',
        operation: 'Update',
        apiVersion: 'v1',
        time: '2001-02-03T04:05:06Z',
        fieldsType: 'FieldsV1',
        fieldsV1: { 'f:data': { 'f:k': {} } },
      };
      const patch = (managedFields: object[]) => ({
        method: 'PATCH',
        path,
        headers: MERGE_PATCH,
        body: { metadata: { managedFields } },
      });
      await c.request(patch([entry]));
      await c.request(patch([{ ...entry, operation: 'Invent' }]));
      await c.request(patch([{ ...entry, fieldsType: 'FieldsV9' }]));
      await c.request(patch([{ ...entry, fieldsV1: { nonsense: {} } }]));
    },
  },
]);
