import { contractCases } from '../contract-case.ts';
import {
  CRDS,
  MERGE_PATCH,
  changeDefinition,
  groupOf,
  serveThings,
  thing,
  thingsPath,
  versionOf,
} from './crd-things.ts';

const withField = (field: string) => ({
  type: 'object',
  properties: { both: { type: 'string' }, [field]: { type: 'string' } },
});
const old = { ...versionOf('v1beta1', { spec: withField('old') }), storage: false };
const current = versionOf('v1', { spec: withField('current') });
const hidden = { ...versionOf('v1alpha1'), storage: false, served: false };

export const crdVersionCases = contractCases('crd', [
  {
    id: 'versions',
    name: 'without conversion a thing is served in each version by changing its apiVersion and pruning',
    run: async (c) => {
      const path = await serveThings(c, { versions: [old, current, hidden] });
      const oldPath = thingsPath(c, {}, 'v1beta1');
      const spec = { both: 'a', old: 'b', current: 'c' };
      const body = { ...thing(c, 'one', { spec }), apiVersion: `${groupOf(c)}/v1beta1` };
      await c.request({ method: 'POST', path: oldPath, body });
      await c.request({ path: `${path}/one` });
      await c.request({
        method: 'PATCH',
        path: `${path}/one`,
        headers: MERGE_PATCH,
        body: { spec: { current: 'd' } },
      });
      await c.request({ path: `${oldPath}/one` });
      await c.request({ path: oldPath });
      await c.request({ path: thingsPath(c, {}, 'v1alpha1') });
      await c.request({ method: 'POST', path, body });
    },
  },
  {
    id: 'version-watch',
    name: 'a watch shows things in the version it asks for',
    run: async (c) => {
      const path = await serveThings(c, { versions: [old, current] });
      const oldPath = thingsPath(c, {}, 'v1beta1');
      await c.until({ path: oldPath }, ({ status }) => status === 200);
      const list = await c.setup<{ metadata: { resourceVersion: string } }>({ path: oldPath });
      const { resourceVersion } = list.metadata;
      const watch = await c.watch({ path: oldPath, query: { resourceVersion } });
      await c.setup({ method: 'POST', path, body: thing(c, 'one', { spec: { both: 'a', current: 'c' } }) });
      await watch.next(1);
    },
  },
  {
    id: 'version-order',
    name: 'discovery orders versions by stability and number, the preferred one first',
    run: async (c) => {
      const names = ['v1beta1', 'foo10', 'v10', 'v2', 'v1', 'v11beta2', 'v3alpha1', 'bar'];
      const versions = names.map((name) => ({ ...versionOf(name), storage: name === 'v1' }));
      await serveThings(c, { versions });
      type Group = { versions: readonly object[] };
      const path = `/apis/${groupOf(c)}`;
      await c.eventually<Group>({ path }, ({ body }) => body.versions?.length === names.length);
      await c.request({ path: `${path}/v11beta2` });
    },
  },
  {
    id: 'stored-versions',
    name: 'a new storage version is added to storedVersions; an old one goes only by the status subresource',
    run: async (c) => {
      await serveThings(c, {
        versions: [
          { ...old, storage: true },
          { ...current, storage: false },
        ],
      });
      const path = `${CRDS}/things.${groupOf(c)}`;
      const type = { method: 'PATCH', path, headers: MERGE_PATCH };
      await changeDefinition(c, { spec: { versions: [old, current] } });
      const stored =
        (count: number) => (response: { body: { status: { storedVersions: readonly string[] } } }) =>
          response.body.status.storedVersions.length === count;
      await c.eventually({ path }, stored(2));
      await c.request({ ...type, body: { spec: { versions: [current] } } });
      await c.request({ ...type, path: `${path}/status`, body: { status: { storedVersions: ['v1'] } } });
      await c.request({ ...type, body: { spec: { versions: [current] } } });
      await c.eventually({ path: thingsPath(c, {}, 'v1beta1') }, ({ status }) => status === 404);
    },
  },
]);
