import { contractCases } from '../contract-case.ts';
import { configMap, MERGE_PATCH, type Stored, type StoredList } from './sample-objects.ts';

export const watchBasicCases = contractCases('watch', [
  {
    id: 'from-version',
    name: 'a watch from an object’s version shows every later change once, in order',
    run: async (c) => {
      const path = c.at('configmaps');
      const first = await c.setup<Stored>({ method: 'POST', path, body: configMap('a', { k: '1' }) });
      const { resourceVersion } = first.metadata;
      const watch = await c.watch({ path, query: { resourceVersion } });
      await c.request({ method: 'PUT', path: `${path}/a`, body: configMap('a', { k: '2' }) });
      await c.request({ method: 'DELETE', path: `${path}/a` });
      await c.request({ method: 'POST', path, body: configMap('a', { k: '3' }) });
      await watch.next(3);
    },
  },
  {
    id: 'replays-history',
    name: 'a watch from a past version replays what happened since, deletions included',
    run: async (c) => {
      const path = c.at('configmaps');
      const { metadata } = await c.setup<Stored>({ method: 'POST', path, body: configMap('a') });
      await c.setup({ method: 'POST', path, body: configMap('b', { k: '1' }) });
      await c.setup({ method: 'PUT', path: `${path}/b`, body: configMap('b', { k: '2' }) });
      await c.setup({ method: 'DELETE', path: `${path}/a` });
      const watch = await c.watch({ path, query: { resourceVersion: metadata.resourceVersion } });
      await watch.next(3);
    },
  },
  {
    id: 'from-zero',
    name: 'a watch from version 0 or none begins with what exists as ADDED',
    run: async (c) => {
      const path = c.at('configmaps');
      await c.setup({ method: 'POST', path, body: configMap('a') });
      await c.until({ path, query: { resourceVersion: '0' } }, ({ body }) =>
        JSON.stringify(body).includes('"a"'),
      );
      const fromZero = await c.watch({ path, query: { resourceVersion: '0' } });
      const fromNone = await c.watch({ path });
      await fromZero.next(1);
      await fromNone.next(1);
      await c.setup({ method: 'POST', path, body: configMap('b') });
      await fromZero.next(1);
      await fromNone.next(1);
    },
  },
  {
    id: 'initial-events',
    name: 'sendInitialEvents gives what exists, a bookmark that says so, then changes',
    run: async (c) => {
      const path = c.at('configmaps');
      for (const name of ['a', 'b']) await c.setup({ method: 'POST', path, body: configMap(name) });
      const query = {
        sendInitialEvents: 'true',
        resourceVersionMatch: 'NotOlderThan',
        allowWatchBookmarks: 'true',
      };
      const watch = await c.watch({ path, query });
      await watch.next(3);
      await c.setup({ method: 'DELETE', path: `${path}/a` });
      await watch.next(1);
    },
  },
  {
    id: 'initial-events-empty',
    name: 'sendInitialEvents on an empty collection gives the bookmark alone',
    run: async (c) => {
      const query = {
        sendInitialEvents: 'true',
        resourceVersionMatch: 'NotOlderThan',
        allowWatchBookmarks: 'true',
        resourceVersion: '0',
      };
      const watch = await c.watch({ path: c.at('configmaps'), query });
      await watch.next(1);
    },
  },
  {
    id: 'initial-events-rules',
    name: 'sendInitialEvents and resourceVersionMatch need each other',
    run: async (c) => {
      const path = c.at('configmaps');
      await c.watch({ path, query: { sendInitialEvents: 'true' } });
      await c.watch({ path, query: { sendInitialEvents: 'true', resourceVersionMatch: 'Exact' } });
      await c.watch({ path, query: { resourceVersionMatch: 'NotOlderThan' } });
      await c.watch({ path, query: { sendInitialEvents: 'true', resourceVersionMatch: 'NotOlderThan' } });
      await c.watch({ path, query: { sendInitialEvents: 'perhaps' } });
    },
  },
  {
    id: 'no-initial-events',
    name: 'sendInitialEvents=false without a version begins with now',
    run: async (c) => {
      const path = c.at('configmaps');
      await c.setup({ method: 'POST', path, body: configMap('a') });
      await c.until({ path, query: { resourceVersion: '0' } }, ({ body }) =>
        JSON.stringify(body).includes('"a"'),
      );
      const query = { sendInitialEvents: 'false', resourceVersionMatch: 'NotOlderThan' };
      const watch = await c.watch({ path, query });
      await c.setup({ method: 'POST', path, body: configMap('b') });
      await watch.next(1);
    },
  },
  {
    id: 'bookmark',
    name: 'a watch that allows bookmarks is told, before its time is over, of versions that hold nothing for it',
    run: async (c) => {
      const path = c.at('configmaps');
      const { metadata } = await c.setup<Stored>({ method: 'POST', path, body: configMap('a') });
      const { resourceVersion } = metadata;
      const query = {
        resourceVersion,
        labelSelector: 'on=yes',
        allowWatchBookmarks: 'true',
        timeoutSeconds: '4',
      };
      const watch = await c.watch({ path, query });
      await c.setup({ method: 'POST', path, body: configMap('b') });
      await watch.bookmark();
      await watch.end();
    },
  },
  {
    id: 'timeout',
    name: 'timeoutSeconds ends a watch cleanly, and one that is no number is refused',
    run: async (c) => {
      const path = c.at('configmaps');
      const { metadata } = await c.setup<Stored>({ method: 'POST', path, body: configMap('a') });
      const { resourceVersion } = metadata;
      const watch = await c.watch({ path, query: { resourceVersion, timeoutSeconds: '1' } });
      await watch.end();
      await c.watch({ path, query: { resourceVersion, timeoutSeconds: 'soon' } });
    },
  },
  {
    id: 'from-list',
    name: 'a watch from a list’s version shows what the list had not',
    run: async (c) => {
      const path = c.at('configmaps');
      await c.setup({ method: 'POST', path, body: configMap('before') });
      await c.advanceHistory();
      const { body } = await c.request<StoredList>({ path });
      await c.setup({ method: 'POST', path, body: configMap('after') });
      const { resourceVersion } = body.metadata;
      const watch = await c.watch({ path, query: { resourceVersion } });
      await watch.next(1);
    },
  },
  {
    id: 'no-op',
    name: 'an update that changes nothing is not seen by a watch',
    run: async (c) => {
      const path = c.at('configmaps');
      const { metadata } = await c.setup<Stored>({ method: 'POST', path, body: configMap('a', { k: '1' }) });
      const watch = await c.watch({ path, query: { resourceVersion: metadata.resourceVersion } });
      await c.setup({ method: 'PUT', path: `${path}/a`, body: configMap('a', { k: '1' }) });
      await c.setup({ method: 'PUT', path: `${path}/a`, body: configMap('a', { k: '2' }) });
      await watch.next(1);
    },
  },
  {
    id: 'finalizers',
    name: 'deletion of an object with a finalizer is MODIFIED, and DELETED when the finalizer goes',
    run: async (c) => {
      const path = c.at('configmaps');
      const body = configMap('a', {}, { finalizers: ['example.test/hold'] });
      const { metadata } = await c.setup<Stored>({ method: 'POST', path, body });
      const watch = await c.watch({ path, query: { resourceVersion: metadata.resourceVersion } });
      await c.setup({ method: 'DELETE', path: `${path}/a` });
      const release = { metadata: { finalizers: null } };
      await c.setup({ method: 'PATCH', path: `${path}/a`, headers: MERGE_PATCH, body: release });
      await watch.next(2);
    },
  },
]);
