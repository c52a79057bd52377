import type { KubeObject } from '@banyan/api';
import { copyJson } from '../registry/copy-json.ts';

const KEPT = ['labels', 'annotations', 'finalizers', 'ownerReferences', 'deletionTimestamp'] as const;

/** What writes of a status may not change, in the kinds that say so: everything of metadata but who owns which field. */
export function keepMetadata({ metadata }: KubeObject, { metadata: old }: Readonly<KubeObject>): void {
  for (const field of KEPT) {
    if (old[field] === undefined) delete metadata[field];
    else Object.assign(metadata, { [field]: copyJson(old[field]) });
  }
}
