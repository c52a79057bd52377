import type { KubeObject } from '@banyan/api';
import type { Change, ObjectStore, WriteResult } from './object-store.ts';
import type { StoredObject } from './stored-object.ts';

/** For tests: an object whose content is one value. */
export function testObject(value: number | string): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' }, data: { value: String(value) } };
}

export function put(value: number | string): () => Change {
  return () => ({ type: 'put', object: testObject(value) });
}

export function remove(): Change {
  return { type: 'delete' };
}

export function valueOf(stored: StoredObject | undefined): string | undefined {
  return (stored?.object as { data?: { value: string } } | undefined)?.data?.value;
}

/** Whether a write was answered, without waiting for it. */
export function observe(write: Promise<WriteResult>): { readonly outcome: string } {
  const observed = { outcome: 'pending' };
  write.then(
    () => (observed.outcome = 'written'),
    (error: unknown) => (observed.outcome = error instanceof Error ? error.message : String(error)),
  );
  return observed;
}

/** Everything readers can see, as `table key → revision value`. */
export function contents(store: ObjectStore, ...tables: string[]): string[] {
  return tables.flatMap((table) =>
    [...store.table(table).scan()].map(
      (stored) => `${table} ${stored.key} → ${stored.revision} ${valueOf(stored)}`,
    ),
  );
}
