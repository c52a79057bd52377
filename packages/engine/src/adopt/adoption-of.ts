import type { KubeObject } from '@banyan/api';
import { CONFLICT_ANNOTATION, OWNED_LABEL } from '@banyan/api/banyan';
import { OWNED_BY_DESCRIPTION_ANNOTATION } from '@banyan/api/clusternet';

export interface AdoptionRequest {
  /** What is there under the name; only its metadata is looked at. */
  readonly live: Pick<KubeObject, 'apiVersion' | 'kind' | 'metadata'>;
  readonly hubId: string;
  /** The intent's policy. */
  readonly conflict: 'refuse' | 'take-over';
}

/**
 * - `apply`: it is ours.
 * - `take-over`: another system that did our work made it, or the intent says so: apply with force, once.
 * - `use`: a Namespace that was there; nothing is written to it, and it is never deleted.
 * - `refuse`: it is somebody else's; `message` tells whose.
 */
export type Adoption =
  | { readonly action: 'apply' | 'take-over' | 'use' }
  | { readonly action: 'refuse'; readonly message: string };

const KARMADA_LABEL = 'karmada.io/managed';

/** What to do about an object that is there already when it is to be applied. */
export function adoptionOf({ live, hubId, conflict }: AdoptionRequest): Adoption {
  const { labels = {}, annotations = {} } = live.metadata;
  const owner = labels[OWNED_LABEL];
  if (owner === hubId) return { action: 'apply' };
  if (live.apiVersion === 'v1' && live.kind === 'Namespace') return { action: 'use' };
  if (
    owner === undefined &&
    (OWNED_BY_DESCRIPTION_ANNOTATION in annotations || labels[KARMADA_LABEL] === 'true')
  ) {
    return { action: 'take-over' };
  }
  if (conflict === 'take-over') return { action: 'take-over' };
  const whose = owner === undefined ? 'was not made by this hub' : `belongs to the hub ${owner}`;
  return {
    action: 'refuse',
    message: `it exists and ${whose}: delete it, or annotate the intent with ${CONFLICT_ANNOTATION}: take-over`,
  };
}
