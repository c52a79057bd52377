import type { StatusCause } from '@banyan/api';
import { forbidden, invalidValue, required } from '../fields/field-error.ts';
import { validateFieldRef, validateResourceFieldRef } from './container-env-validation.ts';
import { validateLocalPath } from './path-validation.ts';
import type { DownwardFile, KeyToPath, Projection, Volume } from './pod-spec.ts';

const FILE_FIELDS = [
  'metadata.annotations',
  'metadata.labels',
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
];

/** Less is not worth a token, and the kubelet would ask for new ones all the time. */
const MIN_TOKEN_SECONDS = 600;
const MAX_TOKEN_SECONDS = 2 ** 32;

export function validateFileMode(mode: number | undefined, field: string): StatusCause[] {
  const why = 'must be a number between 0 and 0777 (octal), both inclusive';
  return mode !== undefined && (mode < 0 || mode > 0o777) ? [invalidValue(field, mode, why)] : [];
}

export function validateKeyToPath({ key, path, mode }: KeyToPath, field: string): StatusCause[] {
  return [
    ...(key === '' ? [required(`${field}.key`)] : []),
    ...(path === '' ? [required(`${field}.path`)] : []),
    ...validateLocalPath(path, `${field}.path`),
    ...validateFileMode(mode, `${field}.mode`),
  ];
}

export function validateDownwardFile(file: DownwardFile, field: string): StatusCause[] {
  const { path, mode, fieldRef, resourceFieldRef } = file;
  return [
    ...(path === '' ? [required(`${field}.path`)] : []),
    ...validateLocalPath(path, `${field}.path`),
    ...(fieldRef ? validateFieldRef(fieldRef, FILE_FIELDS, `${field}.fieldRef`) : []),
    ...(fieldRef && resourceFieldRef
      ? [invalidValue(field, 'resource', 'fieldRef and resourceFieldRef can not be specified simultaneously')]
      : []),
    ...(!fieldRef && resourceFieldRef
      ? validateResourceFieldRef(resourceFieldRef, `${field}.resourceFieldRef`, true)
      : []),
    ...(fieldRef || resourceFieldRef
      ? []
      : [required(field, 'one of fieldRef and resourceFieldRef is required')]),
    ...validateFileMode(mode, `${field}.mode`),
  ];
}

export function validateProjected(projected: NonNullable<Volume['projected']>, field: string): StatusCause[] {
  const paths = new Set<string>();
  const sources = projected.sources ?? [];
  return [
    ...validateFileMode(projected.defaultMode, `${field}.defaultMode`),
    ...sources.flatMap((source, i) =>
      validateProjection(source, { paths, field, path: `${field}.sources[${i}]` }),
    ),
  ];
}

interface ProjectionPlace {
  /** What other sources put there already. */
  readonly paths: Set<string>;
  readonly field: string;
  readonly path: string;
}

function validateProjection(source: Projection, place: ProjectionPlace): StatusCause[] {
  const { secret, configMap, downwardAPI, serviceAccountToken } = source;
  const { path } = place;
  const isMany = Object.keys(source).length > 1;
  return [
    ...(secret ? validateKeys(secret, place, `${path}.secret`) : []),
    ...(configMap ? validateKeys(configMap, place, `${path}.configMap`) : []),
    ...(downwardAPI?.items ?? []).flatMap((file) => [
      ...validateDownwardFile(file, `${path}.downwardAPI`),
      ...validateOnlyHere(file.path, file.path, place),
    ]),
    ...(serviceAccountToken ? validateToken(serviceAccountToken, place) : []),
    ...(isMany ? [forbidden(path, 'may not specify more than 1 volume type per source')] : []),
  ];
}

function validateKeys(
  { name = '', items = [] }: { name?: string; items?: KeyToPath[] },
  place: ProjectionPlace,
  field: string,
): StatusCause[] {
  return [
    ...(name === '' ? [required(`${field}.name`)] : []),
    ...items.flatMap((item, i) => [
      ...validateKeyToPath(item, `${field}.items[${i}]`),
      ...validateOnlyHere(item.path, name, place),
    ]),
  ];
}

function validateOnlyHere(path: string, printed: string, { paths, field }: ProjectionPlace): StatusCause[] {
  if (path === '') return [];
  if (paths.has(path)) return [invalidValue(field, printed, 'conflicting duplicate paths')];
  paths.add(path);
  return [];
}

function validateToken(
  { expirationSeconds = 0, path: file }: NonNullable<Projection['serviceAccountToken']>,
  { field, path }: ProjectionPlace,
): StatusCause[] {
  const seconds = `${path}.serviceAccountToken.expirationSeconds`;
  return [
    ...(expirationSeconds < MIN_TOKEN_SECONDS
      ? [invalidValue(seconds, expirationSeconds, 'may not specify a duration less than 10 minutes')]
      : []),
    ...(expirationSeconds > MAX_TOKEN_SECONDS
      ? [invalidValue(seconds, expirationSeconds, 'may not specify a duration larger than 2^32 seconds')]
      : []),
    ...(file === '' ? [required(`${field}.path`)] : validateLocalPath(file, `${field}.path`)),
  ];
}
