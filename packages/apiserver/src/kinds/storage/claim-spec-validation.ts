import type { StatusCause } from '@banyan/api';
import { forbidden, invalidValue, malformed, notSupported, required } from '../fields/field-error.ts';
import { validateLabelSelector } from '../fields/label-validation.ts';
import { dnsLabel, dnsSubdomain } from '../fields/name-format.ts';
import { parseQuantity } from '@banyan/api/quantity';
import {
  ACCESS_MODES,
  requestedStorage,
  VOLUME_MODES,
  type ClaimSpec,
  type DataSource,
} from './claim-spec.ts';

/** `anyGroup`: the group of a source is not looked at, since older rules did not. */
export function validateClaimSpec(
  spec: Readonly<ClaimSpec>,
  path: string,
  { anyGroup = false }: { anyGroup?: boolean } = {},
): StatusCause[] {
  const { accessModes = [], storageClassName = '', volumeMode = 'Filesystem' } = spec;
  const { volumeAttributesClassName: attributesClass = '' } = spec;
  return [
    ...(accessModes.length === 0
      ? [required(`${path}.accessModes`, 'at least 1 access mode is required')]
      : []),
    ...validateLabelSelector(spec.selector, `${path}.selector`),
    ...validateAccessModes(accessModes, `${path}.accessModes`),
    ...validateStorage(requestedStorage(spec), `${path}.resources[storage]`),
    ...(storageClassName === ''
      ? []
      : malformed(`${path}.storageClassName`, storageClassName, dnsSubdomain(storageClassName))),
    ...(VOLUME_MODES.includes(volumeMode)
      ? []
      : [notSupported(`${path}.volumeMode`, volumeMode, VOLUME_MODES)]),
    ...validateDataSources(spec, path, anyGroup),
    ...(attributesClass === ''
      ? []
      : malformed(`${path}.volumeAttributesClassName`, attributesClass, dnsSubdomain(attributesClass))),
  ];
}

export function validateAccessModes(modes: readonly string[], field: string): StatusCause[] {
  const isMixed =
    modes.includes('ReadWriteOncePod') &&
    modes.some((mode) => mode !== 'ReadWriteOncePod' && ACCESS_MODES.includes(mode));
  return [
    ...modes.flatMap((mode) =>
      ACCESS_MODES.includes(mode) ? [] : [notSupported(field, mode, ACCESS_MODES)],
    ),
    ...(isMixed ? [forbidden(field, 'may not use ReadWriteOncePod with other access modes')] : []),
  ];
}

function validateStorage(storage: string | undefined, field: string): StatusCause[] {
  return storage === undefined ? [required(field)] : validatePositive(storage, field);
}

export function validatePositive(quantity: string, field: string): StatusCause[] {
  const isPositive = (parseQuantity(quantity)?.unscaled ?? 0n) > 0n;
  return isPositive ? [] : [invalidValue(field, quantity, 'must be greater than zero')];
}

/** Both say the same, unless the newer one is of another namespace: then the older one cannot. */
function validateDataSources(spec: Readonly<ClaimSpec>, path: string, anyGroup: boolean): StatusCause[] {
  const { dataSource, dataSourceRef } = spec;
  const namespace = dataSourceRef?.namespace ?? '';
  const isOther = dataSource && dataSourceRef && namespace === '' && !isSame(dataSource, dataSourceRef);
  return [
    ...(dataSource ? validateDataSource(dataSource, `${path}.dataSource`, anyGroup) : []),
    ...(dataSourceRef ? validateDataSource(dataSourceRef, `${path}.dataSourceRef`, anyGroup) : []),
    ...(namespace === '' ? [] : malformed(`${path}.dataSourceRef.namespace`, namespace, dnsLabel(namespace))),
    ...(namespace !== '' && dataSource
      ? [invalidValue(path, {}, 'may not be specified when dataSourceRef.namespace is specified')]
      : []),
    ...(isOther ? [invalidValue(path, {}, 'must match dataSourceRef')] : []),
  ];
}

function isSame(a: DataSource, b: DataSource): boolean {
  return (a.apiGroup ?? null) === (b.apiGroup ?? null) && a.kind === b.kind && a.name === b.name;
}

function validateDataSource(
  { apiGroup: group, kind, name }: Readonly<DataSource>,
  path: string,
  anyGroup: boolean,
): StatusCause[] {
  const apiGroup = group ?? '';
  const why = "must be 'PersistentVolumeClaim' when referencing the default apiGroup";
  return [
    ...(name === '' ? [required(`${path}.name`)] : []),
    ...(kind === '' ? [required(`${path}.kind`)] : []),
    ...(apiGroup === '' && kind !== 'PersistentVolumeClaim' ? [invalidValue(path, kind, why)] : []),
    ...(apiGroup === '' || anyGroup ? [] : malformed(`${path}.apiGroup`, apiGroup, dnsSubdomain(apiGroup))),
  ];
}
