import { posix } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { StatusCause } from '@banyan/api';
import { forbidden, malformed, notSupported, required } from '../fields/field-error.ts';
import { asJson, sortedMap } from '../fields/go-text.ts';
import { dnsSubdomain } from '../fields/name-format.ts';
import { validateImmutable } from '../fields/object-meta-validation.ts';
import { unifiedDiff } from '../fields/unified-diff.ts';
import { internalVolumeSource } from '../pod/internal-form.ts';
import { validateAccessModes, validatePositive } from './claim-spec-validation.ts';
import { VOLUME_MODES } from './claim-spec.ts';
import { validateNotNegative } from './claim-status-validation.ts';
import { validateVolumeNodeAffinity, validateVolumeNodeAffinityUpdate } from './volume-node-affinity.ts';
import { validateVolumeSource, VOLUME_SOURCES } from './volume-source-validation.ts';
import type { PersistentVolume, VolumeSpec } from './volume-spec.ts';

const RECLAIM_POLICIES = ['Delete', 'Recycle', 'Retain'];
const MOUNT_OPTIONS = 'volume.beta.kubernetes.io/mount-options';
/** Those whose mounts take options by the old annotation. */
const WITH_OPTIONS = VOLUME_SOURCES.filter(
  (source) =>
    ![
      'hostPath',
      'flocker',
      'fc',
      'flexVolume',
      'portworxVolume',
      'scaleIO',
      'local',
      'storageos',
      'csi',
    ].includes(source),
);

export function validateVolumeSpec(spec: Readonly<VolumeSpec>, path: string): StatusCause[] {
  const {
    accessModes = [],
    persistentVolumeReclaimPolicy: policy = 'Retain',
    volumeMode = 'Filesystem',
  } = spec;
  const { hostPath, storageClassName = '' } = spec;
  const policyField = `${path}.persistentVolumeReclaimPolicy`;
  const erasesHost = policy === 'Recycle' && hostPath && posix.normalize(hostPath.path) === '/';
  return [
    ...(accessModes.length === 0 ? [required(`${path}.accessModes`)] : []),
    ...validateAccessModes(accessModes, `${path}.accessModes`),
    ...validateCapacity(spec.capacity, `${path}.capacity`),
    ...(RECLAIM_POLICIES.includes(policy) ? [] : [notSupported(policyField, policy, RECLAIM_POLICIES)]),
    ...validateVolumeNodeAffinity(spec.nodeAffinity, `${path}.nodeAffinity`),
    ...validateVolumeSource(spec, path),
    ...(erasesHost ? [forbidden(policyField, "may not be 'recycle' for a hostPath mount of '/'")] : []),
    ...(storageClassName === ''
      ? []
      : malformed(`${path}.storageClassName`, storageClassName, dnsSubdomain(storageClassName))),
    ...(VOLUME_MODES.includes(volumeMode)
      ? []
      : [notSupported(`${path}.volumeMode`, volumeMode, VOLUME_MODES)]),
    ...validateAttributesClass(spec, path),
  ];
}

/** Storage, and nothing else. */
function validateCapacity(capacity: Record<string, string> | undefined, field: string): StatusCause[] {
  const names = Object.keys(capacity ?? {});
  const isStorage = names.length === 1 && names[0] === 'storage';
  return [
    ...(names.length === 0 ? [required(field)] : []),
    ...(isStorage ? [] : [notSupported(field, capacity && sortedMap(capacity), ['storage'])]),
    ...Object.entries(capacity ?? {}).flatMap(([name, quantity]) => [
      ...validateNotNegative(quantity, `${field}[${name}]`),
      ...validatePositive(quantity, `${field}[${name}]`),
    ]),
  ];
}

function validateAttributesClass(spec: Readonly<VolumeSpec>, path: string): StatusCause[] {
  const { csi, volumeAttributesClassName: name } = spec;
  if (name === undefined) return [];
  const field = `${path}.volumeAttributesClassName`;
  const why = 'has to be specified when using volumeAttributesClassName';
  return [
    ...(name === ''
      ? [required(field, 'an empty string is disallowed')]
      : malformed(field, name, dnsSubdomain(name))),
    ...(csi ? [] : [required(`${path}.csi`, why)]),
  ];
}

/** Options of a mount were an annotation once, for those that can be mounted with options. */
export function validateMountOptions({ metadata, spec }: Readonly<PersistentVolume>): StatusCause[] {
  if (metadata.annotations?.[MOUNT_OPTIONS] === undefined) return [];
  if (WITH_OPTIONS.some((source) => Object.hasOwn(spec, source))) return [];
  const field = `metadata.annotations.${MOUNT_OPTIONS}`;
  return [forbidden(field, 'may not specify mount options for this volume type')];
}

/** A volume stays where it is. A secret for its growth may be added. */
export function validateVolumeSpecUpdate(
  { spec }: Readonly<PersistentVolume>,
  { spec: before }: Readonly<PersistentVolume>,
): StatusCause[] {
  const [source, old] = [sourceOf(spec), sourceOf(before)];
  if (source.csi && old.csi && !old.csi.controllerExpandSecretRef)
    delete source.csi.controllerExpandSecretRef;
  const loses =
    before.volumeAttributesClassName !== undefined && spec.volumeAttributesClassName === undefined;
  return [
    ...(isDeepStrictEqual(source, old) ? [] : [sourceChanged(source, old)]),
    ...validateImmutable(spec.volumeMode, before.volumeMode, 'volumeMode'),
    ...validateVolumeNodeAffinityUpdate(spec.nodeAffinity, before.nodeAffinity, 'nodeAffinity'),
    ...(loses
      ? [forbidden('spec.volumeAttributesClassName', 'update from non-nil value to nil is forbidden')]
      : []),
  ];
}

function sourceChanged(source: VolumeSpec, old: VolumeSpec): StatusCause {
  const pretty = (each: VolumeSpec) => asJson(internalVolumeSource(each), ' ');
  const difference = unifiedDiff(pretty(old), pretty(source));
  const why = `spec.persistentvolumesource is immutable after creation\n${difference}`;
  return forbidden('spec.persistentvolumesource', why);
}

function sourceOf(spec: Readonly<VolumeSpec>): VolumeSpec {
  const given = Object.entries(spec).filter(([field]) => VOLUME_SOURCES.includes(field));
  return structuredClone(Object.fromEntries(given)) as VolumeSpec;
}
