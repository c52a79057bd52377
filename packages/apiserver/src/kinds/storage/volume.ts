import type { KubeObject } from '@banyan/api';
import { timestamp } from '../../registry/object-draft.ts';
import { subdomainName } from '../fields/name-format.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../fields/object-meta-validation.ts';
import { roundToMilli } from '@banyan/api/quantity';
import type { KindRules } from '../kind-rules.ts';
import { applyDriverDefaults } from '../pod/pod-defaults.ts';
import { protect } from './protection.ts';
import type { PersistentVolume } from './volume-spec.ts';
import { validateMountOptions, validateVolumeSpec, validateVolumeSpecUpdate } from './volume-validation.ts';
import { volumeWarnings } from './volume-warnings.ts';

export const volumeRules: KindRules = {
  kind: { group: '', version: 'v1', kind: 'PersistentVolume' },
  namespaced: false,
  name: subdomainName,
  hasStatus: true,
  defaults: (draft) => applyDefaults(asVolume(draft)),
  prepareForCreate: (draft, { now }) => {
    const volume = asVolume(draft);
    protect(volume, 'kubernetes.io/pv-protection');
    volume.status = { phase: 'Pending', lastPhaseTransitionTime: timestamp(now()) };
  },
  validate: (object) => [
    ...validateVolumeSpec(asVolume(object).spec, 'spec'),
    ...validateMountOptions(asVolume(object)),
  ],
  // The server looks twice.
  validateUpdate: (object, old) => [
    ...validateWhole(object),
    ...validateMountOptions(asVolume(object)),
    ...validateWhole(object),
    ...validateVolumeSpecUpdate(asVolume(object), asVolume(old)),
  ],
  warnings: (object) => volumeWarnings(asVolume(object)),
  status: {
    prepareForUpdate: (draft, old, { now }) => setTransitionTime(asVolume(draft), asVolume(old), now()),
    validateUpdate: (object, old) => validateObjectMetaUpdate(object.metadata, old.metadata),
  },
};

/** Drafts are in wire form: spec and status are always there. */
function asVolume(object: Readonly<KubeObject>): PersistentVolume {
  return object as PersistentVolume;
}

function applyDefaults({ spec, status }: PersistentVolume): void {
  status.phase ??= 'Pending';
  spec.persistentVolumeReclaimPolicy ??= 'Retain';
  spec.volumeMode ??= 'Filesystem';
  roundToMilli(spec.capacity ?? {});
  if (spec.hostPath) spec.hostPath.type ??= '';
  applyDriverDefaults(spec);
}

function validateWhole(object: Readonly<KubeObject>) {
  return [
    ...validateObjectMeta(object.metadata, { namespaced: false, name: subdomainName }),
    ...validateVolumeSpec(asVolume(object).spec, 'spec'),
  ];
}

/** The server's, unless whoever changes the phase says when it was. */
function setTransitionTime({ status }: PersistentVolume, { status: old }: PersistentVolume, now: Date): void {
  const given = status.lastPhaseTransitionTime;
  const isChanged = status.phase !== old.phase;
  if (isChanged && (given === undefined || given === old.lastPhaseTransitionTime))
    status.lastPhaseTransitionTime = timestamp(now);
  if (!isChanged && given === undefined && old.lastPhaseTransitionTime !== undefined)
    status.lastPhaseTransitionTime = old.lastPhaseTransitionTime;
}
