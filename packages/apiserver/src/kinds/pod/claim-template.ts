import type { LabelSelector, ObjectMeta, StatusCause } from '@banyan/api';
import { forbidden, invalidValue, malformed, notSupported, required } from '../fields/field-error.ts';
import { validateLabelSelector } from '../fields/label-validation.ts';
import { dnsSubdomain } from '../fields/name-format.ts';
import { parseQuantity } from '../fields/quantity.ts';

/** A claim that is made for each Pod: by a StatefulSet, or with the Pod itself. */
export interface ClaimTemplate {
  apiVersion?: string;
  kind?: string;
  metadata: ObjectMeta;
  spec: ClaimSpec;
  status: { phase?: string };
}

export interface ClaimSpec {
  accessModes?: string[];
  resources?: { requests?: Record<string, string> };
  selector?: LabelSelector;
  storageClassName?: string;
  volumeMode?: string;
}

const ACCESS_MODES = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];
const VOLUME_MODES = ['Block', 'Filesystem'];

/** It is written with the kind that it is. */
export function applyClaimDefaults(claim: ClaimTemplate): void {
  claim.apiVersion = 'v1';
  claim.kind = 'PersistentVolumeClaim';
  claim.spec.volumeMode ??= 'Filesystem';
  claim.status.phase ??= 'Pending';
}

export function validateClaimSpec(spec: ClaimSpec, path: string): StatusCause[] {
  const { accessModes = [], storageClassName = '', volumeMode = 'Filesystem' } = spec;
  const isMixed =
    accessModes.includes('ReadWriteOncePod') &&
    accessModes.some((mode) => mode !== 'ReadWriteOncePod' && ACCESS_MODES.includes(mode));
  return [
    ...(accessModes.length === 0
      ? [required(`${path}.accessModes`, 'at least 1 access mode is required')]
      : []),
    ...validateLabelSelector(spec.selector, `${path}.selector`),
    ...accessModes.flatMap((mode) =>
      ACCESS_MODES.includes(mode) ? [] : [notSupported(`${path}.accessModes`, mode, ACCESS_MODES)],
    ),
    ...(isMixed
      ? [forbidden(`${path}.accessModes`, 'may not use ReadWriteOncePod with other access modes')]
      : []),
    ...validateStorage(spec.resources?.requests?.['storage'], `${path}.resources[storage]`),
    ...(storageClassName === ''
      ? []
      : malformed(`${path}.storageClassName`, storageClassName, dnsSubdomain(storageClassName))),
    ...(VOLUME_MODES.includes(volumeMode)
      ? []
      : [notSupported(`${path}.volumeMode`, volumeMode, VOLUME_MODES)]),
  ];
}

function validateStorage(storage: string | undefined, field: string): StatusCause[] {
  if (storage === undefined) return [required(field)];
  const isPositive = (parseQuantity(storage)?.unscaled ?? 0n) > 0n;
  return isPositive ? [] : [invalidValue(field, storage, 'must be greater than zero')];
}
