import type { KubeObject, ObjectMeta } from '@banyan/api';

/** What users write in metadata. All else is the API server's, or true in one cluster only (owners are). */
const KEPT = ['name', 'namespace', 'labels', 'annotations', 'finalizers'] as const;
/** Records of other tools about an object that is no longer this one. */
const DROPPED_ANNOTATIONS: ReadonlySet<string> = new Set([
  'kubectl.kubernetes.io/last-applied-configuration',
  'clusternet.io/last-applied-configuration',
  'deployment.kubernetes.io/revision',
  'apps.clusternet.io/feed-protection',
]);

/** A stored object as a template: without what an API server sets. The argument is not changed. */
export function trimStored(object: KubeObject): KubeObject {
  const { status: _status, metadata, ...fields } = object;
  return { ...fields, metadata: trimMetadata(metadata) };
}

function trimMetadata(metadata: ObjectMeta): ObjectMeta {
  const kept: ObjectMeta = {};
  for (const field of KEPT) {
    if (metadata[field] !== undefined) Object.assign(kept, { [field]: metadata[field] });
  }
  const { annotations } = kept;
  if (annotations === undefined || !Object.keys(annotations).some((key) => DROPPED_ANNOTATIONS.has(key)))
    return kept;
  const rest = Object.entries(annotations).filter(([key]) => !DROPPED_ANNOTATIONS.has(key));
  if (rest.length === 0) delete kept.annotations;
  else kept.annotations = Object.fromEntries(rest);
  return kept;
}
