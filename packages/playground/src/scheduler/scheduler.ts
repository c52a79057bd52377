import { isDeepStrictEqual } from 'node:util';
import type { Node, Pod } from '@banyan/api/objects';
import { DONE } from '@banyan/controller';
import { keyOf, type ClusterObjects, type ObjectEvent, type ObjectKey } from '../cluster/cluster-objects.ts';
import { on, type Reconciler } from '../cluster/reconciler.ts';
import {
  NAMESPACES,
  NODES,
  PERSISTENT_VOLUME_CLAIMS,
  PERSISTENT_VOLUMES,
  PODS,
} from '../cluster/resources.ts';
import type { SimulationContext } from '../cluster/simulation.ts';
import { setCondition } from '../cluster/set-condition.ts';
import { labelsOf } from './cluster-snapshot.ts';
import { decideNode, type Decision } from './decide-node.ts';
import { NodeTable } from './node-table.ts';
import { podVolumes, SELECTED_NODE } from './pod-volumes.ts';

const SCHEDULER = 'default-scheduler';
/** A claim that waits for its consumer has been given a node: its volume is on the way. */
const VOLUME_RETRY_MS = 100;

/** Gives pods their nodes. */
export function schedulerReconciler({ viewOf, eventsOf, clock }: SimulationContext): Reconciler {
  const objects = viewOf('kube-scheduler');
  const events = eventsOf(SCHEDULER);
  const nodes = new NodeTable(objects);
  // Those that found no node, and only those, look again when something changes.
  const refused = objects.indexed(PODS, 'unschedulable', (pod) => (isRefused(pod) ? ['all'] : []));
  const all = () => refused.get('all').map(keyOf);
  return {
    name: 'scheduler',
    triggers: [
      on(PODS, (event) => (isWaiting(event.object) ? [keyOf(event.object)] : givesRoom(event) ? all() : [])),
      on(NODES, (event) => (isOfInterest(event) ? all() : [])),
      on(PERSISTENT_VOLUME_CLAIMS, () => all()),
      on(PERSISTENT_VOLUMES, ({ object }) => (object.status?.phase === 'Available' ? all() : [])),
    ],
    reconcile: async (key) => {
      const pod = objects.get(PODS, key);
      if (pod === undefined || !isWaiting(pod)) return DONE;
      const volumes = podVolumes(objects, pod);
      const decision: Decision =
        volumes.problem === undefined
          ? decideNode(pod, {
              nodes: nodes.views(),
              namespaceLabels: (name) => labelsOf(objects.get(NAMESPACES, { name })),
              volumeProblem: (_, node) => volumes.problemAt(node),
            })
          : { problem: `0/${nodes.views().length} nodes are available: ${volumes.problem}.` };
      if ('problem' in decision) {
        await reportUnschedulable(objects, pod, decision.problem, clock.now());
        events.record(pod, { type: 'Warning', reason: 'FailedScheduling', message: decision.problem });
        return DONE;
      }
      const release = nodes.assume(pod, decision.node);
      try {
        if (volumes.waiting.length > 0) {
          for (const claim of volumes.waiting) await selectNode(objects, keyOf(claim), decision.node);
          release();
          return { requeueAfterMs: VOLUME_RETRY_MS };
        }
        await bind(objects, pod, decision.node);
      } catch (error) {
        release();
        throw error;
      }
      const { namespace, name } = pod.metadata;
      const message = `Successfully assigned ${namespace}/${name} to ${decision.node}`;
      events.record(pod, { type: 'Normal', reason: 'Scheduled', message });
      return DONE;
    },
  };
}

function isWaiting({ spec, metadata, status }: Readonly<Pod>): boolean {
  return (
    (spec.nodeName ?? '') === '' &&
    (spec.schedulerName ?? SCHEDULER) === SCHEDULER &&
    (spec.schedulingGates ?? []).length === 0 &&
    metadata.deletionTimestamp === undefined &&
    status?.phase !== 'Failed' &&
    status?.phase !== 'Succeeded'
  );
}

function isRefused(pod: Readonly<Pod>): boolean {
  const { conditions = [] } = pod.status ?? {};
  return (
    isWaiting(pod) && conditions.some(({ type, status }) => type === 'PodScheduled' && status === 'False')
  );
}

/** A pod that is gone or over leaves room for one that waits; one that is bound may be wanted as company. */
function givesRoom({ type, object, old }: ObjectEvent<Pod>): boolean {
  if ((object.spec.nodeName ?? '') === '') return false;
  const isOver = (phase: string | undefined) => phase === 'Succeeded' || phase === 'Failed';
  return (
    type === 'DELETED' ||
    (old?.spec.nodeName ?? '') === '' ||
    (isOver(object.status?.phase) && !isOver(old?.status?.phase))
  );
}

/** Heartbeats are not. */
function isOfInterest({ type, object, old }: ObjectEvent<Node>): boolean {
  if (type !== 'MODIFIED') return type === 'ADDED';
  return (
    !isDeepStrictEqual(object.spec, old?.spec) ||
    !isDeepStrictEqual(object.metadata.labels, old?.metadata.labels) ||
    !isDeepStrictEqual(object.status?.allocatable, old?.status?.allocatable)
  );
}

async function bind(objects: ClusterObjects, pod: Readonly<Pod>, node: string): Promise<void> {
  const { namespace, name = '', uid = '' } = pod.metadata;
  await objects.post(PODS, 'binding', keyOf(pod), {
    apiVersion: 'v1',
    kind: 'Binding',
    metadata: { name, uid, ...(namespace !== undefined && { namespace }) },
    target: { kind: 'Node', name: node },
  });
}

async function selectNode(objects: ClusterObjects, claim: ObjectKey, node: string): Promise<void> {
  await objects.update(PERSISTENT_VOLUME_CLAIMS, claim, ({ metadata }) => {
    metadata.annotations = { ...metadata.annotations, [SELECTED_NODE]: node };
  });
}

async function reportUnschedulable(
  objects: ClusterObjects,
  pod: Readonly<Pod>,
  message: string,
  nowMs: number,
): Promise<void> {
  await objects.updateBelow(PODS, 'status', keyOf(pod), (draft) => {
    draft.status ??= {};
    const condition = { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message } as const;
    draft.status.conditions = setCondition(draft.status.conditions, condition, nowMs);
  });
}
