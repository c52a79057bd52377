import type { GroupVersionResource, KubeObject } from '@banyan/api';
import { isConflict, isNotFound, type KubeClient } from '@banyan/kube';
import { whereIs } from './object-keys.ts';

/** Deletes this very object. That it is gone, going or replaced is as good. */
export async function deleteObject(
  hubClient: KubeClient,
  resource: GroupVersionResource,
  object: KubeObject,
  signal: AbortSignal,
): Promise<void> {
  const { uid, deletionTimestamp } = object.metadata;
  if (deletionTimestamp !== undefined) return;
  try {
    const preconditions = uid === undefined ? {} : { preconditions: { uid } };
    await hubClient.delete(resource, whereIs(object), {
      signal,
      propagationPolicy: 'Background',
      ...preconditions,
    });
  } catch (error) {
    if (!isNotFound(error) && !isConflict(error)) throw error;
  }
}

export interface FinalizerChange {
  readonly resource: GroupVersionResource;
  readonly object: KubeObject;
  readonly add?: string;
  readonly remove?: readonly string[];
  /** Beside the finalizers, if they are written; null takes one away. */
  readonly annotations?: Readonly<Record<string, string | null>>;
}

/** Nothing is written if they are so already. Other finalizers that came meanwhile are a conflict, to be tried again. */
export async function changeFinalizers(
  hubClient: KubeClient,
  { resource, object, add, remove = [], annotations }: FinalizerChange,
  signal: AbortSignal,
): Promise<void> {
  const { finalizers: before = [], resourceVersion } = object.metadata;
  const finalizers = before.filter((finalizer) => !remove.includes(finalizer));
  if (add !== undefined && !finalizers.includes(add)) finalizers.push(add);
  if (finalizers.length === before.length && finalizers.every((finalizer, i) => finalizer === before[i]))
    return;
  const body = { metadata: { resourceVersion, finalizers, ...(annotations && { annotations }) } };
  try {
    const patch = { type: 'merge', body } as const;
    await hubClient.patch(resource, whereIs(object), patch, { metadataOnly: true, signal });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
