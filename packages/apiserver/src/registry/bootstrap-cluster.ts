import { bootstrapObjects } from '../rbac/bootstrap-objects.ts';
import type { ServerWrites } from './server-writes.ts';

/** Makes what every cluster begins with, as far as it is not there: namespaces, priority classes, roles. */
export async function bootstrapCluster(writes: ServerWrites): Promise<void> {
  const byKind = Map.groupBy(bootstrapObjects(), ({ kind }) => kind);
  // One kind after the other, since roles are in namespaces; all of a kind at once, which the disk takes as one.
  for (const objects of byKind.values())
    await Promise.all(objects.map((object) => writes.ensureShared(object)));
}
