import { contractCases } from '../contract-case.ts';
import { configMap, pod, MERGE_PATCH, STRATEGIC_PATCH, type Stored } from './sample-objects.ts';

export const watchSelectorCases = contractCases('watch', [
  {
    id: 'labels-in-and-out',
    name: 'an object that begins to match is ADDED, one that ceases to match is DELETED in its last matching state',
    run: async (c) => {
      const path = c.at('configmaps');
      const body = configMap('a', { k: '1' }, { labels: { on: 'no' } });
      const { metadata } = await c.setup<Stored>({ method: 'POST', path, body });
      const { resourceVersion } = metadata;
      const watch = await c.watch({ path, query: { labelSelector: 'on=yes', resourceVersion } });
      const label = (on: string, k: string) =>
        c.setup({
          method: 'PATCH',
          path: `${path}/a`,
          headers: MERGE_PATCH,
          body: { metadata: { labels: { on } }, data: { k } },
        });
      await label('still-no', '2');
      await label('yes', '3');
      await label('yes', '4');
      await label('no', '5');
      await label('no', '6');
      await label('yes', '7');
      await c.setup({ method: 'DELETE', path: `${path}/a` });
      await watch.next(5);
    },
  },
  {
    id: 'fields-in-and-out',
    name: 'field selectors turn changes into ADDED and DELETED too',
    run: async (c) => {
      const path = c.at('pods');
      const { metadata } = await c.setup<Stored>({ method: 'POST', path, body: pod('a') });
      const { resourceVersion } = metadata;
      const watch = await c.watch({
        path,
        query: { fieldSelector: 'status.phase=Running', resourceVersion },
      });
      for (const phase of ['Running', 'Succeeded'])
        await c.setup({
          method: 'PATCH',
          path: `${path}/a/status`,
          headers: STRATEGIC_PATCH,
          body: { status: { phase } },
        });
      await watch.next(2);
    },
  },
  {
    id: 'one-name',
    name: 'a watch is narrowed to one object by field selector; on the object’s own path it is a get',
    run: async (c) => {
      const path = c.at('configmaps');
      const { metadata } = await c.setup<Stored>({ method: 'POST', path, body: configMap('a') });
      const { resourceVersion } = metadata;
      const byField = await c.watch({ path, query: { resourceVersion, fieldSelector: 'metadata.name=b' } });
      const legacy = path.replace('/api/v1/', '/api/v1/watch/');
      const byPath = await c.watch({ path: `${legacy}/b`, query: { resourceVersion } });
      await c.setup({ method: 'PUT', path: `${path}/a`, body: configMap('a', { k: '1' }) });
      await c.setup({ method: 'POST', path, body: configMap('b') });
      await byField.next(1);
      await byPath.next(1);
      await c.request({ path: `${path}/b`, query: { watch: 'true' } });
      const mismatch = { resourceVersion, fieldSelector: 'metadata.name=c' };
      await c.watch({ path: `${legacy}/b`, query: mismatch });
    },
  },
  {
    id: 'legacy-path',
    name: 'the old /watch/ paths still work',
    run: async (c) => {
      const path = c.at('configmaps');
      const { metadata } = await c.setup<Stored>({ method: 'POST', path, body: configMap('a') });
      const legacy = path.replace('/api/v1/', '/api/v1/watch/');
      const watch = await c.watch({ path: legacy, query: { resourceVersion: metadata.resourceVersion } });
      await c.setup({ method: 'DELETE', path: `${path}/a` });
      await watch.next(1);
    },
  },
  {
    id: 'all-namespaces',
    name: 'a watch across namespaces shows the changes of all',
    run: async (c) => {
      const second = c.clusterName('b');
      await c.setup({ method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name: second } } });
      const labels = { across: 'watch' };
      const path = c.at('configmaps');
      const { metadata } = await c.setup<Stored>({ method: 'POST', path, body: configMap('a') });
      const { resourceVersion } = metadata;
      const query = { resourceVersion, labelSelector: 'across=watch' };
      const watch = await c.watch({ path: '/api/v1/configmaps', query });
      const elsewhere = `/api/v1/namespaces/${second}/configmaps`;
      await c.setup({ method: 'POST', path: elsewhere, body: configMap('x', {}, { labels }) });
      await c.setup({ method: 'POST', path, body: configMap('y', {}, { labels }) });
      await watch.next(2);
    },
  },
  {
    id: 'bad-selectors',
    name: 'a watch with a selector that cannot be read is refused before it begins',
    run: async (c) => {
      const path = c.at('configmaps');
      await c.watch({ path, query: { labelSelector: 'a=b=c' } });
      await c.watch({ path, query: { fieldSelector: 'data.k=v' } });
    },
  },
  {
    id: 'watch-values',
    name: 'watch=false and watch=0 are lists; any other value is a watch',
    run: async (c) => {
      const path = c.at('configmaps');
      for (const watch of ['false', '0', 'banana'])
        await c.request({ path, query: { watch, timeoutSeconds: '1' } });
    },
  },
]);
