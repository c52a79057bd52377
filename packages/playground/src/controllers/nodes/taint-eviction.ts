import type { Node, Pod, Taint } from '@banyan/api/objects';
import { DONE } from '@banyan/controller';
import { keyOf, type ClusterObjects } from '../../cluster/cluster-objects.ts';
import { on, type Reconciler } from '../../cluster/reconciler.ts';
import { NODES, PODS } from '../../cluster/resources.ts';
import { setCondition } from '../../cluster/set-condition.ts';
import type { SimulationContext } from '../../cluster/simulation.ts';
import { tolerates } from '../../scheduler/tolerations.ts';

/** Deletes pods from nodes that no longer suffer them: at once, or when their toleration ends. */
export function taintEvictionReconciler({ viewOf, eventsOf, clock }: SimulationContext): Reconciler {
  const objects = viewOf('kube-controller-manager');
  const events = eventsOf('taint-eviction-controller');
  const onNode = objects.indexed(PODS, 'node', ({ spec }) =>
    spec.nodeName === undefined ? [] : [spec.nodeName],
  );
  return {
    name: 'taint-eviction',
    triggers: [
      on(NODES, ({ object, old }) =>
        hasNoExecute(object) || (old !== undefined && hasNoExecute(old))
          ? onNode.get(object.metadata.name ?? '').map(keyOf)
          : [],
      ),
      on(PODS, ({ type, object, old }) =>
        type !== 'DELETED' && old?.spec.nodeName !== object.spec.nodeName ? [keyOf(object)] : [],
      ),
    ],
    reconcile: async (key) => {
      const pod = objects.get(PODS, key);
      if (pod === undefined || pod.metadata.deletionTimestamp !== undefined) return DONE;
      const leftMs = toleratedForMs(pod, taintsOf(objects, pod), clock.now());
      if (leftMs === Infinity) return DONE;
      if (leftMs > 0) return { requeueAfterMs: leftMs };
      const { namespace, name, uid = '' } = pod.metadata;
      const message = `Marking for deletion Pod ${namespace}/${name}`;
      events.record(pod, { type: 'Normal', reason: 'TaintManagerEviction', message });
      await objects.updateBelow(PODS, 'status', key, (draft) => {
        draft.status ??= {};
        const target = {
          type: 'DisruptionTarget',
          status: 'True',
          reason: 'DeletionByTaintManager',
          message: 'Taint manager: deleting due to NoExecute taint',
        } as const;
        draft.status.conditions = setCondition(draft.status.conditions, target, clock.now());
      });
      await objects.delete(PODS, key, { preconditions: { uid } });
      return DONE;
    },
  };
}

function hasNoExecute({ spec }: Readonly<Node>): boolean {
  return spec?.taints?.some(({ effect }) => effect === 'NoExecute') === true;
}

function taintsOf(objects: ClusterObjects, { spec }: Readonly<Pod>): Taint[] {
  const node = spec.nodeName === undefined ? undefined : objects.get(NODES, { name: spec.nodeName });
  return (node?.spec?.taints ?? []).filter(({ effect }) => effect === 'NoExecute');
}

/** Zero: not at all, or no longer. */
export function toleratedForMs({ spec }: Readonly<Pod>, taints: readonly Taint[], nowMs: number): number {
  const left = taints.map((taint) => {
    const suffered = (spec.tolerations ?? []).filter((toleration) => tolerates(toleration, taint));
    if (suffered.length === 0) return 0;
    const seconds = suffered.flatMap(({ tolerationSeconds }) => tolerationSeconds ?? []);
    if (seconds.length === 0) return Infinity;
    return Date.parse(taint.timeAdded ?? '') + Math.min(...seconds) * 1000 - nowMs;
  });
  return Math.max(0, Math.min(Infinity, ...left));
}
