import type { CaseContext } from '../case-context.ts';
import { contractCases } from '../contract-case.ts';
import { configMap } from './sample-objects.ts';

async function createAll(c: CaseContext): Promise<void> {
  for (const name of ['a', 'b', 'c']) {
    const labels = { name };
    await c.setup({ method: 'POST', path: c.at('configmaps'), body: configMap(name, {}, { labels }) });
  }
}

export const deleteCollectionCases = contractCases('delete', [
  {
    id: 'collection',
    name: 'deleting a collection answers with a list of what was deleted',
    run: async (c) => {
      await createAll(c);
      const path = c.at('configmaps');
      await c.request({ method: 'DELETE', path });
      await c.request({ path });
    },
  },
  {
    id: 'collection-by-selector',
    name: 'deletecollection takes label and field selectors and leaves the rest',
    run: async (c) => {
      await createAll(c);
      const path = c.at('configmaps');
      await c.request({ method: 'DELETE', path, query: { labelSelector: 'name in (a)' } });
      await c.request({ method: 'DELETE', path, query: { fieldSelector: 'metadata.name=b' } });
      await c.request({ method: 'DELETE', path, query: { labelSelector: 'name in (' } });
      await c.request({ path });
    },
  },
  {
    id: 'collection-finalizers',
    name: 'deletecollection only marks what has finalizers',
    run: async (c) => {
      const path = c.at('configmaps');
      const metadata = { finalizers: ['x.test/1'] };
      await c.setup({ method: 'POST', path, body: configMap('held', {}, metadata) });
      await c.setup({ method: 'POST', path, body: configMap('free') });
      await c.request({ method: 'DELETE', path });
      await c.request({ path });
    },
  },
  {
    id: 'collection-foreground',
    name: 'deletecollection takes delete options in its body',
    run: async (c) => {
      await createAll(c);
      const path = c.at('configmaps');
      const query = { labelSelector: 'name=a' };
      await c.request({ method: 'DELETE', path, query, body: { propagationPolicy: 'Foreground' } });
      await c.request({ method: 'DELETE', path, query, body: { propagationPolicy: 'Sideways' } });
    },
  },
  {
    id: 'collection-dry-run',
    name: 'a dry run of deletecollection deletes nothing',
    run: async (c) => {
      await createAll(c);
      const path = c.at('configmaps');
      await c.request({ method: 'DELETE', path, query: { dryRun: 'All' } });
      await c.request({ path });
    },
  },
  {
    id: 'collection-refused',
    name: 'a collection cannot be deleted across namespaces, nor all namespaces at once',
    run: async (c) => {
      await c.request({ method: 'DELETE', path: '/api/v1/configmaps' });
      await c.request({ method: 'DELETE', path: '/api/v1/namespaces' });
    },
  },
]);
