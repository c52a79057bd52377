import type { StatusCause } from '@banyan/api';
import { forbidden, invalidValue, notFoundValue, notSupported, required } from '../fields/field-error.ts';
import type { Container, VolumeMount } from './container-spec.ts';
import { validateDescendingPath } from './path-validation.ts';
import type { Volume } from './pod-spec.ts';

/** The Pod's volumes that are in order themselves, by name. */
export type KnownVolumes = ReadonlyMap<string, Volume>;

const PROPAGATIONS = ['Bidirectional', 'HostToContainer', 'None'];
const RECURSIVE = ['Disabled', 'Enabled', 'IfPossible'];

export function validateVolumeMounts(
  container: Container,
  volumes: KnownVolumes,
  field: string,
): StatusCause[] {
  const { volumeMounts = [], volumeDevices = [] } = container;
  const paths = new Set<string>();
  return volumeMounts.flatMap((mount, i) => {
    const path = `${field}[${i}]`;
    const { name, mountPath } = mount;
    const isTwin = paths.has(mountPath);
    paths.add(mountPath);
    return [
      ...(name === '' ? [required(`${path}.name`)] : []),
      ...(volumes.has(name) ? [] : [notFoundValue(`${path}.name`, name)]),
      ...(mountPath === '' ? [required(`${path}.mountPath`)] : []),
      ...(isTwin ? [invalidValue(`${path}.mountPath`, mountPath, 'must be unique')] : []),
      ...(volumeDevices.some((device) => device.name === name)
        ? [invalidValue(`${path}.name`, name, 'must not already exist in volumeDevices')]
        : []),
      ...(volumeDevices.some((device) => device.devicePath === mountPath)
        ? [invalidValue(`${path}.mountPath`, mountPath, 'must not already exist as a path in volumeDevices')]
        : []),
      ...validateSubPath(mount, path, field),
      ...validatePropagation(mount, container, `${field}.mountPropagation`),
      ...validateRecursive(mount, `${field}.recursiveReadOnly`),
    ];
  });
}

/** The server names these fields without the place in the list. */
function validateSubPath(
  { subPath = '', subPathExpr = '' }: VolumeMount,
  path: string,
  field: string,
): StatusCause[] {
  const why = 'subPathExpr and subPath are mutually exclusive';
  return [
    ...(subPath === '' ? [] : validateDescendingPath(subPath, `${field}.subPath`)),
    ...(subPath !== '' && subPathExpr !== '' ? [invalidValue(`${path}.subPathExpr`, subPathExpr, why)] : []),
    ...(subPathExpr === '' ? [] : validateDescendingPath(subPathExpr, `${field}.subPathExpr`)),
  ];
}

function validatePropagation(
  { mountPropagation }: VolumeMount,
  { securityContext }: Container,
  field: string,
): StatusCause[] {
  if (mountPropagation === undefined) return [];
  const why = 'Bidirectional mount propagation is available only to privileged containers';
  const isRefused = mountPropagation === 'Bidirectional' && securityContext?.privileged !== true;
  return [
    ...(PROPAGATIONS.includes(mountPropagation) ? [] : [notSupported(field, mountPropagation, PROPAGATIONS)]),
    ...(isRefused ? [forbidden(field, why)] : []),
  ];
}

function validateRecursive(mount: VolumeMount, field: string): StatusCause[] {
  const { recursiveReadOnly, readOnly, mountPropagation = 'None' } = mount;
  if (recursiveReadOnly === undefined || recursiveReadOnly === 'Disabled') return [];
  if (!RECURSIVE.includes(recursiveReadOnly)) return [notSupported(field, recursiveReadOnly, RECURSIVE)];
  return [
    ...(readOnly === true ? [] : [forbidden(field, 'may only be specified when readOnly is true')]),
    ...(mountPropagation === 'None'
      ? []
      : [forbidden(field, 'may only be specified when mountPropagation is None or not specified')]),
  ];
}

export function validateVolumeDevices(
  { volumeDevices = [], volumeMounts = [] }: Container,
  volumes: KnownVolumes,
  field: string,
): StatusCause[] {
  const names = new Set<string>();
  const paths = new Set<string>();
  return volumeDevices.flatMap(({ name, devicePath }, i) => {
    const at = { name: `${field}[${i}].name`, path: `${field}[${i}].devicePath` };
    const volume = volumes.get(name);
    const isBlock = volume?.persistentVolumeClaim !== undefined || volume?.ephemeral !== undefined;
    const climbs = devicePath.split('/').includes('..');
    const causes = [
      ...(name === '' ? [required(at.name)] : []),
      ...(names.has(name) ? [invalidValue(at.name, name, 'must be unique')] : []),
      ...(volume && !isBlock ? [invalidValue(at.name, name, ONLY_BLOCK)] : []),
      ...(volume ? [] : [notFoundValue(at.name, name)]),
      ...(devicePath === '' ? [required(at.path)] : []),
      ...(paths.has(devicePath) ? [invalidValue(at.path, devicePath, 'must be unique')] : []),
      ...(climbs ? [invalidValue(at.path, devicePath, "can not contain backsteps ('..')")] : []),
      ...(volumeMounts.some((mount) => mount.name === name)
        ? [invalidValue(at.name, name, 'must not already exist in volumeMounts')]
        : []),
      ...(volumeMounts.some((mount) => mount.mountPath === devicePath)
        ? [invalidValue(at.path, devicePath, 'must not already exist as a path in volumeMounts')]
        : []),
    ];
    if (!climbs) paths.add(devicePath);
    if (name !== '') names.add(name);
    return causes;
  });
}

const ONLY_BLOCK = 'can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode';
