import type { GroupVersionResource, KubeObject } from '@banyan/api';
import { isConflict, isNotFound, type KubeClient, type ObjectKey } from '@banyan/kube';

/** Undefined if it is not there. */
export async function getIfExists<T extends KubeObject>(
  client: KubeClient,
  resource: GroupVersionResource,
  key: ObjectKey,
  signal: AbortSignal,
): Promise<T | undefined> {
  try {
    return await client.get<T>(resource, key, { signal });
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

export interface Deletion {
  readonly resource: GroupVersionResource;
  readonly key: ObjectKey;
  /** Only this very object: one of the same name that came after it stays. */
  readonly uid?: string | undefined;
}

/** That it is gone already, or was replaced, is as good. */
export async function deleteIfExists(
  client: KubeClient,
  { resource, key, uid }: Deletion,
  signal: AbortSignal,
): Promise<void> {
  try {
    await client.delete(resource, key, { signal, ...(uid !== undefined && { preconditions: { uid } }) });
  } catch (error) {
    if (!isNotFound(error) && !(uid !== undefined && isConflict(error))) throw error;
  }
}
