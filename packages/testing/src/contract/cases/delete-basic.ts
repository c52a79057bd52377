import { contractCases } from '../contract-case.ts';
import { configMap, lease, MERGE_PATCH, pod, type Stored } from './sample-objects.ts';

const del = (path: string, body?: object | string) => ({
  method: 'DELETE',
  path,
  ...(body !== undefined && { body }),
});
const JSON_BODY = { 'content-type': 'application/json' };

export const deleteBasicCases = contractCases('delete', [
  {
    id: 'delete',
    name: 'a delete answers Success with the name and uid, and a second one is 404',
    run: async (c) => {
      const path = c.at('configmaps', 'a');
      await c.setup({ method: 'POST', path: c.at('configmaps'), body: configMap('a') });
      await c.request(del(path));
      await c.request(del(path));
      await c.request({ path });
    },
  },
  {
    id: 'answers-by-kind',
    name: 'some kinds answer a delete with the object itself',
    run: async (c) => {
      await c.setup({
        method: 'POST',
        path: c.at('services'),
        body: { metadata: { name: 's' }, spec: { clusterIP: 'None' } },
      });
      await c.request(del(c.at('services', 's')));
      await c.setup({ method: 'POST', path: c.at('leases.coordination.k8s.io/v1'), body: lease('l') });
      await c.request(del(c.at('leases.coordination.k8s.io/v1', 'l')));
      await c.setup({ method: 'POST', path: c.at('serviceaccounts'), body: { metadata: { name: 'sa' } } });
      await c.request(del(c.at('serviceaccounts', 'sa')));
    },
  },
  {
    id: 'preconditions',
    name: 'a delete for another uid or version is a conflict and deletes nothing',
    run: async (c) => {
      const path = c.at('configmaps', 'a');
      const { metadata } = await c.setup<Stored>({
        method: 'POST',
        path: c.at('configmaps'),
        body: configMap('a'),
      });
      const { uid, resourceVersion } = metadata;
      await c.request(del(path, { preconditions: { uid: '11111111-2222-3333-4444-555555555555' } }));
      await c.request(del(path, { preconditions: { resourceVersion: '1' } }));
      await c.request(del(path, { preconditions: { uid, resourceVersion } }));
    },
  },
  {
    id: 'finalizers',
    name: 'an object with finalizers stays, marked, until the last is removed; none may be added meanwhile',
    run: async (c) => {
      const path = c.at('configmaps', 'a');
      const metadata = { finalizers: ['x.test/1', 'x.test/2'] };
      await c.setup({ method: 'POST', path: c.at('configmaps'), body: configMap('a', { k: '1' }, metadata) });
      await c.request(del(path));
      await c.request(del(path));
      const patch = (finalizers: string[]) => ({
        method: 'PATCH',
        path,
        headers: MERGE_PATCH,
        body: { metadata: { finalizers } },
      });
      await c.request(patch(['x.test/1', 'x.test/2', 'x.test/3']));
      await c.request(patch(['x.test/2']));
      await c.request({ method: 'POST', path: c.at('configmaps'), body: configMap('a') });
      await c.request(patch([]));
      await c.request({ path });
    },
  },
  {
    id: 'undelete',
    name: 'a deletionTimestamp cannot be taken back',
    run: async (c) => {
      const path = c.at('configmaps', 'a');
      const metadata = { finalizers: ['x.test/1'] };
      await c.setup({ method: 'POST', path: c.at('configmaps'), body: configMap('a', {}, metadata) });
      await c.setup(del(path));
      const body = { metadata: { deletionTimestamp: null } };
      await c.request({ method: 'PATCH', path, headers: MERGE_PATCH, body });
      await c.request({ method: 'PUT', path, body: configMap('a', { k: '2' }, metadata) });
    },
  },
  {
    id: 'foreground',
    name: 'a foreground delete adds the finalizer foregroundDeletion and waits for the dependents’ collector',
    run: async (c) => {
      const path = c.at('configmaps', 'a');
      await c.setup({ method: 'POST', path: c.at('configmaps'), body: configMap('a') });
      await c.request(del(path, { propagationPolicy: 'Foreground' }));
      await c.request({ path });
      await c.request(del(path, { propagationPolicy: 'Background' }));
    },
  },
  {
    id: 'orphan',
    name: 'an orphaning delete adds the finalizer orphan; the old orphanDependents does the same',
    run: async (c) => {
      for (const name of ['a', 'b', 'c'])
        await c.setup({ method: 'POST', path: c.at('configmaps'), body: configMap(name) });
      await c.request(del(c.at('configmaps', 'a'), { propagationPolicy: 'Orphan' }));
      await c.request(del(c.at('configmaps', 'b'), { orphanDependents: true }));
      await c.request(del(c.at('configmaps', 'c'), { orphanDependents: false }));
      await c.request(del(c.at('configmaps', 'a'), { propagationPolicy: 'Foreground' }));
      await c.request({ path: c.at('configmaps', 'a') });
    },
  },
  {
    id: 'options-in-query',
    name: 'delete options may stand in the query; a body wins over them',
    run: async (c) => {
      for (const name of ['a', 'b'])
        await c.setup({ method: 'POST', path: c.at('configmaps'), body: configMap(name) });
      await c.request({ ...del(c.at('configmaps', 'a')), query: { propagationPolicy: 'Foreground' } });
      const body = { propagationPolicy: 'Background' };
      await c.request({ ...del(c.at('configmaps', 'b'), body), query: { propagationPolicy: 'Foreground' } });
      await c.request({ path: c.at('configmaps', 'b') });
    },
  },
  {
    id: 'bad-options',
    name: 'delete options that make no sense are refused',
    run: async (c) => {
      const path = c.at('configmaps', 'a');
      await c.setup({ method: 'POST', path: c.at('configmaps'), body: configMap('a') });
      await c.request(del(path, { propagationPolicy: 'Sideways' }));
      await c.request(del(path, { propagationPolicy: 'Orphan', orphanDependents: true }));
      await c.request({ ...del(path, '{"gracePeriodSeconds":'), headers: JSON_BODY });
      await c.request(del(path, { kind: 'ConfigMap', apiVersion: 'v1' }));
      await c.request(del(path, { gracePeriodSeconds: 'soon' }));
      await c.request({ ...del(path), query: { gracePeriodSeconds: 'soon' } });
      await c.request(del(path, { dryRun: ['Some'] }));
      await c.request({ path });
    },
  },
  {
    id: 'grace-of-pods',
    name: 'a pod that no node has is deleted at once; a bound one gets its grace period, which can be shortened',
    run: async (c) => {
      await c.setup({ method: 'POST', path: c.at('pods'), body: pod('free') });
      await c.request(del(c.at('pods', 'free')));
      const bound = pod('bound');
      const spec = { ...bound.spec, nodeName: 'no-such-node', terminationGracePeriodSeconds: 300 };
      await c.setup({ method: 'POST', path: c.at('pods'), body: { ...bound, spec } });
      const path = c.at('pods', 'bound');
      await c.request(del(path));
      await c.request(del(path, { gracePeriodSeconds: 600 }));
      await c.request(del(path, { gracePeriodSeconds: 30 }));
      await c.request({ path });
      await c.request(del(path, { gracePeriodSeconds: 0 }));
      await c.request({ path });
    },
  },
  {
    id: 'grace-ignored',
    name: 'kinds without graceful deletion ignore the grace period',
    run: async (c) => {
      await c.setup({ method: 'POST', path: c.at('configmaps'), body: configMap('a') });
      await c.request(del(c.at('configmaps', 'a'), { gracePeriodSeconds: 100 }));
      await c.request({ path: c.at('configmaps', 'a') });
    },
  },
]);
