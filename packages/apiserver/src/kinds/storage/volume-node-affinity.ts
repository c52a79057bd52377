import { isDeepStrictEqual } from 'node:util';
import type { StatusCause } from '@banyan/api';
import { invalidValue, required } from '../fields/field-error.ts';
import { validateNodeSelector } from '../pod/affinity-validation.ts';
import { internalVolumeNodeAffinity } from '../pod/internal-form.ts';
import type { NodeSelectorRequirement } from '../pod/pod-spec.ts';
import type { VolumeSpec } from './volume-spec.ts';

type VolumeNodeAffinity = NonNullable<VolumeSpec['nodeAffinity']>;

/** Labels of nodes that have a newer name. */
const NEWER_LABELS: Readonly<Record<string, string>> = {
  'failure-domain.beta.kubernetes.io/zone': 'topology.kubernetes.io/zone',
  'failure-domain.beta.kubernetes.io/region': 'topology.kubernetes.io/region',
  'beta.kubernetes.io/os': 'kubernetes.io/os',
  'beta.kubernetes.io/arch': 'kubernetes.io/arch',
  'beta.kubernetes.io/instance-type': 'node.kubernetes.io/instance-type',
};

export function validateVolumeNodeAffinity(
  affinity: VolumeNodeAffinity | undefined,
  path: string,
): StatusCause[] {
  if (affinity === undefined) return [];
  if (affinity.required === undefined)
    return [required(`${path}.required`, 'must specify required node constraints')];
  return validateNodeSelector(affinity.required.nodeSelectorTerms ?? [], `${path}.required`);
}

/** It can be set once, and its labels can get their newer names. */
export function validateVolumeNodeAffinityUpdate(
  affinity: VolumeNodeAffinity | undefined,
  old: VolumeNodeAffinity | undefined,
  field: string,
): StatusCause[] {
  if (old === undefined || isDeepStrictEqual(affinity, renamed(old, affinity))) return [];
  const value = affinity === undefined ? null : internalVolumeNodeAffinity(affinity);
  return [invalidValue(field, value, 'field is immutable, except for updating from beta label to GA')];
}

/** With the newer names where the new one has them. */
function renamed(old: VolumeNodeAffinity, now: VolumeNodeAffinity | undefined): VolumeNodeAffinity {
  const result = structuredClone(old);
  for (const [i, term] of (result.required?.nodeSelectorTerms ?? []).entries()) {
    const other = now?.required?.nodeSelectorTerms?.[i];
    rename(term.matchExpressions ?? [], other?.matchExpressions ?? []);
    rename(term.matchFields ?? [], other?.matchFields ?? []);
  }
  return result;
}

function rename(old: NodeSelectorRequirement[], now: readonly NodeSelectorRequirement[]): void {
  for (const [i, requirement] of old.entries()) {
    const key = NEWER_LABELS[requirement.key];
    if (key !== undefined && now[i]?.key === key) requirement.key = key;
  }
}
