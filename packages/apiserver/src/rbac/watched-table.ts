import type { KubeObject } from '@banyan/api';

/** What an index needs of the store's tables: everything that is there, and what changes, in order and at once. */
export interface WatchedTable {
  scan(): Iterable<{ readonly object: Readonly<KubeObject> }>;
  listen(listener: (event: TableEvent) => void): () => void;
}

interface TableEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly current: { readonly object: Readonly<KubeObject> };
}

/** The tables that RBAC is made of. */
export interface RbacTables {
  readonly roles: WatchedTable;
  readonly clusterRoles: WatchedTable;
  readonly roleBindings: WatchedTable;
  readonly clusterRoleBindings: WatchedTable;
}

/**
 * Calls `put` for every object that is there and for each new version, `remove` with the last version of those that
 * go. Returns what ends it.
 */
export function follow(
  table: WatchedTable,
  put: (object: Readonly<KubeObject>) => void,
  remove: (object: Readonly<KubeObject>) => void,
): () => void {
  for (const { object } of table.scan()) put(object);
  return table.listen(({ type, current }) => (type === 'DELETED' ? remove : put)(current.object));
}
