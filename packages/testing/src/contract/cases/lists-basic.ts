import type { CaseContext } from '../case-context.ts';
import { contractCases } from '../contract-case.ts';
import { configMap, pod, type StoredList } from './sample-objects.ts';

async function create(c: CaseContext, name: string, labels: Record<string, string> = {}): Promise<void> {
  await c.setup({ method: 'POST', path: c.at('configmaps'), body: configMap(name, {}, { labels }) });
}

export const listsBasicCases = contractCases('lists', [
  {
    id: 'list',
    name: 'a list is in the order of names, its items without apiVersion and kind',
    run: async (c) => {
      await c.request({ path: c.at('configmaps') });
      for (const name of ['b', 'a', 'c-1', 'c.0']) await create(c, name);
      await c.advanceHistory();
      await c.request({ path: c.at('configmaps') });
    },
  },
  {
    id: 'list-no-such-namespace',
    name: 'a list in a namespace that does not exist is empty',
    run: async (c) => {
      await c.request({ path: '/api/v1/namespaces/no-such-namespace/configmaps' });
    },
  },
  {
    id: 'list-all-namespaces',
    name: 'a list across namespaces is in the order of namespaces, then names',
    run: async (c) => {
      const second = c.clusterName('a');
      await c.setup({ method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name: second } } });
      const labels = { across: 'yes' };
      await create(c, 'z', labels);
      await create(c, 'b', labels);
      const path = `/api/v1/namespaces/${second}/configmaps`;
      await c.setup({ method: 'POST', path, body: configMap('a', {}, { labels }) });
      await c.request({ path: '/api/v1/configmaps', query: { labelSelector: 'across=yes' } });
      const fieldSelector = `metadata.namespace=${second}`;
      await c.request({ path: '/api/v1/configmaps', query: { labelSelector: 'across=yes', fieldSelector } });
    },
  },
  {
    id: 'list-cluster-scoped-by-name',
    name: 'a cluster-scoped list can be narrowed to one name',
    run: async (c) => {
      const fieldSelector = `metadata.name=${c.namespace}`;
      await c.request({ path: '/api/v1/namespaces', query: { fieldSelector } });
    },
  },
  {
    id: 'page',
    name: 'pages of a limited list add up to the list at one version, each telling what remains',
    run: async (c) => {
      for (const name of ['a', 'b', 'c', 'd', 'e']) await create(c, name);
      await c.advanceHistory();
      const path = c.at('configmaps');
      const first = await c.request<StoredList>({ path, query: { limit: '2' } });
      await create(c, 'bb');
      const rest = { limit: '2', continue: first.body.metadata.continue ?? '' };
      const second = await c.request<StoredList>({ path, query: rest });
      await c.request({ path, query: { limit: '2', continue: second.body.metadata.continue ?? '' } });
    },
  },
  {
    id: 'page-exact-fit',
    name: 'a page that holds everything has no continue token',
    run: async (c) => {
      for (const name of ['a', 'b']) await create(c, name);
      await c.request({ path: c.at('configmaps'), query: { limit: '2' } });
      await c.request({ path: c.at('configmaps'), query: { limit: '0' } });
      await c.request({ path: c.at('configmaps'), query: { limit: '-1' } });
    },
  },
  {
    id: 'page-with-selector',
    name: 'a limited list with a selector does not tell what remains',
    run: async (c) => {
      for (const name of ['a', 'b', 'c', 'd']) await create(c, name, { half: name < 'c' ? '1' : '2' });
      await c.advanceHistory();
      const query = { labelSelector: 'half', limit: '1' };
      const path = c.at('configmaps');
      const first = await c.request<StoredList>({ path, query });
      await c.request({ path, query: { ...query, continue: first.body.metadata.continue ?? '' } });
      await c.request({ path, query: { labelSelector: 'half=2', limit: '1' } });
    },
  },
  {
    id: 'page-bad-token',
    name: 'a continue token that the server did not give is refused',
    run: async (c) => {
      await create(c, 'a');
      const path = c.at('configmaps');
      await c.request({ path, query: { limit: '1', continue: 'not-base64!' } });
      await c.request({ path, query: { limit: '1', continue: Buffer.from('{}').toString('base64url') } });
      const forged = Buffer.from(JSON.stringify({ v: 'meta.k8s.io/v1', rv: 5, start: '../../x' }));
      await c.request({ path, query: { limit: '1', continue: forged.toString('base64url') } });
    },
  },
  {
    id: 'page-token-with-version',
    name: 'a continue token and a resourceVersion exclude each other',
    run: async (c) => {
      for (const name of ['a', 'b']) await create(c, name);
      await c.advanceHistory();
      const path = c.at('configmaps');
      const first = await c.request<StoredList>({ path, query: { limit: '1' } });
      const token = first.body.metadata.continue ?? '';
      await c.request({ path, query: { limit: '1', continue: token, resourceVersion: '1' } });
      await c.request({ path, query: { limit: '1', continue: token, resourceVersion: '0' } });
      const resourceVersionMatch = 'Exact';
      await c.request({ path, query: { limit: '1', continue: token, resourceVersionMatch } });
    },
  },
  {
    id: 'page-expired',
    name: 'a version that was compacted away is 410, and a continue token then offers an inconsistent continuation',
    needs: ['compaction'],
    alone: true,
    run: async (c) => {
      for (const name of ['a', 'b', 'c']) await create(c, name);
      await c.advanceHistory();
      const path = c.at('configmaps');
      const first = await c.request<StoredList>({ path, query: { limit: '1' } });
      await create(c, 'bb');
      await c.compactHistory();
      const { continue: token = '', resourceVersion } = first.body.metadata;
      const request = { path, query: { limit: '1', continue: token } };
      const expired = await c.eventually<StoredList>(request, ({ status }) => status === 410);
      const fresh = expired.body.metadata.continue ?? '';
      await c.request({ path, query: { limit: '5', continue: fresh } });
      await c.request({ path, query: { resourceVersion, resourceVersionMatch: 'Exact' } });
    },
  },
  {
    id: 'list-pods',
    name: 'a list of pods shows defaults filled in at creation',
    run: async (c) => {
      await c.setup({ method: 'POST', path: c.at('pods'), body: pod('a') });
      await c.request({ path: c.at('pods') });
    },
  },
]);
