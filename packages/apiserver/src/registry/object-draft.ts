import type { KubeObject, ObjectMeta } from '@banyan/api';

/** The order in which Kubernetes writes them; JSON keeps the order of insertion. */
const METADATA_ORDER = [
  'name',
  'generateName',
  'namespace',
  'selfLink',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'labels',
  'annotations',
  'ownerReferences',
  'finalizers',
  'managedFields',
] as const;

/** Kind and version first, then metadata in order, then the rest: what is kept, listed and shown. */
export function ordered(object: KubeObject): KubeObject {
  const { apiVersion, kind, metadata, ...rest } = object;
  return { kind, apiVersion, metadata: orderedMetadata(metadata), ...rest };
}

function orderedMetadata(metadata: ObjectMeta): ObjectMeta {
  const known: Record<string, unknown> = {};
  for (const field of METADATA_ORDER) {
    const value = (metadata as Record<string, unknown>)[field];
    if (value !== undefined) known[field] = value;
    // The store fills it in, where it is.
    else if (field === 'resourceVersion') known[field] = '';
  }
  return { ...known, ...metadata, ...known };
}

/** Times go out in whole seconds. */
export function timestamp(date: Date): string {
  return date.toISOString().replace(/\.\d+Z$/, 'Z');
}
