import { formatApiVersion, matchesLabelSelector } from '@banyan/api';
import type { Pod, ReplicaSet } from '@banyan/api/objects';
import { DONE, type ReconcileResult } from '@banyan/controller';
import { controllerOf, keyOf, type ClusterObjects } from '../../cluster/cluster-objects.ts';
import type { EventRecorder } from '../../cluster/event-recorder.ts';
import { on, type Reconciler } from '../../cluster/reconciler.ts';
import { PODS, REPLICA_SETS } from '../../cluster/resources.ts';
import type { SimulationContext } from '../../cluster/simulation.ts';
import { claimPods } from '../pods/claim-pods.ts';
import { isActive, isReady, untilAvailable } from '../pods/pod-facts.ts';
import { podFromTemplate } from '../pods/pod-from-template.ts';
import { byWorthToDelete } from '../pods/pod-ranking.ts';

/** As kube-controller-manager: more at once would only find the same refusal more often. */
const BURST = 500;

/** Keeps as many pods as a ReplicaSet asks for, and says how many there are. */
export function replicaSetReconciler({ viewOf, eventsOf, clock }: SimulationContext): Reconciler {
  const objects = viewOf('kube-controller-manager');
  const events = eventsOf('replicaset-controller');
  return {
    name: 'replicaset',
    triggers: [
      on(REPLICA_SETS, ({ object }) => [keyOf(object)]),
      on(PODS, ({ object, old }) =>
        [object, ...(old === undefined ? [] : [old])].flatMap((pod) => concernedBy(objects, pod)),
      ),
    ],
    reconcile: async (key) => {
      const set = objects.get(REPLICA_SETS, key);
      if (set === undefined) return DONE;
      const pods = await claimPods(objects, REPLICA_SETS, set, set.spec.selector);
      if (set.metadata.deletionTimestamp === undefined)
        await scale(objects, events, set, pods.filter(isActive));
      return reportStatus(objects, set, clock.now());
    },
  };
}

/** The set that controls a pod; of an orphan, every set that would take it. */
function concernedBy(objects: ClusterObjects, pod: Readonly<Pod>) {
  const controller = controllerOf(pod);
  const { namespace, labels } = pod.metadata;
  if (controller !== undefined)
    return controller.kind === 'ReplicaSet' ? [{ namespace, name: controller.name }] : [];
  if (labels === undefined) return [];
  return [...objects.list(REPLICA_SETS, namespace)]
    .filter(({ spec }) => matchesLabelSelector(spec.selector, labels))
    .map(keyOf);
}

async function scale(
  objects: ClusterObjects,
  events: EventRecorder,
  set: Readonly<ReplicaSet>,
  active: readonly Readonly<Pod>[],
): Promise<void> {
  const missing = (set.spec.replicas ?? 1) - active.length;
  if (missing > 0) {
    await Promise.all(
      Array.from({ length: Math.min(missing, BURST) }, () => createPod(objects, events, set)),
    );
    return;
  }
  const surplus = byWorthToDelete(active).slice(0, Math.min(-missing, BURST));
  await Promise.all(
    surplus.map(async (pod) => {
      const { uid = '', name } = pod.metadata;
      await objects.delete(PODS, keyOf(pod), { preconditions: { uid } });
      events.record(set, { type: 'Normal', reason: 'SuccessfulDelete', message: `Deleted pod: ${name}` });
    }),
  );
}

async function createPod(
  objects: ClusterObjects,
  events: EventRecorder,
  set: Readonly<ReplicaSet>,
): Promise<void> {
  const owner = {
    apiVersion: formatApiVersion(REPLICA_SETS),
    kind: REPLICA_SETS.kind,
    metadata: set.metadata,
  };
  try {
    const pod = await objects.create(PODS, podFromTemplate(set.spec.template, owner));
    events.record(set, {
      type: 'Normal',
      reason: 'SuccessfulCreate',
      message: `Created pod: ${pod.metadata.name}`,
    });
  } catch (error) {
    const message = `Error creating: ${error instanceof Error ? error.message : String(error)}`;
    events.record(set, { type: 'Warning', reason: 'FailedCreate', message });
    throw error;
  }
}

async function reportStatus(
  objects: ClusterObjects,
  set: Readonly<ReplicaSet>,
  nowMs: number,
): Promise<ReconcileResult> {
  const pods = objects
    .controlledBy(PODS, set.metadata.uid)
    .filter(({ status }) => status?.phase !== 'Succeeded' && status?.phase !== 'Failed');
  const active = pods.filter(isActive);
  const template = set.spec.template?.metadata?.labels ?? {};
  const waits = active.map((pod) => untilAvailable(pod, set.spec.minReadySeconds ?? 0, nowMs));
  await objects.updateBelow(REPLICA_SETS, 'status', keyOf(set), (draft) => {
    draft.status = {
      ...draft.status,
      replicas: active.length,
      fullyLabeledReplicas: active.filter(({ metadata }) =>
        matchesLabelSelector({ matchLabels: template }, metadata.labels),
      ).length,
      readyReplicas: active.filter(isReady).length,
      availableReplicas: waits.filter((wait) => wait === 0).length,
      terminatingReplicas: pods.length - active.length,
      observedGeneration: set.metadata.generation ?? 0,
    };
  });
  const next = Math.min(...(waits.filter((wait) => wait !== undefined && wait > 0) as number[]));
  return Number.isFinite(next) ? { requeueAfterMs: next } : DONE;
}
