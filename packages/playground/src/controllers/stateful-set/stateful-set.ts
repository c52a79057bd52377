import type { ControllerRevision, Pod, StatefulSet } from '@banyan/api/objects';
import { DONE, type ReconcileResult } from '@banyan/controller';
import { keyOf, type ClusterObjects, type ObjectKey } from '../../cluster/cluster-objects.ts';
import type { EventRecorder } from '../../cluster/event-recorder.ts';
import { on, type Reconciler } from '../../cluster/reconciler.ts';
import { PERSISTENT_VOLUME_CLAIMS, PODS, STATEFUL_SETS } from '../../cluster/resources.ts';
import type { SimulationContext } from '../../cluster/simulation.ts';
import { claimPods } from '../pods/claim-pods.ts';
import { OwnerPace } from '../pods/owner-pace.ts';
import { untilAvailable } from '../pods/pod-facts.ts';
import { onPodsOf } from '../pods/pod-owners.ts';
import { messageOf } from '../pods/pod-writer.ts';
import { slowStart } from '../pods/slow-start.ts';
import { writeStatus } from '../pods/write-status.ts';
import { forgetRevisions, keepHistory, type RevisionHistory } from '../revisions/revision-history.ts';
import { hasIdentity, identityLabels, ordinalOf, revisionNameOf, statefulPod } from './stateful-pod.ts';
import { ensureClaims, hasStaleClaim, keepClaimOwners } from './stateful-set-claims.ts';
import { placePods, planStatefulSet } from './stateful-set-plan.ts';
import { statefulSetStatus, type StatefulSetRevisions } from './stateful-set-status.ts';

const REVISIONS = { of: STATEFUL_SETS, hashLabel: 'controller.kubernetes.io/hash' };

/** Keeps pods that have names, an order, and volumes of their own. */
export function statefulSetReconciler({ viewOf, eventsOf, clock }: SimulationContext): Reconciler {
  const objects = viewOf('kube-controller-manager');
  const controller = new StatefulSets(objects, eventsOf('statefulset-controller'), () => clock.now());
  const pace = new OwnerPace(clock);
  return {
    name: 'statefulset',
    triggers: [
      on(STATEFUL_SETS, ({ object }) => [keyOf(object)]),
      onPodsOf(objects, STATEFUL_SETS, ({ spec }) => spec.selector),
      on(PERSISTENT_VOLUME_CLAIMS, ({ type, object }) =>
        type === 'DELETED' ? waitingFor(objects, object) : [],
      ),
    ],
    reconcile: async (key) => {
      const set = objects.get(STATEFUL_SETS, key);
      if (set === undefined) {
        pace.forget(key);
        return DONE;
      }
      const waitMs = pace.waitMs(key, set.status?.replicas ?? 0);
      return waitMs > 0 ? { requeueAfterMs: waitMs } : controller.sync(set);
    },
  };
}

/** A pod may have to wait until an old claim of its name is gone. */
function waitingFor(
  objects: ClusterObjects,
  { metadata }: { metadata: { namespace?: string } },
): ObjectKey[] {
  return [...objects.list(STATEFUL_SETS, metadata.namespace)]
    .filter(({ spec }) => (spec.volumeClaimTemplates ?? []).length > 0)
    .map(keyOf);
}

class StatefulSets {
  readonly #objects: ClusterObjects;
  readonly #events: EventRecorder;
  readonly #now: () => number;

  constructor(objects: ClusterObjects, events: EventRecorder, now: () => number) {
    this.#objects = objects;
    this.#events = events;
    this.#now = now;
  }

  async sync(set: Readonly<StatefulSet>): Promise<ReconcileResult> {
    const isMember = (pod: Readonly<Pod>) => ordinalOf(set, pod) !== undefined;
    const claim = { of: STATEFUL_SETS, owner: set, selector: set.spec.selector, isMember };
    const pods = await claimPods(this.#objects, claim);
    // Of a set that goes no revision is made: it would have to go first.
    if (set.metadata.deletionTimestamp !== undefined) {
      const { currentRevision = '', updateRevision = '', collisionCount = 0 } = set.status ?? {};
      await this.#report(set, { currentRevision, updateRevision, collisionCount });
      return DONE;
    }
    const history = await keepHistory(this.#objects, REVISIONS, set);
    try {
      await this.#act(set, pods, history);
    } finally {
      await this.#report(set, {
        currentRevision: currentOf(set, history).metadata.name ?? '',
        updateRevision: history.current.metadata.name ?? '',
        collisionCount: history.collisionCount,
      });
    }
    await this.#forget(set, history);
    const waits = pods.map((pod) => untilAvailable(pod, set.spec.minReadySeconds ?? 0, this.#now()) ?? 0);
    const next = Math.min(...waits.filter((wait) => wait > 0));
    return Number.isFinite(next) ? { requeueAfterMs: next } : DONE;
  }

  async #act(
    set: Readonly<StatefulSet>,
    pods: readonly Readonly<Pod>[],
    history: RevisionHistory,
  ): Promise<void> {
    await this.#keepIdentities(set, pods);
    const current = currentOf(set, history);
    const plan = planStatefulSet({
      set,
      pods,
      currentRevision: current.metadata.name ?? '',
      updateRevision: history.current.metadata.name ?? '',
      nowMs: this.#now(),
    });
    await Promise.all(plan.delete.map((pod) => this.#delete(set, pod)));
    await slowStart(plan.create, async ({ ordinal, revision }) => {
      if (hasStaleClaim(this.#objects, set, ordinal)) return;
      await this.#create(set, ordinal, revision === current.metadata.name ? current : history.current);
    });
  }

  /** Labels, claims and the owners of claims, of the pods that are there. */
  async #keepIdentities(set: Readonly<StatefulSet>, pods: readonly Readonly<Pod>[]): Promise<void> {
    const hasClaims = (set.spec.volumeClaimTemplates ?? []).length > 0;
    const { replicas, condemned } = placePods({ set, pods });
    for (const { pod, ordinal } of replicas) {
      if (pod === undefined) continue;
      if (!hasIdentity(pod))
        await this.#objects.update(PODS, keyOf(pod), ({ metadata }) => {
          metadata.labels = { ...metadata.labels, ...identityLabels(metadata.name ?? '', ordinal) };
        });
      if (!hasClaims) continue;
      if (pod.status?.phase === 'Pending') await ensureClaims(this.#objects, this.#events, set, ordinal);
      await keepClaimOwners(this.#objects, set, { pod, ordinal, isScaledAway: false });
    }
    for (const { pod, ordinal } of hasClaims ? condemned : [])
      if (pod !== undefined) await keepClaimOwners(this.#objects, set, { pod, ordinal, isScaledAway: true });
  }

  async #create(
    set: Readonly<StatefulSet>,
    ordinal: number,
    revision: Readonly<ControllerRevision>,
  ): Promise<void> {
    const { name } = set.metadata;
    try {
      await ensureClaims(this.#objects, this.#events, set, ordinal);
      const pod = await this.#objects.create(PODS, statefulPod(set, ordinal, revision));
      await keepClaimOwners(this.#objects, set, { pod, ordinal, isScaledAway: false });
      const message = `Create Pod ${name}-${ordinal} in StatefulSet ${name} successful`;
      this.#events.record(set, { type: 'Normal', reason: 'SuccessfulCreate', message });
    } catch (error) {
      const message = `Create Pod ${name}-${ordinal} in StatefulSet ${name} failed error: ${messageOf(error)}`;
      this.#events.record(set, { type: 'Warning', reason: 'FailedCreate', message });
      throw error;
    }
  }

  async #delete(set: Readonly<StatefulSet>, pod: Readonly<Pod>): Promise<void> {
    const { uid = '', name } = pod.metadata;
    await this.#objects.delete(PODS, keyOf(pod), { preconditions: { uid } });
    const message = `Delete Pod ${name} in StatefulSet ${set.metadata.name} successful`;
    this.#events.record(set, { type: 'Normal', reason: 'SuccessfulDelete', message });
  }

  async #report(set: Readonly<StatefulSet>, revisions: StatefulSetRevisions): Promise<void> {
    const pods = this.#objects.controlledBy(PODS, set.metadata.uid);
    const status = statefulSetStatus(set, pods, revisions, this.#now());
    await writeStatus(this.#objects, STATEFUL_SETS, keyOf(set), status);
  }

  async #forget(set: Readonly<StatefulSet>, { all, current }: RevisionHistory): Promise<void> {
    const pods = this.#objects.controlledBy(PODS, set.metadata.uid);
    const used = new Set([current.metadata.name, set.status?.currentRevision, ...pods.map(revisionNameOf)]);
    await forgetRevisions(
      this.#objects,
      all,
      ({ metadata }) => used.has(metadata.name),
      set.spec.revisionHistoryLimit,
    );
  }
}

/** The revision that an update comes from; the newest, if none is under way. */
function currentOf(
  set: Readonly<StatefulSet>,
  { all, current }: RevisionHistory,
): Readonly<ControllerRevision> {
  return all.find(({ metadata }) => metadata.name === set.status?.currentRevision) ?? current;
}
