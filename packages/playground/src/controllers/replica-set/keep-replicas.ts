import type { Pod } from '@banyan/api/objects';
import { DONE, type ReconcileResult } from '@banyan/controller';
import { keyOf, type ClusterObjects } from '../../cluster/cluster-objects.ts';
import { on, type Reconciler } from '../../cluster/reconciler.ts';
import { PODS } from '../../cluster/resources.ts';
import type { SimulationContext } from '../../cluster/simulation.ts';
import { claimPods } from '../pods/claim-pods.ts';
import { OwnerPace } from '../pods/owner-pace.ts';
import { isActive } from '../pods/pod-facts.ts';
import { podFromTemplate } from '../pods/pod-from-template.ts';
import { onPodsOf } from '../pods/pod-owners.ts';
import { byWorthToDelete } from '../pods/pod-ranking.ts';
import { messageOf, PodWriter } from '../pods/pod-writer.ts';
import { writeStatus } from '../pods/write-status.ts';
import type { ReplicaKind, ReplicaOwner } from './replica-kind.ts';
import { replicaStatus, type ReplicaFailure } from './replica-status.ts';

/** The controller of one kind of owners of pods that are all alike. */
export function keepReplicas<T extends ReplicaOwner>(
  { viewOf, eventsOf, clock }: SimulationContext,
  kind: ReplicaKind<T>,
): Reconciler {
  const objects = viewOf('kube-controller-manager');
  const writer = new PodWriter(objects, eventsOf(kind.component));
  const pace = new OwnerPace(clock);
  return {
    name: kind.name,
    triggers: [
      on(kind.of, ({ object }) => [keyOf(object)]),
      onPodsOf(objects, kind.of, (owner) => kind.selectorOf(owner)),
    ],
    reconcile: async (key) => {
      const owner = objects.get(kind.of, key);
      if (owner === undefined) {
        pace.forget(key);
        return DONE;
      }
      const waitMs = pace.waitMs(key, owner.status?.replicas ?? 0);
      if (waitMs > 0) return { requeueAfterMs: waitMs };
      const pods = await claimPods(objects, { of: kind.of, owner, selector: kind.selectorOf(owner) });
      if (owner.metadata.deletionTimestamp !== undefined)
        return report({ objects, kind, owner }, clock.now());
      const active = pods.filter(isActive);
      try {
        await scale({ objects, writer, kind, owner }, active);
      } catch (error) {
        const reason = active.length > (owner.spec.replicas ?? 1) ? 'FailedDelete' : 'FailedCreate';
        await report({ objects, kind, owner }, clock.now(), { reason, message: messageOf(error) });
        throw error;
      }
      return report({ objects, kind, owner }, clock.now());
    },
  };
}

interface Keeping<T extends ReplicaOwner> {
  readonly objects: ClusterObjects;
  readonly kind: ReplicaKind<T>;
  readonly owner: Readonly<T>;
}

async function scale<T extends ReplicaOwner>(
  { objects, writer, kind, owner }: Keeping<T> & { readonly writer: PodWriter },
  active: readonly Readonly<Pod>[],
): Promise<void> {
  const missing = (owner.spec.replicas ?? 1) - active.length;
  if (missing > 0) {
    const drafts = Array.from({ length: missing }, () =>
      podFromTemplate(owner.spec.template, kind.of, owner),
    );
    await writer.create(owner, drafts);
  } else if (missing < 0) {
    const ranked = byWorthToDelete(active, kind.relatedPods(objects, owner));
    await writer.delete(owner, ranked.slice(0, -missing));
  }
}

async function report<T extends ReplicaOwner>(
  { objects, kind, owner }: Keeping<T>,
  nowMs: number,
  failure?: ReplicaFailure,
): Promise<ReconcileResult> {
  const pods = objects.controlledBy(PODS, owner.metadata.uid);
  const { countsTerminating } = kind;
  const { status, nextMs } = replicaStatus(owner, pods, { failure, countsTerminating, nowMs });
  await writeStatus<ReplicaOwner>(objects, kind.of, keyOf(owner), status);
  return nextMs === undefined ? DONE : { requeueAfterMs: nextMs };
}
