import { quoted } from '../fields/go-text.ts';
import { ipWarnings } from '../fields/ip-format.ts';
import { labelValue } from '../fields/name-format.ts';
import { isFractional, parseQuantity } from '@banyan/api/quantity';
import type { Container, ContainerPort } from './container-spec.ts';
import type { NodeSelectorTerm, PodSpec, PodTemplateSpec, Volume } from './pod-spec.ts';

/** Labels of nodes, and what to use instead. */
export const DEPRECATED_LABELS: Readonly<Record<string, string>> = {
  'beta.kubernetes.io/arch': 'deprecated since v1.14; use "kubernetes.io/arch" instead',
  'beta.kubernetes.io/os': 'deprecated since v1.14; use "kubernetes.io/os" instead',
  'failure-domain.beta.kubernetes.io/region':
    'deprecated since v1.17; use "topology.kubernetes.io/region" instead',
  'failure-domain.beta.kubernetes.io/zone':
    'deprecated since v1.17; use "topology.kubernetes.io/zone" instead',
  'beta.kubernetes.io/instance-type':
    'deprecated since v1.17; use "node.kubernetes.io/instance-type" instead',
  'app.kubernetes.io/created-by': 'deprecated since v1.9',
  'scheduler.alpha.kubernetes.io/preferAvoidPods':
    'deprecated since v1.22; use Taints and Tolerations instead',
  'node-role.kubernetes.io/master': 'use "node-role.kubernetes.io/control-plane" instead',
};

const DEPRECATED_ANNOTATIONS: Readonly<Record<string, string>> = {
  'scheduler.alpha.kubernetes.io/critical-pod':
    'non-functional in v1.16+; use the "priorityClassName" field instead',
  'security.alpha.kubernetes.io/sysctls': 'non-functional in v1.11+; use the "sysctls" field instead',
  'security.alpha.kubernetes.io/unsafe-sysctls': 'non-functional in v1.11+; use the "sysctls" field instead',
};

const DEPRECATED_VOLUMES: Readonly<Record<string, string>> = {
  photonPersistentDisk: 'deprecated in v1.11, non-functional in v1.16+',
  gitRepo: 'deprecated in v1.11, and disabled by default in v1.33+',
  scaleIO: 'deprecated in v1.16, non-functional in v1.22+',
  flocker: 'deprecated in v1.22, non-functional in v1.25+',
  storageos: 'deprecated in v1.22, non-functional in v1.25+',
  quobyte: 'deprecated in v1.22, non-functional in v1.25+',
  glusterfs: 'deprecated in v1.25, non-functional in v1.26+',
  cephfs: 'deprecated in v1.28, non-functional in v1.31+',
  rbd: 'deprecated in v1.28, non-functional in v1.31+',
};

/** Ports of one number that are compared with each other, and warnings about them: no answer has room for more. */
const MAX_COMPARED = 1000;

const SECCOMP_POD = 'seccomp.security.alpha.kubernetes.io/pod';
const SECCOMP_CONTAINER = 'container.seccomp.security.alpha.kubernetes.io/';

/** What is accepted but should not be written so. `path` leads to a template; empty for a Pod. */
export function podWarnings({ metadata, spec }: PodTemplateSpec, path = ''): string[] {
  const at = path === '' ? '' : `${path}.`;
  const containers = containersWithPaths(spec, `${at}spec`);
  return [
    ...placementWarnings(spec, `${at}spec`),
    ...Object.entries(DEPRECATED_ANNOTATIONS).flatMap(([key, why]) =>
      metadata.annotations?.[key] === undefined ? [] : [`${at}metadata.annotations[${key}]: ${why}`],
    ),
    ...(spec.volumes ?? []).flatMap((volume, i) => volumeWarnings(volume, `${at}spec.volumes[${i}]`)),
    ...twinWarnings(spec, `${at}spec`),
    ...seccompWarning(
      metadata.annotations?.[SECCOMP_POD],
      spec.securityContext?.seccompProfile,
      `${at}metadata.annotations[${SECCOMP_POD}]`,
    ),
    ...containers.flatMap(([container, place]) => [
      ...seccompWarning(
        metadata.annotations?.[`${SECCOMP_CONTAINER}${container.name}`],
        container.securityContext?.seccompProfile,
        `${at}metadata.annotations[${SECCOMP_CONTAINER}${container.name}]`,
      ),
      ...resourceWarnings(container, place),
      ...envWarnings(container, place),
    ]),
    ...portWarnings(containers),
    ...portNameWarnings(containers),
    ...((spec.terminationGracePeriodSeconds ?? 0) < 0
      ? [
          `${at}spec.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1`,
        ]
      : []),
    ...affinityWarnings(spec, `${at}spec.affinity`),
    ...(spec.dnsConfig?.nameservers ?? []).flatMap((ip, i) =>
      ipWarnings(ip, `${at}spec.dnsConfig.nameservers[${i}]`),
    ),
    ...(spec.hostAliases ?? []).flatMap(({ ip }, i) => ipWarnings(ip, `${at}spec.hostAliases[${i}].ip`)),
  ];
}

function containersWithPaths(spec: PodSpec, path: string): [Container, string][] {
  const lists = ['initContainers', 'containers', 'ephemeralContainers'] as const;
  return lists.flatMap((list) =>
    (spec[list] ?? []).map((container, i): [Container, string] => [container, `${path}.${list}[${i}]`]),
  );
}

function placementWarnings(spec: PodSpec, path: string): string[] {
  const { nodeSelector = {}, affinity, topologySpreadConstraints = [] } = spec;
  const node = affinity?.nodeAffinity;
  const needed = node?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  const liked = node?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  const at = `${path}.affinity.nodeAffinity`;
  return [
    ...Object.keys(nodeSelector).flatMap((key) =>
      DEPRECATED_LABELS[key] === undefined ? [] : [`${path}.nodeSelector[${key}]: ${DEPRECATED_LABELS[key]}`],
    ),
    ...needed.flatMap((term, i) =>
      termWarnings(
        term,
        `${at}.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[${i}]`,
        false,
      ),
    ),
    ...liked.flatMap(({ preference }, i) =>
      termWarnings(
        preference,
        `${at}.preferredDuringSchedulingIgnoredDuringExecution[${i}].preference`,
        true,
      ),
    ),
    ...topologySpreadConstraints.flatMap(({ topologyKey, labelSelector }, i) => {
      const place = `${path}.topologySpreadConstraints[${i}]`;
      const why = DEPRECATED_LABELS[topologyKey];
      return [
        ...(why === undefined ? [] : [`${place}.topologyKey: ${topologyKey} is ${why}`]),
        ...(labelSelector ? [] : [`${place}.labelSelector: a null labelSelector results in matching no pod`]),
      ];
    }),
  ];
}

export function termWarnings(
  { matchExpressions = [] }: NodeSelectorTerm,
  path: string,
  withValues: boolean,
): string[] {
  return matchExpressions.flatMap(({ key, values = [] }, i) => {
    const place = `${path}.matchExpressions[${i}]`;
    const why = DEPRECATED_LABELS[key];
    return [
      ...(why === undefined ? [] : [`${place}.key: ${key} is ${why}`]),
      ...(withValues
        ? values.flatMap((value, v) =>
            labelValue(value).map((reason) => `${place}.values[${v}]: ${value} is invalid, ${reason}`),
          )
        : []),
    ];
  });
}

function volumeWarnings(volume: Volume, path: string): string[] {
  return Object.entries(DEPRECATED_VOLUMES).flatMap(([source, why]) =>
    Object.hasOwn(volume, source) ? [`${path}.${source === 'storageos' ? 'storageOS' : source}: ${why}`] : [],
  );
}

function twinWarnings({ hostAliases = [], imagePullSecrets = [] }: PodSpec, path: string): string[] {
  const secrets = imagePullSecrets.map(({ name = '' }) => name);
  return [
    ...twins(hostAliases.map(({ ip }) => ip)).map(
      ([ip, i]) => `${path}.hostAliases[${i}].ip: duplicate ip ${quoted(ip)}`,
    ),
    ...twins(secrets).map(
      ([name, i]) => `${path}.imagePullSecrets[${i}].name: duplicate name ${quoted(name)}`,
    ),
    ...secrets.flatMap((name, i) =>
      name === '' ? [`${path}.imagePullSecrets[${i}].name: invalid empty name ""`] : [],
    ),
  ];
}

/** The values that were there before, with their place. */
function twins(values: readonly string[]): [string, number][] {
  const seen = new Set<string>();
  return values.flatMap((value, i): [string, number][] => {
    if (seen.has(value)) return [[value, i]];
    seen.add(value);
    return [];
  });
}

function seccompWarning(
  annotation: string | undefined,
  profile: object | undefined,
  place: string,
): string[] {
  if (annotation === undefined || profile !== undefined) return [];
  return [`${place}: non-functional in v1.27+; use the "seccompProfile" field instead`];
}

function resourceWarnings({ resources }: Container, path: string): string[] {
  return ['memory', 'ephemeral-storage'].flatMap((name) =>
    (['limits', 'requests'] as const).flatMap((list) => {
      const text = resources[list]?.[name];
      const quantity = text === undefined ? undefined : parseQuantity(text);
      if (quantity === undefined || !isFractional(quantity)) return [];
      return [
        `${path}.resources.${list}[${name}]: fractional byte value "${text}" is invalid, must be an integer`,
      ];
    }),
  );
}

/** A variable that comes twice is fine if it builds on the first. */
function envWarnings({ env = [] }: Container, path: string): string[] {
  const names = env.map(({ name }) => name);
  return twins(names).flatMap(([name, i]) => {
    const reference = `$(${name})`;
    const { value = '', valueFrom } = env[i] ?? { name };
    const builds = valueFrom === undefined && value !== reference && value.includes(reference);
    if (builds) return [];
    return [
      `${path}.env[${i}]: hides previous definition of ${quoted(name)}, which may be dropped when using apply`,
    ];
  });
}

function portWarnings(containers: readonly [Container, string][]): string[] {
  const warnings: string[] = [];
  const seen = new Map<string, { port: ContainerPort; place: string }[]>();
  for (const [{ ports = [] }, path] of containers) {
    for (const [i, port] of ports.entries()) {
      const place = `${path}.ports[${i}]`;
      warnings.push(...hostIpWarning(port, place));
      const key = `${port.containerPort}/${port.protocol}`;
      if (warnings.length > MAX_COMPARED) return warnings;
      const others = seen.get(key) ?? [];
      warnings.push(...others.flatMap((other) => portClash(port, other.port, place, other.place)));
      if (others.length < MAX_COMPARED) others.push({ port, place });
      seen.set(key, others);
    }
  }
  return warnings;
}

function hostIpWarning(given: ContainerPort, place: string): string[] {
  const { name = '', hostPort = 0, containerPort, protocol, hostIP = '' } = given;
  if (hostIP === '' || hostPort !== 0) return [];
  const port = `{Name:${name} HostPort:0 ContainerPort:${containerPort} Protocol:${protocol} HostIP:${hostIP}}`;
  return [`${place}: hostIP set without hostPort: ${port}`];
}

function portClash(a: ContainerPort, b: ContainerPort, place: string, other: string): string[] {
  const [aHost, bHost] = [a.hostPort ?? 0, b.hostPort ?? 0];
  const [aIp, bIp] = [a.hostIP ?? '', b.hostIP ?? ''];
  if (aIp === bIp && aHost === bHost) return [`${place}: duplicate port definition with ${other}`];
  if (aHost === 0 || bHost === 0) return [`${place}: overlapping port definition with ${other}`];
  const isAmbiguous = aHost === bHost && (aIp === '') !== (bIp === '');
  return isAmbiguous ? [`${place}: dangerously ambiguous port definition with ${other}`] : [];
}

function portNameWarnings(containers: readonly [Container, string][]): string[] {
  const first = new Map<string, string>();
  return containers.flatMap(([{ ports = [] }, path]) =>
    ports.flatMap(({ name = '' }, i) => {
      const place = `${path}.ports[${i}]`;
      const other = first.get(name);
      if (name === '') return [];
      if (other !== undefined)
        return [
          `${place}: duplicate port name ${quoted(name)} with ${other}, services and probes that select ports by name will use ${other}`,
        ];
      first.set(name, place);
      return [];
    }),
  );
}

function affinityWarnings({ affinity }: PodSpec, path: string): string[] {
  const why = 'a null labelSelector results in matching no pod';
  return (['podAffinity', 'podAntiAffinity'] as const).flatMap((kind) => [
    ...(affinity?.[kind]?.requiredDuringSchedulingIgnoredDuringExecution ?? []).flatMap((term, i) =>
      term.labelSelector
        ? []
        : [`${path}.${kind}.requiredDuringSchedulingIgnoredDuringExecution[${i}].labelSelector: ${why}`],
    ),
    ...(affinity?.[kind]?.preferredDuringSchedulingIgnoredDuringExecution ?? []).flatMap(
      ({ podAffinityTerm }, i) =>
        podAffinityTerm.labelSelector
          ? []
          : [
              `${path}.${kind}.preferredDuringSchedulingIgnoredDuringExecution[${i}].podAffinityTerm.labelSelector: ${why}`,
            ],
    ),
  ]);
}
