import type { KubeObject } from '@banyan/api';
import type { PodSpec } from './pod-spec.ts';
import { copyJson } from '../../registry/copy-json.ts';

/** What of metadata is not to be set through an endpoint below a Pod. */
const KEPT_METADATA = ['labels', 'annotations', 'finalizers', 'ownerReferences'] as const;

/** A draft for an endpoint that changes a part of a Pod: all else is as it was. */
export function keepAllBut(
  draft: KubeObject,
  old: Readonly<KubeObject>,
  spec: { [K in keyof PodSpec]: PodSpec[K] | undefined },
): void {
  draft['spec'] = copyJson(spec);
  draft['status'] = copyJson(old['status']);
  for (const field of KEPT_METADATA) {
    delete draft.metadata[field];
    Object.assign(draft.metadata, old.metadata[field] && { [field]: copyJson(old.metadata[field]) });
  }
}
