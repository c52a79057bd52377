import type { StatusCause } from '@banyan/api';
import { invalidValue, malformed, notSupported, required } from '../fields/field-error.ts';
import { dnsLabel, dnsSubdomain, qualifiedName, subdomainName } from '../fields/name-format.ts';
import { configKey, envVarName } from '../fields/text-format.ts';
import { validateNoBacksteps } from './path-validation.ts';
import type {
  EnvFromSource,
  EnvVar,
  EnvVarSource,
  FieldRef,
  KeySelector,
  ResourceFieldRef,
} from './container-spec.ts';

const ENV_FIELDS = [
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
];

/** Every field that the downward API knows, for variables or for files. */
const KNOWN_FIELDS = [
  ...ENV_FIELDS,
  'metadata.annotations',
  'metadata.labels',
  'spec.restartPolicy',
  'spec.schedulerName',
  'status.phase',
  'status.nominatedNodeName',
  'spec.host',
];

const RESOURCES = [
  'limits.cpu',
  'limits.ephemeral-storage',
  'limits.memory',
  'requests.cpu',
  'requests.ephemeral-storage',
  'requests.memory',
];

export function validateEnv(env: readonly EnvVar[], field: string): StatusCause[] {
  return env.flatMap((variable, i) => {
    const path = `${field}[${i}]`;
    const { name } = variable;
    return [
      ...(name === '' ? [required(`${path}.name`)] : malformed(`${path}.name`, name, envVarName(name))),
      ...(variable.valueFrom === undefined
        ? []
        : validateSource(variable.valueFrom, variable.value ?? '', `${path}.valueFrom`)),
    ];
  });
}

function validateSource(source: EnvVarSource, value: string, path: string): StatusCause[] {
  const { fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef, fileKeyRef } = source;
  const sources = [fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef, fileKeyRef];
  const count = sources.filter(Boolean).length;
  return [
    ...(fieldRef ? validateFieldRef(fieldRef, ENV_FIELDS, `${path}.fieldRef`) : []),
    ...(resourceFieldRef ? validateResourceFieldRef(resourceFieldRef, `${path}.resourceFieldRef`) : []),
    ...(configMapKeyRef ? validateKeySelector(configMapKeyRef, `${path}.configMapKeyRef`) : []),
    ...(secretKeyRef ? validateKeySelector(secretKeyRef, `${path}.secretKeyRef`) : []),
    ...(fileKeyRef ? validateFileKey(fileKeyRef, `${path}.fileKeyRef`) : []),
    ...validateSourceCount(count, value, path),
  ];
}

function validateSourceCount(count: number, value: string, path: string): StatusCause[] {
  const why =
    'must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`';
  if (count === 0) return [invalidValue(path, '', why)];
  if (value !== '') return [invalidValue(path, '', 'may not be specified when `value` is not empty')];
  return count > 1 ? [invalidValue(path, '', 'may not have more than one field specified at a time')] : [];
}

/** A reference to a field of the Pod: of a variable, or of a file. */
export function validateFieldRef(
  { apiVersion = '', fieldPath }: FieldRef,
  fields: readonly string[],
  path: string,
): StatusCause[] {
  if (apiVersion === '') return [required(`${path}.apiVersion`)];
  if (fieldPath === '') return [required(`${path}.fieldPath`)];
  if (apiVersion !== 'v1') {
    const why = `error converting fieldPath: unsupported pod version: ${apiVersion}`;
    return [invalidValue(`${path}.fieldPath`, fieldPath, why)];
  }
  const [, name = fieldPath, subscript] = /^(.*)\['(.*)'\]$/.exec(fieldPath) ?? [];
  if (subscript !== undefined) return validateSubscript(fieldPath, name, subscript, path);
  if (!KNOWN_FIELDS.includes(fieldPath)) {
    const why = `error converting fieldPath: field label not supported: ${fieldPath}`;
    return [invalidValue(`${path}.fieldPath`, fieldPath, why)];
  }
  return fields.includes(fieldPath) ? [] : [notSupported(`${path}.fieldPath`, fieldPath, fields)];
}

function validateSubscript(fieldPath: string, name: string, key: string, path: string): StatusCause[] {
  if (name === 'metadata.annotations')
    return malformed(path, key.toLowerCase(), qualifiedName(key.toLowerCase()));
  if (name === 'metadata.labels') return malformed(path, key, qualifiedName(key));
  const why = `error converting fieldPath: field label does not support subscript: ${fieldPath}`;
  return [invalidValue(`${path}.fieldPath`, fieldPath, why)];
}

/** Of a file (`ofVolume`) the container must be named. */
export function validateResourceFieldRef(
  { containerName = '', resource, divisor = '0' }: ResourceFieldRef,
  path: string,
  ofVolume = false,
): StatusCause[] {
  const isKnown = RESOURCES.includes(resource) || /^(requests|limits)\.hugepages-/.test(resource);
  const ofResource =
    ofVolume && containerName === ''
      ? [required(`${path}.containerName`)]
      : resource === ''
        ? [required(`${path}.resource`)]
        : isKnown
          ? []
          : [notSupported(`${path}.resource`, resource, RESOURCES)];
  return [...ofResource, ...validateDivisor(resource, divisor, `${path}.divisor`)];
}

const SIZES = ['1', '1k', '1M', '1G', '1T', '1P', '1E', '1Ki', '1Mi', '1Gi', '1Ti', '1Pi', '1Ei'];

function validateDivisor(resource: string, divisor: string, field: string): StatusCause[] {
  if (divisor === '0') return [];
  const kind = resource.replace(/^(limits|requests)\./, '');
  if (kind === 'cpu') {
    const why = "only divisor's values 1m and 1 are supported with the cpu resource";
    return ['1m', '1'].includes(divisor) ? [] : [invalidValue(field, resource, why)];
  }
  const named =
    kind === 'ephemeral-storage'
      ? 'local ephemeral storage'
      : kind.startsWith('hugepages-')
        ? 'hugepages'
        : kind;
  const why = `only divisor's values ${SIZES.join(', ')} are supported with the ${named} resource`;
  const isSized = ['memory', 'local ephemeral storage', 'hugepages'].includes(named);
  return isSized && !SIZES.includes(divisor) ? [invalidValue(field, resource, why)] : [];
}

function validateKeySelector({ name = '', key }: KeySelector, path: string): StatusCause[] {
  return [
    ...malformed(`${path}.name`, name, dnsSubdomain(name)),
    ...(key === '' ? [required(`${path}.key`)] : malformed(`${path}.key`, key, configKey(key))),
  ];
}

function validateFileKey(
  file: { key: string; path: string; volumeName: string },
  path: string,
): StatusCause[] {
  const { key, volumeName } = file;
  return [
    ...(key === '' ? [required(`${path}.key`)] : malformed(`${path}.key`, key, envVarName(key))),
    ...(volumeName === ''
      ? [required(`${path}.volumeName`)]
      : malformed(`${path}.volumeName`, volumeName, dnsLabel(volumeName))),
    ...(file.path === '' ? [required(`${path}.path`)] : validateNoBacksteps(file.path, `${path}.path`)),
  ];
}

export function validateEnvFrom(sources: readonly EnvFromSource[], field: string): StatusCause[] {
  return sources.flatMap(({ prefix = '', configMapRef, secretRef }, i) => {
    const path = `${field}[${i}]`;
    return [
      ...(prefix === '' ? [] : malformed(`${path}.prefix`, prefix, envVarName(prefix))),
      ...(configMapRef ? validateReference(configMapRef.name ?? '', `${path}.configMapRef.name`) : []),
      ...(secretRef ? validateReference(secretRef.name ?? '', `${path}.secretRef.name`) : []),
      ...(configMapRef || secretRef
        ? []
        : [invalidValue(field, '', 'must specify one of: `configMapRef` or `secretRef`')]),
      ...(configMapRef && secretRef
        ? [invalidValue(field, '', 'may not have more than one field specified at a time')]
        : []),
    ];
  });
}

function validateReference(name: string, field: string): StatusCause[] {
  return name === '' ? [required(field)] : malformed(field, name, subdomainName(name, true));
}
