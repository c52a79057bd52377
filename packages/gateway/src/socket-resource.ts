import { plainResource, type ResourceStorage, type ServedResource } from '@banyan/apiserver';
import { PROXIES_GROUP, PROXIES_VERSION } from './routing/socket-path.ts';

/** As Clusternet's: every method connects. */
const CONNECT_VERBS = ['create', 'delete', 'get', 'patch', 'update'] as const;

/** Sockets are nowhere kept: they are ways to members, and each is as real as its member. */
const NOT_KEPT: ResourceStorage = {
  get: () => Promise.resolve(undefined),
  list: () => Promise.resolve({ items: [], resourceVersion: '0' }),
  write: () => Promise.reject(new Error('sockets are not kept')),
  watch: () => Promise.reject(new Error('sockets are not kept')),
};

/** `sockets`, for discovery; what is below it is answered by `serveSocket`. */
export function socketResource(): ServedResource {
  const kind = { group: PROXIES_GROUP, version: PROXIES_VERSION, kind: 'Socket' };
  const served = plainResource({
    ...kind,
    resource: 'sockets',
    shortNames: ['ss'],
    categories: ['clusternet'],
    namespaced: false,
    verbs: [],
    storage: NOT_KEPT,
    subresources: [
      { ...kind, name: 'attach', verbs: ['get'] },
      { ...kind, name: 'proxy', verbs: CONNECT_VERBS },
    ],
  });
  return { ...served, custom: { hasStatus: false, shownVerbs: CONNECT_VERBS } };
}
