import { isDeepStrictEqual } from 'node:util';
import type { Condition, Node, Taint } from '@banyan/api/objects';
import { DONE } from '@banyan/controller';
import type { ClusterObjects } from '../../cluster/cluster-objects.ts';
import type { EventRecorder } from '../../cluster/event-recorder.ts';
import { on, type Reconciler } from '../../cluster/reconciler.ts';
import { LEASES, NODES, PODS } from '../../cluster/resources.ts';
import { setCondition, timestamp } from '../../cluster/set-condition.ts';
import type { SimulationContext } from '../../cluster/simulation.ts';
import { markPodsNotReady } from './silent-node-pods.ts';

const LEASE_NAMESPACE = 'kube-node-lease';
const NOT_READY = 'node.kubernetes.io/not-ready';
const UNREACHABLE = 'node.kubernetes.io/unreachable';
const PRESSURES: Readonly<Record<string, string>> = {
  MemoryPressure: 'node.kubernetes.io/memory-pressure',
  DiskPressure: 'node.kubernetes.io/disk-pressure',
  PIDPressure: 'node.kubernetes.io/pid-pressure',
  NetworkUnavailable: 'node.kubernetes.io/network-unavailable',
};
const UNSCHEDULABLE = 'node.kubernetes.io/unschedulable';
/** The taints that are kept here; all others are people's. */
const KEPT = new Set([NOT_READY, UNREACHABLE, UNSCHEDULABLE, ...Object.values(PRESSURES)]);

/** Says of a node that is silent that nothing is known of it, and taints nodes by their conditions. */
export function nodeLifecycleReconciler(context: SimulationContext): Reconciler {
  const { viewOf, eventsOf, clock, nodeGraceMs } = context;
  const objects = viewOf('kube-controller-manager');
  const events = eventsOf('node-controller');
  const onNode = objects.indexed(PODS, 'node', ({ spec }) =>
    spec.nodeName === undefined ? [] : [spec.nodeName],
  );
  return {
    name: 'node-lifecycle',
    triggers: [on(NODES, ({ object }) => [{ name: object.metadata.name ?? '' }])],
    reconcile: async ({ name }) => {
      const node = objects.get(NODES, { name });
      if (node === undefined) return DONE;
      const leftMs = lastSignMs(objects, node) + nodeGraceMs - clock.now();
      const isSilent = leftMs <= 0;
      if (isSilent) {
        if (readyOf(node.status?.conditions)?.status === 'True') tellNotReady(events, node);
        await reportSilence(objects, name, clock.now());
        await markPodsNotReady(objects, onNode.get(name), { events, nowMs: clock.now() });
      }
      await taintByConditions(objects, name, clock.now());
      return { requeueAfterMs: isSilent ? nodeGraceMs : leftMs };
    },
  };
}

function tellNotReady(events: EventRecorder, node: Readonly<Node>): void {
  const message = `Node ${node.metadata.name} status is now: NodeNotReady`;
  events.record(node, { type: 'Normal', reason: 'NodeNotReady', message });
}

/** The later of its lease and its status. */
function lastSignMs(objects: ClusterObjects, { metadata, status }: Readonly<Node>): number {
  const lease = objects.get(LEASES, { namespace: LEASE_NAMESPACE, name: metadata.name ?? '' });
  const heartbeat = readyOf(status?.conditions)?.lastHeartbeatTime;
  const signs = [lease?.spec?.renewTime, heartbeat, metadata.creationTimestamp ?? undefined];
  return Math.max(...signs.map((text) => Date.parse(text ?? '') || 0));
}

function readyOf(conditions: readonly Condition[] | undefined): Condition | undefined {
  return conditions?.find(({ type }) => type === 'Ready');
}

async function reportSilence(objects: ClusterObjects, name: string, nowMs: number): Promise<void> {
  await objects.updateBelow(NODES, 'status', { name }, (draft) => {
    draft.status ??= {};
    for (const type of ['Ready', 'MemoryPressure', 'DiskPressure', 'PIDPressure']) {
      const old = draft.status.conditions?.find((condition) => condition.type === type);
      if (old?.status === 'Unknown') continue;
      const unknown = {
        type,
        status: 'Unknown',
        reason: old === undefined ? 'NodeStatusNeverUpdated' : 'NodeStatusUnknown',
        message:
          old === undefined ? 'Kubelet never posted node status.' : 'Kubelet stopped posting node status.',
        ...(old?.lastHeartbeatTime !== undefined && { lastHeartbeatTime: old.lastHeartbeatTime }),
      } as const;
      draft.status.conditions = setCondition(draft.status.conditions, unknown, nowMs);
    }
  });
}

async function taintByConditions(objects: ClusterObjects, name: string, nowMs: number): Promise<void> {
  const node = objects.get(NODES, { name });
  if (node === undefined) return;
  const old = node.spec?.taints ?? [];
  const wanted = wantedTaints(node);
  const isWanted = ({ key, effect }: Taint) =>
    wanted.some((taint) => taint.key === key && taint.effect === effect);
  const kept = old.filter((taint) => !KEPT.has(taint.key) || isWanted(taint));
  const added = wanted
    .filter(({ key, effect }) => !old.some((taint) => taint.key === key && taint.effect === effect))
    .map((taint) => ({ ...taint, timeAdded: timestamp(nowMs) }));
  const taints = [...kept, ...added];
  if (isDeepStrictEqual(taints, old)) return;
  await objects.update(NODES, { name }, (draft) => {
    const { taints: _old, ...spec } = draft.spec ?? {};
    draft.spec = taints.length > 0 ? { ...spec, taints } : spec;
  });
}

function wantedTaints({ spec, status }: Readonly<Node>): Taint[] {
  const ready = readyOf(status?.conditions)?.status ?? 'Unknown';
  const pressures = Object.entries(PRESSURES).filter(([type]) =>
    status?.conditions?.some((condition) => condition.type === type && condition.status === 'True'),
  );
  const keys = [
    ...(spec?.unschedulable === true ? [UNSCHEDULABLE] : []),
    ...pressures.map(([, key]) => key),
    ...(ready === 'False' ? [NOT_READY] : []),
    ...(ready === 'Unknown' ? [UNREACHABLE] : []),
  ];
  const noExecute = keys.filter((key) => key === NOT_READY || key === UNREACHABLE);
  return [
    ...keys.map((key): Taint => ({ key, effect: 'NoSchedule' })),
    ...noExecute.map((key): Taint => ({ key, effect: 'NoExecute' })),
  ];
}
