import type { Node, Pod } from '@banyan/api/objects';
import { DONE, type ReconcileResult } from '@banyan/controller';
import { keyOf, type ClusterObjects } from '../../cluster/cluster-objects.ts';
import { on, type Reconciler } from '../../cluster/reconciler.ts';
import { NODES, PODS } from '../../cluster/resources.ts';
import { setCondition } from '../../cluster/set-condition.ts';
import type { SimulationContext } from '../../cluster/simulation.ts';

/** A node that was just deleted may be about to come back. */
const QUARANTINE_MS = 40_000;
const OUT_OF_SERVICE = 'node.kubernetes.io/out-of-service';

/** Removes pods that no kubelet will ever end: of nodes that are gone, or said to be out of service. */
export function podGarbageCollector({ viewOf, clock }: SimulationContext): Reconciler {
  const objects = viewOf('kube-controller-manager');
  const onNode = objects.indexed(PODS, 'node', ({ spec }) =>
    spec.nodeName === undefined ? [] : [spec.nodeName],
  );
  /** Since when a node that pods are on is missing. */
  const missing = new Map<string, number>();
  const lookAt = (pod: Readonly<Pod>) => {
    const { nodeName = '' } = pod.spec;
    if (nodeName === '') return [];
    const node = objects.get(NODES, { name: nodeName });
    const isEnding = pod.metadata.deletionTimestamp !== undefined;
    return node === undefined || (isEnding && isOutOfService(node)) ? [{ name: nodeName }] : [];
  };
  return {
    name: 'pod-gc',
    triggers: [
      on(NODES, ({ type, object }) =>
        type === 'DELETED' || isOutOfService(object) ? [{ name: object.metadata.name ?? '' }] : [],
      ),
      on(PODS, ({ type, object }) => (type === 'DELETED' ? [] : lookAt(object))),
    ],
    reconcile: async ({ name }): Promise<ReconcileResult> => {
      const node = objects.get(NODES, { name });
      const pods = onNode.get(name);
      if (node !== undefined || pods.length === 0) {
        missing.delete(name);
        if (node === undefined || !isOutOfService(node)) return DONE;
        const ending = pods.filter(({ metadata }) => metadata.deletionTimestamp !== undefined);
        await Promise.all(ending.map((pod) => failAndDelete(objects, pod)));
        return DONE;
      }
      const since = missing.get(name) ?? clock.elapsed();
      missing.set(name, since);
      const leftMs = since + QUARANTINE_MS - clock.elapsed();
      if (leftMs > 0) return { requeueAfterMs: leftMs };
      await Promise.all(pods.map((pod) => failAndDelete(objects, pod, clock.now())));
      missing.delete(name);
      return DONE;
    },
  };
}

function isOutOfService({ spec, status }: Readonly<Node>): boolean {
  const isReady = status?.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True');
  return isReady !== true && spec?.taints?.some(({ key }) => key === OUT_OF_SERVICE) === true;
}

/** `lostMs`: its node is gone, as of this time. */
async function failAndDelete(objects: ClusterObjects, pod: Readonly<Pod>, lostMs?: number): Promise<void> {
  const key = keyOf(pod);
  await objects.updateBelow(PODS, 'status', key, (draft) => {
    draft.status ??= {};
    const { phase } = draft.status;
    if (phase === 'Succeeded' || phase === 'Failed') return;
    draft.status.phase = 'Failed';
    if (lostMs !== undefined)
      draft.status.conditions = setCondition(draft.status.conditions, NODE_IS_GONE, lostMs);
  });
  const { uid = '' } = pod.metadata;
  await objects.delete(PODS, key, { gracePeriodSeconds: 0, preconditions: { uid } });
}

const NODE_IS_GONE = {
  type: 'DisruptionTarget',
  status: 'True',
  reason: 'DeletionByPodGC',
  message: 'PodGC: node no longer exists',
} as const;
