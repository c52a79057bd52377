import { parseApiVersion, type KubeObject } from '@banyan/api';
import type {
  CronJob,
  DaemonSet,
  Deployment,
  Job,
  PersistentVolumeClaim,
  Pod,
  ReplicaSet,
  Service,
  StatefulSet,
} from '@banyan/api/objects';
import { genericHealth } from './generic-status.ts';
import { cronJobCounters, cronJobHealth, jobCounters, jobHealth } from './job-status.ts';
import { progressing, type ObjectHealth, type ObjectStatus, type ReplicaCounters } from './object-health.ts';
import {
  claimHealth,
  definitionHealth,
  ingressHealth,
  namespaceHealth,
  podHealth,
  serviceHealth,
} from './plain-kinds-status.ts';
import { statusByRule, type StatusRule } from './status-rule.ts';
import {
  daemonSetCounters,
  daemonSetHealth,
  deploymentHealth,
  replicaCounters,
  replicaSetHealth,
  statefulSetHealth,
} from './workload-status.ts';

interface KindRule {
  readonly health: (object: KubeObject) => ObjectHealth;
  readonly counters?: (object: KubeObject) => ReplicaCounters;
}

const byReplicas = (object: KubeObject): ReplicaCounters => replicaCounters(object['status']);

const KINDS: ReadonlyMap<string, KindRule> = new Map<string, KindRule>([
  ['apps/Deployment', { health: (object) => deploymentHealth(object as Deployment), counters: byReplicas }],
  ['apps/ReplicaSet', { health: (object) => replicaSetHealth(object as ReplicaSet), counters: byReplicas }],
  [
    'apps/StatefulSet',
    { health: (object) => statefulSetHealth(object as StatefulSet), counters: byReplicas },
  ],
  [
    'apps/DaemonSet',
    {
      health: (object) => daemonSetHealth(object as DaemonSet),
      counters: (object) => daemonSetCounters(object as DaemonSet),
    },
  ],
  [
    'batch/Job',
    { health: (object) => jobHealth(object as Job), counters: (object) => jobCounters(object as Job) },
  ],
  [
    'batch/CronJob',
    {
      health: (object) => cronJobHealth(object as CronJob),
      counters: (object) => cronJobCounters(object as CronJob),
    },
  ],
  ['/Service', { health: (object) => serviceHealth(object as Service) }],
  ['/PersistentVolumeClaim', { health: (object) => claimHealth(object as PersistentVolumeClaim) }],
  ['/Pod', { health: (object) => podHealth(object as Pod) }],
  ['/Namespace', { health: namespaceHealth }],
  ['networking.k8s.io/Ingress', { health: ingressHealth }],
  ['apiextensions.k8s.io/CustomResourceDefinition', { health: definitionHealth }],
]);

/**
 * How an object of a member does: by a rule of the user's, by what is known of its kind, or by conventions. Any version
 * of a kind will do. Where `metadata.generation` is known, a status of an older generation counts as on its way.
 */
export function objectStatus(object: KubeObject, rules: readonly StatusRule[] = []): ObjectStatus {
  try {
    return statusOf(object, rules);
  } catch (error) {
    // Agents write what they saw: whatever it is, it must not stop the hub.
    if (!(error instanceof TypeError)) throw error;
    return { health: 'unknown', message: 'its status does not have the shape of its kind' };
  }
}

function statusOf(object: KubeObject, rules: readonly StatusRule[]): ObjectStatus {
  const { group } = parseApiVersion(object.apiVersion);
  const rule = rules.find((candidate) => candidate.group === group && candidate.kind === object.kind);
  if (rule !== undefined) {
    const status = statusByRule(rule, object);
    return withCounters(current(object) ?? status, status.counters);
  }
  const kind = KINDS.get(`${group}/${object.kind}`);
  const health = current(object) ?? (kind?.health ?? genericHealth)(object);
  return withCounters(health, kind === undefined ? countersIfAny(object) : kind.counters?.(object));
}

/** Why whatever the status says is not about the object as it is now. */
function current({ metadata, status }: KubeObject): ObjectHealth | undefined {
  if (metadata.deletionTimestamp !== undefined) return progressing('it is being deleted');
  const { observedGeneration } = (typeof status === 'object' && status !== null ? status : {}) as {
    observedGeneration?: unknown;
  };
  const { generation } = metadata;
  if (typeof observedGeneration !== 'number' || generation === undefined) return undefined;
  return observedGeneration < generation ? progressing('the last change is not yet observed') : undefined;
}

/** Custom kinds with a scale count as the built-in ones do. */
function countersIfAny(object: KubeObject): ReplicaCounters | undefined {
  const counters = byReplicas(object);
  return counters.replicas === undefined ? undefined : counters;
}

function withCounters(health: ObjectHealth, counters: ReplicaCounters | undefined): ObjectStatus {
  const { health: word, message } = health;
  return { health: word, ...(message !== undefined && { message }), ...(counters && { counters }) };
}
