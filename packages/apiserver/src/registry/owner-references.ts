import type { ObjectMeta } from '@banyan/api';
import type { Operation } from './operation.ts';

/** An owner that is named twice is kept once, with a warning. */
export function dropDuplicateOwners({ warn }: Pick<Operation, 'warn'>, metadata: ObjectMeta): void {
  const owners = metadata.ownerReferences ?? [];
  const seen = new Set<string>();
  const repeated = new Set<string>();
  const kept = owners.filter((owner) => {
    const { apiVersion, kind, name, uid, controller, blockOwnerDeletion } = owner;
    const key = JSON.stringify([apiVersion, kind, name, uid, controller, blockOwnerDeletion]);
    if (seen.has(key)) repeated.add(uid);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
  if (repeated.size === 0) return;
  metadata.ownerReferences = kept;
  warn(
    `.metadata.ownerReferences contains duplicate entries; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ${[...repeated].join(', ')}`,
  );
}
