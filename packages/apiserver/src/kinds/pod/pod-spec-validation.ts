import type { ObjectMeta, StatusCause } from '@banyan/api';
import {
  forbidden,
  invalidValue,
  malformed,
  notSupported,
  required,
  tooLong,
} from '../fields/field-error.ts';
import { validateLabels } from '../fields/label-validation.ts';
import { dnsLabel, dnsSubdomain } from '../fields/name-format.ts';
import { inRange } from '../fields/text-format.ts';
import { validateAffinity } from './affinity-validation.ts';
import {
  validateContainers,
  validateEphemeralContainers,
  validateInitContainers,
} from './container-validation.ts';
import { validateDnsConfig, validateHostAliases } from './dns-validation.ts';
import type { PodSpec } from './pod-spec.ts';
import { validateContainerResources } from './resource-validation.ts';
import { validateGates, validateSpread, validateTolerations } from './scheduling-validation.ts';
import { validatePodSecurityContext } from './security-context-validation.ts';
import { validateVolumes } from './volume-validation.ts';

const RESTART_POLICIES = ['Always', 'OnFailure', 'Never'];
const DNS_POLICIES = ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None'];
const PREEMPTION_POLICIES = ['PreemptLowerPriority', 'Never'];
const MAX_SECONDS = 2_147_483_647;
const MAX_HOSTNAME_BYTES = 64;

/** `metadata` of the Pod itself; undefined in a template. */
export function validatePodSpec(
  spec: PodSpec,
  metadata: Readonly<ObjectMeta> | undefined,
  path: string,
): StatusCause[] {
  const volumes = validateVolumes(spec.volumes ?? [], metadata, `${path}.volumes`);
  const around = { spec, volumes: volumes.known };
  return [
    ...volumes.causes,
    ...validateContainers(around, `${path}.containers`),
    ...validateInitContainers(around, `${path}.initContainers`),
    ...validateEphemeralContainers(around, `${path}.ephemeralContainers`),
    ...validateHostNetwork(spec, metadata !== undefined, `${path}.containers`),
    ...oneOf(spec.restartPolicy, RESTART_POLICIES, `${path}.restartPolicy`),
    ...oneOf(spec.dnsPolicy, DNS_POLICIES, `${path}.dnsPolicy`),
    ...validateLabels(spec.nodeSelector, `${path}.nodeSelector`),
    ...validatePodSecurityContext(spec, `${path}.securityContext`),
    ...validateAffinity(spec.affinity, `${path}.affinity`),
    ...validateDnsConfig(spec, `${path}.dnsConfig`),
    ...validateGates(spec, path),
    ...validateSpread(spec.topologySpreadConstraints ?? [], `${path}.topologySpreadConstraints`),
    ...validateHostUsers(spec, path),
    ...validateHostnameOverride(spec, `${path}.hostnameOverride`),
    ...validateNames(spec, path),
    ...validateTolerations(spec.tolerations ?? [], `${path}.tolerations`),
    ...validateHostAliases(spec, `${path}.hostAliases`),
    ...validateClasses(spec, path),
    ...validateFileKeyVolumes(spec, path),
  ];
}

function oneOf(value: string | undefined, supported: readonly string[], field: string): StatusCause[] {
  return value === undefined || supported.includes(value) ? [] : [notSupported(field, value, supported)];
}

/** In the host's network a port is the host's port. */
function validateHostNetwork(
  { containers, hostNetwork }: PodSpec,
  isPod: boolean,
  field: string,
): StatusCause[] {
  if (hostNetwork !== true) return [];
  const why = 'must match `containerPort` when `hostNetwork` is true';
  return (containers ?? []).flatMap(({ ports = [] }, c) =>
    ports.flatMap(({ hostPort = 0, containerPort }, p) =>
      (isPod || hostPort !== 0) && hostPort !== containerPort
        ? [invalidValue(`${field}[${c}].ports[${p}].hostPort`, hostPort, why)]
        : [],
    ),
  );
}

function validateHostUsers(
  { hostUsers, hostPID, hostIPC, hostNetwork }: PodSpec,
  path: string,
): StatusCause[] {
  if (hostUsers !== false) return [];
  const why = 'when `hostUsers` is false';
  return [
    ...(hostNetwork === true ? [forbidden(`${path}.hostNetwork`, why)] : []),
    ...(hostPID === true ? [forbidden(`${path}.HostPID`, why)] : []),
    ...(hostIPC === true ? [forbidden(`${path}.HostIPC`, why)] : []),
  ];
}

function validateHostnameOverride(spec: PodSpec, field: string): StatusCause[] {
  const { hostnameOverride: name } = spec;
  if (name === undefined) return [];
  return [
    ...(spec.setHostnameAsFQDN === true
      ? [forbidden(field, 'may not be specified when setHostnameAsFQDN is true')]
      : []),
    ...(spec.hostNetwork === true ? [forbidden(field, 'may not be specified when hostNetwork is true')] : []),
    ...(name.length > MAX_HOSTNAME_BYTES ? [tooLong(field, MAX_HOSTNAME_BYTES)] : []),
    ...malformed(field, name, dnsSubdomain(name)),
  ];
}

function validateNames(spec: PodSpec, path: string): StatusCause[] {
  const {
    serviceAccountName = '',
    nodeName = '',
    activeDeadlineSeconds,
    hostname = '',
    subdomain = '',
  } = spec;
  const given = (name: string, value: string, format: (text: string) => string[]) =>
    value === '' ? [] : malformed(`${path}.${name}`, value, format(value));
  return [
    ...given('serviceAccountName', serviceAccountName, dnsSubdomain),
    ...given('nodeName', nodeName, dnsSubdomain),
    ...(activeDeadlineSeconds === undefined
      ? []
      : malformed(
          `${path}.activeDeadlineSeconds`,
          activeDeadlineSeconds,
          inRange(activeDeadlineSeconds, 1, MAX_SECONDS),
        )),
    ...given('hostname', hostname, dnsLabel),
    ...given('subdomain', subdomain, dnsLabel),
  ];
}

function validateClasses(spec: PodSpec, path: string): StatusCause[] {
  const { priorityClassName = '', runtimeClassName, preemptionPolicy, overhead, os } = spec;
  return [
    ...(priorityClassName === ''
      ? []
      : malformed(`${path}.priorityClassName`, priorityClassName, dnsSubdomain(priorityClassName))),
    ...(runtimeClassName === undefined
      ? []
      : malformed(`${path}.runtimeClassName`, runtimeClassName, dnsSubdomain(runtimeClassName))),
    ...oneOf(preemptionPolicy, PREEMPTION_POLICIES, `${path}.preemptionPolicy`),
    ...(overhead ? validateContainerResources({ limits: overhead }, spec, `${path}.overhead`) : []),
    ...(os === undefined
      ? []
      : os.name === ''
        ? [required(`${path}.os.name`)]
        : oneOf(os.name, ['linux', 'windows'], `${path}.os`)),
  ];
}

function validateFileKeyVolumes(spec: PodSpec, path: string): StatusCause[] {
  const lists = ['initContainers', 'containers', 'ephemeralContainers'] as const;
  return lists.flatMap((list) =>
    (spec[list] ?? []).flatMap(({ env = [] }, c) =>
      env.flatMap(({ valueFrom }, e) => {
        const name = valueFrom?.fileKeyRef?.volumeName;
        if (name === undefined) return [];
        const field = `${path}.${list}[${c}].env[${e}].valueFrom.fileKeyRef.volumeName`;
        const volume = spec.volumes?.find((each) => each.name === name);
        if (volume === undefined)
          return [{ reason: 'FieldValueNotFound', message: `Not found: ${JSON.stringify(name)}`, field }];
        return volume.emptyDir
          ? []
          : [invalidValue(field, name, 'referenced volume must be of type emptyDir')];
      }),
    ),
  );
}
