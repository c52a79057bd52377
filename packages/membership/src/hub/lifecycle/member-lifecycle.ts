import {
  INITIALIZATION_TAINT,
  SKIP_CLUSTER_INIT_ANNOTATION,
  UNSCHEDULABLE_TAINT,
  type ClusterCondition,
  type ManagedCluster,
  type ManagedClusterStatus,
} from '@banyan/api/clusternet';
import type { Taint } from '@banyan/api/objects';
import { withCondition, type ConditionVerdict } from '../../heartbeat/ready-condition.ts';

/** Of members that never said how often they tell of themselves: Clusternet's three minutes. */
const DEFAULT_PERIOD_SECONDS = 180;
/** So many heartbeats may be lost on the way. */
const PERIODS_OF_GRACE = 3;

/** How long a member may be silent. */
export function graceMs({ status }: ManagedCluster): number {
  const seconds = status?.heartbeatFrequencySeconds;
  return PERIODS_OF_GRACE * 1000 * (seconds !== undefined && seconds > 0 ? seconds : DEFAULT_PERIOD_SECONDS);
}

export interface LifecycleFacts {
  /** Nothing was heard of it for longer than its grace. */
  readonly isLost: boolean;
  /** Whether members are to be initialized at all, and whether this one is. */
  readonly init: 'off' | 'waiting' | 'done';
  /** RFC 3339. */
  readonly now: string;
}

/** The status as it should be: what the member said of itself, and what only the hub can know. */
export function nextLifecycleStatus(member: ManagedCluster, facts: LifecycleFacts): ManagedClusterStatus {
  const { status = {} } = member;
  const conditions = withCondition(status.conditions ?? [], initVerdict(member, facts), facts.now);
  const ready = status.conditions?.find(({ type }) => type === 'Ready');
  // Whoever said Unknown before us knows better why.
  if (!facts.isLost || ready?.status === 'Unknown') return { ...status, conditions };
  const verdict = status.lastObservedTime === undefined ? NEVER_HEARD_OF : STOPPED;
  return {
    ...status,
    healthz: false,
    livez: false,
    readyz: false,
    conditions: withCondition(conditions, verdict, facts.now),
  };
}

const STOPPED: ConditionVerdict = {
  type: 'Ready',
  status: 'Unknown',
  reason: 'ClusterStatusUnknown',
  message: 'Clusternet agent stopped posting cluster status.',
};

const NEVER_HEARD_OF: ConditionVerdict = {
  type: 'Ready',
  status: 'Unknown',
  reason: 'ClusterStatusNeverUpdated',
  message: 'Clusternet agent never posted cluster status.',
};

function initVerdict({ metadata }: ManagedCluster, { init }: LifecycleFacts): ConditionVerdict {
  const isOff = init === 'off' || metadata.annotations?.[SKIP_CLUSTER_INIT_ANNOTATION] === 'true';
  if (isOff) {
    return {
      type: 'ClusterInit',
      status: 'True',
      reason: 'ClusterInitDisabled',
      message: 'cluster initialization is off.',
    };
  }
  return init === 'done'
    ? { type: 'ClusterInit', status: 'True', reason: 'ClusterInitDone', message: 'cluster is initialized.' }
    : {
        type: 'ClusterInit',
        status: 'False',
        reason: 'ClusterInitWaiting',
        message: 'cluster is not initialized yet.',
      };
}

const TAINT_OF_CONDITION: readonly (readonly [string, string])[] = [
  ['Ready', UNSCHEDULABLE_TAINT],
  ['ClusterInit', INITIALIZATION_TAINT],
];

/** The taints that the conditions ask for, besides those of others, in a stable order. */
export function nextTaints(
  taints: readonly Taint[],
  conditions: readonly ClusterCondition[],
  now: string,
): Taint[] {
  const isOurs = ({ key, effect }: Taint): boolean =>
    effect === 'NoSchedule' && TAINT_OF_CONDITION.some(([, ours]) => ours === key);
  const wanted = TAINT_OF_CONDITION.flatMap(([type, key]): Taint[] => {
    const condition = conditions.find((other) => other.type === type);
    const current = taints.find((taint) => isOurs(taint) && taint.key === key);
    // Nothing was said yet: what is there stays.
    if (condition === undefined) return current === undefined ? [] : [current];
    if (condition.status === 'True') return [];
    if (current?.value === condition.reason) return [current];
    return [{ key, value: condition.reason, effect: 'NoSchedule', timeAdded: current?.timeAdded ?? now }];
  });
  return [...taints.filter((taint) => !isOurs(taint)), ...wanted];
}
