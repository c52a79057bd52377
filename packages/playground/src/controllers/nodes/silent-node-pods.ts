import type { Pod } from '@banyan/api/objects';
import { keyOf, type ClusterObjects } from '../../cluster/cluster-objects.ts';
import type { EventRecorder } from '../../cluster/event-recorder.ts';
import { PODS } from '../../cluster/resources.ts';
import { setCondition } from '../../cluster/set-condition.ts';
import { conditionOf, isReady } from '../pods/pod-facts.ts';

/** Nobody can say that the pods of a silent node are ready: Services stop sending there. */
export async function markPodsNotReady(
  objects: ClusterObjects,
  pods: readonly Readonly<Pod>[],
  { events, nowMs }: { events: EventRecorder; nowMs: number },
): Promise<void> {
  for (const pod of pods.filter(isReady)) {
    await objects.updateBelow(PODS, 'status', keyOf(pod), (draft) => {
      const old = conditionOf(draft, 'Ready');
      if (old === undefined || draft.status === undefined) return;
      draft.status.conditions = setCondition(draft.status.conditions, { ...old, status: 'False' }, nowMs);
    });
    events.record(pod, { type: 'Warning', reason: 'NodeNotReady', message: 'Node is not ready' });
  }
}
