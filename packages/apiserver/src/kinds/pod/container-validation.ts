import type { StatusCause } from '@banyan/api';
import {
  duplicate,
  forbidden,
  invalidValue,
  malformed,
  notSupported,
  required,
} from '../fields/field-error.ts';
import { dnsLabel } from '../fields/name-format.ts';
import { portName, portNumber } from '../fields/text-format.ts';
import { validateEnv, validateEnvFrom } from './container-env-validation.ts';
import type { Container, ContainerPort, EphemeralContainer } from './container-spec.ts';
import { validateInitRestartPolicy, validateRestartPolicy } from './container-restart-validation.ts';
import { validateLifecycle, validateProbes } from './probe-validation.ts';
import { validateContainerResources } from './resource-validation.ts';
import { validateSecurityContext } from './security-context-validation.ts';
import type { PodSpec } from './pod-spec.ts';
import { validateVolumeDevices, validateVolumeMounts, type KnownVolumes } from './volume-mount-validation.ts';

const PROTOCOLS = ['SCTP', 'TCP', 'UDP'];
const PULL_POLICIES = ['Always', 'IfNotPresent', 'Never'];
const MESSAGE_POLICIES = ['File', 'FallbackToLogsOnError'];

/** What the containers of a Pod are checked against. */
export interface ContainerSurroundings {
  readonly spec: PodSpec;
  readonly volumes: KnownVolumes;
}

export function validateContainers(around: ContainerSurroundings, field: string): StatusCause[] {
  const containers = around.spec.containers ?? [];
  if (containers.length === 0) return [required(field)];
  const names = new Set<string>();
  const ofEach = containers.flatMap((container, i) => {
    const path = `${field}[${i}]`;
    const isTwin = names.has(container.name);
    names.add(container.name);
    return [
      ...validateContainer(container, around, path),
      ...(isTwin ? [duplicate(`${path}.name`, container.name)] : []),
      ...validateLifecycle(container.lifecycle, around.spec, `${path}.lifecycle`),
      ...validateProbes(container, around.spec, path),
      ...validateRestartPolicy(container, path),
    ];
  });
  return [...ofEach, ...validateHostPorts(containers, field)];
}

export function validateInitContainers(around: ContainerSurroundings, field: string): StatusCause[] {
  const names = new Set((around.spec.containers ?? []).map(({ name }) => name));
  return (around.spec.initContainers ?? []).flatMap((container, i) => {
    const path = `${field}[${i}]`;
    const isTwin = names.has(container.name);
    if (container.name !== '') names.add(container.name);
    return [
      ...validateContainer(container, around, path),
      ...validateInitRestartPolicy(container, path),
      ...(isTwin ? [duplicate(`${path}.name`, container.name)] : []),
      ...validateHostPorts([container], field),
      ...validateInitHooks(container, around.spec, path),
      ...validateInitResize(container, path),
    ];
  });
}

/** Only an init container that keeps running has anything to probe. */
function validateInitHooks(container: Container, spec: PodSpec, path: string): StatusCause[] {
  if (container.restartPolicy === 'Always') {
    return [
      ...validateLifecycle(container.lifecycle, spec, `${path}.lifecycle`),
      ...validateProbes(container, spec, path),
    ];
  }
  const why = 'may not be set for init containers without restartPolicy=Always';
  const hooks = ['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe'] as const;
  return hooks.filter((hook) => container[hook]).map((hook) => forbidden(`${path}.${hook}`, why));
}

function validateInitResize({ restartPolicy, resizePolicy = [] }: Container, path: string): StatusCause[] {
  if (restartPolicy === 'Always') return [];
  const why = "must not be set to 'RestartContainer' for non-sidecar initContainers";
  return resizePolicy.flatMap((policy, i) =>
    policy.restartPolicy === 'RestartContainer'
      ? [invalidValue(`${path}.resizePolicy[${i}].restartPolicy`, policy.restartPolicy, why)]
      : [],
  );
}

/** What may not be set for a container that was put into a running Pod. */
const NOT_FOR_EPHEMERAL = ['ports', 'livenessProbe', 'readinessProbe', 'startupProbe', 'lifecycle'] as const;

export function validateEphemeralContainers(around: ContainerSurroundings, field: string): StatusCause[] {
  const { spec } = around;
  const others = [...(spec.containers ?? []), ...(spec.initContainers ?? [])].map(({ name }) => name);
  const names = new Set(others);
  return (spec.ephemeralContainers ?? []).flatMap((container, i) => {
    const path = `${field}[${i}]`;
    const isTwin = names.has(container.name);
    names.add(container.name);
    return [
      ...validateContainer(container, around, path),
      ...validateImageSpaces(container, path),
      ...(isTwin ? [duplicate(`${path}.name`, container.name)] : []),
      ...validateEphemeralFields(container, others, path),
    ];
  });
}

function validateEphemeralFields(
  container: EphemeralContainer,
  others: readonly string[],
  path: string,
): StatusCause[] {
  const { targetContainerName: target = '', resources, volumeMounts = [] } = container;
  const why = 'cannot be set for an Ephemeral Container';
  const isLimited = Object.keys(resources).length > 0;
  return [
    ...(target === '' || others.includes(target)
      ? []
      : [
          {
            reason: 'FieldValueNotFound',
            message: `Not found: ${JSON.stringify(target)}`,
            field: `${path}.targetContainerName`,
          },
        ]),
    ...NOT_FOR_EPHEMERAL.filter((name) => container[name]).map((name) => forbidden(`${path}.${name}`, why)),
    ...(isLimited ? [forbidden(`${path}.resources`, why)] : []),
    ...volumeMounts.flatMap((mount, i) =>
      (['subPath', 'subPathExpr'] as const)
        .filter((name) => mount[name])
        .map((name) => forbidden(`${path}.volumeMounts[${i}].${name}`, why)),
    ),
  ];
}

/** Pods only: a template may have such an image. */
export function validateImageSpaces({ image = '' }: Container, path: string): StatusCause[] {
  const why = 'must not have leading or trailing whitespace';
  return image === image.trim() ? [] : [invalidValue(`${path}.image`, image, why)];
}

function validateContainer(container: Container, around: ContainerSurroundings, path: string): StatusCause[] {
  const { name, image = '', imagePullPolicy = '', terminationMessagePolicy = '' } = container;
  const { spec, volumes } = around;
  return [
    ...(name === '' ? [required(`${path}.name`)] : malformed(`${path}.name`, name, dnsLabel(name))),
    ...(image === '' ? [required(`${path}.image`)] : []),
    ...(MESSAGE_POLICIES.includes(terminationMessagePolicy)
      ? []
      : [notSupported(`${path}.terminationMessagePolicy`, terminationMessagePolicy, MESSAGE_POLICIES)]),
    ...validatePorts(container.ports ?? [], `${path}.ports`),
    ...validateEnv(container.env ?? [], `${path}.env`),
    ...validateEnvFrom(container.envFrom ?? [], `${path}.envFrom`),
    ...validateVolumeMounts(container, volumes, `${path}.volumeMounts`),
    ...validateVolumeDevices(container, volumes, `${path}.volumeDevices`),
    ...(PULL_POLICIES.includes(imagePullPolicy)
      ? []
      : [notSupported(`${path}.imagePullPolicy`, imagePullPolicy, PULL_POLICIES)]),
    ...validateContainerResources(container.resources, spec, `${path}.resources`),
    ...validateResizePolicy(container, spec, `${path}.resizePolicy`),
    ...validateSecurityContext(container.securityContext, spec.hostUsers ?? true, `${path}.securityContext`),
  ];
}

function validatePorts(ports: readonly ContainerPort[], field: string): StatusCause[] {
  const names = new Set<string>();
  return ports.flatMap(({ name = '', containerPort, hostPort = 0, protocol = '' }, i) => {
    const path = `${field}[${i}]`;
    const ofName = malformed(`${path}.name`, name, name === '' ? [] : portName(name));
    const isTwin = ofName.length === 0 && names.has(name);
    if (name !== '' && ofName.length === 0) names.add(name);
    return [
      ...ofName,
      ...(isTwin ? [duplicate(`${path}.name`, name)] : []),
      ...(containerPort === 0
        ? [required(`${path}.containerPort`)]
        : malformed(`${path}.containerPort`, containerPort, portNumber(containerPort))),
      ...(hostPort === 0 ? [] : malformed(`${path}.hostPort`, hostPort, portNumber(hostPort))),
      ...(PROTOCOLS.includes(protocol) ? [] : [notSupported(`${path}.protocol`, protocol, PROTOCOLS)]),
    ];
  });
}

/** A port of the host can be taken once. */
function validateHostPorts(containers: readonly Container[], field: string): StatusCause[] {
  const taken = new Set<string>();
  return containers.flatMap(({ ports = [] }, c) =>
    ports.flatMap(({ hostPort = 0, hostIP = '', protocol = '' }, p) => {
      if (hostPort === 0) return [];
      const key = `${protocol}/${hostIP}/${hostPort}`;
      if (taken.has(key)) return [duplicate(`${field}[${c}].ports[${p}].hostPort`, key)];
      taken.add(key);
      return [];
    }),
  );
}

const RESIZE_POLICIES = ['NotRequired', 'RestartContainer'];

function validateResizePolicy({ resizePolicy = [] }: Container, spec: PodSpec, field: string): StatusCause[] {
  const seen = new Set<string>();
  return resizePolicy.flatMap(({ resourceName, restartPolicy }, i) => {
    const isTwin = seen.has(resourceName);
    seen.add(resourceName);
    const isAtOdds = spec.restartPolicy === 'Never' && restartPolicy !== 'NotRequired';
    const why = "must be 'NotRequired' when pod `restartPolicy` is 'Never'";
    return [
      ...(isTwin ? [duplicate(`${field}[${i}]`, resourceName)] : []),
      ...oneOf(resourceName, ['cpu', 'memory'], field),
      ...oneOf(restartPolicy, RESIZE_POLICIES, field),
      ...(isAtOdds ? [invalidValue(field, restartPolicy, why)] : []),
    ];
  });
}

function oneOf(value: string, supported: readonly string[], field: string): StatusCause[] {
  if (value === '') return [required(field)];
  return supported.includes(value) ? [] : [notSupported(field, value, supported)];
}
