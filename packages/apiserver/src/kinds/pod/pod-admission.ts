import { isDeepStrictEqual } from 'node:util';
import type { KubeObject } from '@banyan/api';
import { ApiError } from '../../errors/api-error.ts';
import type { KindEnvironment } from '../kind-environment.ts';
import type { VolumeMount } from './container-spec.ts';
import type { Pod, PodSpec, Toleration, Volume } from './pod-spec.ts';

/** How long a Pod stays on a node that is lost. */
const LOST_NODE_SECONDS = 300;
/** An hour, and seven seconds by which the server knows a token that a Pod got unasked. */
const TOKEN_SECONDS = 3607;
const TOKEN_PATH = '/var/run/secrets/kubernetes.io/serviceaccount';
const TOKEN_VOLUME = 'kube-api-access-';
const MIRROR = 'kubernetes.io/config.mirror';
/** Of what follows `generateName` in a name that the server makes up. */
const SUFFIX_LENGTH = 5;

/** Every cluster has these, whether they are kept as objects yet or not. */
const SYSTEM_PRIORITIES: Readonly<Record<string, number>> = {
  'system-node-critical': 2_000_001_000,
  'system-cluster-critical': 2_000_000_000,
};

interface ServiceAccount extends KubeObject {
  automountServiceAccountToken?: boolean;
  imagePullSecrets?: { name?: string }[];
}

interface PriorityClass extends KubeObject {
  value: number;
  globalDefault?: boolean;
  preemptionPolicy?: string;
}

/** What admission does to a new Pod. Throws what it refuses. */
export function admitPod(pod: Pod, environment: KindEnvironment): void {
  admitServiceAccount(pod, environment);
  admitRuntimeClass(pod, environment);
  admitPriority(pod, environment);
  addLostNodeTolerations(pod.spec);
}

/** What admission does to a Pod that is updated. */
export function admitPodUpdate(pod: Pod, old: Readonly<Pod>): void {
  if (old.spec.priority !== undefined) pod.spec.priority ??= old.spec.priority;
  if (old.spec.preemptionPolicy !== undefined) pod.spec.preemptionPolicy ??= old.spec.preemptionPolicy;
  addLostNodeTolerations(pod.spec);
}

/** A name that is made up is not told: who asked does not know it. */
function forbidden({ metadata: { name: given = '', generateName = '' } }: Pod, why: string): ApiError {
  const isMadeUp = given.startsWith(generateName) && given.length === generateName.length + SUFFIX_LENGTH;
  const name = (isMadeUp ? generateName : given) || generateName || given || 'Unknown';
  const message = `pods ${JSON.stringify(name)} is forbidden: ${why}`;
  return new ApiError({ code: 403, reason: 'Forbidden', message, details: { name, kind: 'pods' } });
}

function admitServiceAccount(pod: Pod, environment: KindEnvironment): void {
  if (pod.metadata.annotations?.[MIRROR] !== undefined) return;
  const { spec, metadata } = pod;
  const namespace = metadata.namespace ?? '';
  const name = spec.serviceAccountName ?? 'default';
  spec.serviceAccountName = name;
  spec.serviceAccount = name;
  const of = { group: '', resource: 'serviceaccounts' };
  const account = environment.find(of, { namespace, name }) as ServiceAccount | undefined;
  if (account === undefined) {
    const why = `error looking up service account ${namespace}/${name}: serviceaccount ${JSON.stringify(name)} not found`;
    throw forbidden(pod, why);
  }
  const isMounted = spec.automountServiceAccountToken ?? account.automountServiceAccountToken ?? true;
  if (isMounted) mountToken(spec, environment);
  if (!spec.imagePullSecrets && account.imagePullSecrets)
    spec.imagePullSecrets = account.imagePullSecrets.map((secret) => ({ name: secret.name ?? '' }));
}

function mountToken(spec: PodSpec, environment: KindEnvironment): void {
  const own = spec.volumes?.find(({ name }) => name.startsWith(TOKEN_VOLUME));
  const name = own?.name ?? `${TOKEN_VOLUME}${environment.nameSuffix()}`;
  const mount: VolumeMount = { name, readOnly: true, mountPath: TOKEN_PATH };
  const containers = [...(spec.initContainers ?? []), ...(spec.containers ?? [])].filter(
    ({ volumeMounts = [] }) => !volumeMounts.some(({ mountPath }) => mountPath === TOKEN_PATH),
  );
  for (const container of containers)
    container.volumeMounts = [...(container.volumeMounts ?? []), { ...mount }];
  if (own === undefined && containers.length > 0)
    spec.volumes = [...(spec.volumes ?? []), { name, projected: tokenSources() }];
}

function tokenSources(): Volume['projected'] {
  return {
    defaultMode: 0o644,
    sources: [
      { serviceAccountToken: { expirationSeconds: TOKEN_SECONDS, path: 'token' } },
      { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
      {
        downwardAPI: {
          items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }],
        },
      },
    ],
  };
}

/** Asked last, of a Pod that is valid: only a runtime class can say what running by it costs. */
export function requireKnownOverhead(pod: Pod, environment: KindEnvironment): void {
  const { runtimeClassName: name, overhead } = pod.spec;
  if (overhead === undefined) return;
  const found =
    name === undefined ? undefined : (environment.find(RUNTIME_CLASSES, { name }) as RuntimeClass);
  if (found?.overhead?.podFixed !== undefined) return;
  throw forbidden(pod, 'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead');
}

const RUNTIME_CLASSES = { group: 'node.k8s.io', resource: 'runtimeclasses' };

interface RuntimeClass extends KubeObject {
  overhead?: { podFixed?: Record<string, string> };
  scheduling?: { nodeSelector?: Record<string, string>; tolerations?: Toleration[] };
}

/** The class says what running by it costs, and where it can be done. */
function admitRuntimeClass(pod: Pod, environment: KindEnvironment): void {
  const { spec } = pod;
  const { runtimeClassName: name, overhead } = spec;
  const found =
    name === undefined
      ? undefined
      : (environment.find(RUNTIME_CLASSES, { name }) as RuntimeClass | undefined);
  if (name !== undefined && found === undefined)
    throw forbidden(pod, `pod rejected: RuntimeClass ${JSON.stringify(name)} not found`);
  const fixed = found?.overhead?.podFixed;
  if (fixed !== undefined && overhead !== undefined && !isDeepStrictEqual({ ...fixed }, { ...overhead }))
    throw forbidden(pod, "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead");
  if (fixed !== undefined) spec.overhead = { ...fixed };
  placeByClass(pod, found?.scheduling ?? {});
}

function placeByClass(
  pod: Pod,
  { nodeSelector = {}, tolerations = [] }: NonNullable<RuntimeClass['scheduling']>,
): void {
  const { spec } = pod;
  for (const [key, value] of Object.entries(nodeSelector)) {
    const own = spec.nodeSelector?.[key];
    if (own !== undefined && own !== value) {
      const why = `conflict: runtimeClass.scheduling.nodeSelector[${key}] = ${value}; pod.spec.nodeSelector[${key}] = ${own}`;
      throw forbidden(pod, why);
    }
    spec.nodeSelector = { ...spec.nodeSelector, [key]: value };
  }
  const added = tolerations.filter((each) => !spec.tolerations?.some((own) => isDeepStrictEqual(own, each)));
  if (added.length > 0) spec.tolerations = [...(spec.tolerations ?? []), ...added];
}

function admitPriority(pod: Pod, environment: KindEnvironment): void {
  const { spec } = pod;
  const found = priorityOf(pod, environment);
  if (found.name !== undefined) spec.priorityClassName = found.name;
  if (spec.priority !== undefined && spec.priority !== found.value) {
    const why = `the integer value of priority (${spec.priority}) must not be provided in pod spec; priority admission controller computed ${found.value} from the given PriorityClass name`;
    throw forbidden(pod, why);
  }
  spec.priority = found.value;
  if (spec.preemptionPolicy !== undefined && spec.preemptionPolicy !== found.preemptionPolicy) {
    const why = `the string value of PreemptionPolicy (${spec.preemptionPolicy}) must not be provided in pod spec; priority admission controller computed ${found.preemptionPolicy} from the given PriorityClass name`;
    throw forbidden(pod, why);
  }
  spec.preemptionPolicy = found.preemptionPolicy;
}

interface Priority {
  readonly name?: string;
  readonly value: number;
  readonly preemptionPolicy: string;
}

function priorityOf(pod: Pod, environment: KindEnvironment): Priority {
  const of = { group: 'scheduling.k8s.io', resource: 'priorityclasses' };
  const { priorityClassName: name } = pod.spec;
  const found =
    name === undefined
      ? defaultClass([...environment.list(of)] as PriorityClass[])
      : (environment.find(of, { name }) as PriorityClass | undefined);
  if (found !== undefined)
    return {
      ...(found.metadata.name !== undefined && { name: found.metadata.name }),
      value: found.value,
      preemptionPolicy: found.preemptionPolicy ?? 'PreemptLowerPriority',
    };
  const value = name === undefined ? 0 : SYSTEM_PRIORITIES[name];
  if (value === undefined) throw forbidden(pod, `no PriorityClass with name ${name} was found`);
  return { value, preemptionPolicy: 'PreemptLowerPriority' };
}

/** There should be one; of several the lowest counts. */
function defaultClass(classes: readonly PriorityClass[]): PriorityClass | undefined {
  return classes.filter(({ globalDefault }) => globalDefault === true).sort((a, b) => a.value - b.value)[0];
}

function addLostNodeTolerations(spec: PodSpec): void {
  for (const key of ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable']) {
    const tolerations = spec.tolerations ?? [];
    if (tolerations.some((toleration) => tolerates(toleration, key))) continue;
    const toleration = { key, operator: 'Exists', effect: 'NoExecute', tolerationSeconds: LOST_NODE_SECONDS };
    spec.tolerations = [...tolerations, toleration];
  }
}

function tolerates({ key = '', effect = '' }: Toleration, taint: string): boolean {
  return (key === taint || key === '') && (effect === 'NoExecute' || effect === '');
}
