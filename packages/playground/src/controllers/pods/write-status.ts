import { isDeepStrictEqual } from 'node:util';
import type { KubeObject } from '@banyan/api';
import type { ClusterObjects, ObjectKey } from '../../cluster/cluster-objects.ts';
import type { Resource } from '../../cluster/resources.ts';

/** Most looks at an owner find nothing new to say: those cost no write, not even one that is found to change nothing. */
export async function writeStatus<T extends KubeObject & { status?: object }>(
  objects: ClusterObjects,
  of: Resource<T>,
  key: ObjectKey,
  status: NonNullable<T['status']>,
): Promise<void> {
  if (isSameStatus(objects.get(of, key)?.status, status)) return;
  await objects.updateBelow(of, 'status', key, (draft) => {
    draft.status = structuredClone(status);
  });
}

/** The server does not keep what is zero or empty. */
export function isSameStatus(a: object | undefined, b: object): boolean {
  return isDeepStrictEqual(said(a ?? {}), said(b));
}

function said(status: object): object {
  return Object.fromEntries(
    Object.entries(status).filter(([, value]) => value !== 0 && value !== '' && value !== undefined),
  );
}
