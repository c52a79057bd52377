import type { Deployment, ReplicaSet } from '@banyan/api/objects';
import { DONE, type ReconcileResult } from '@banyan/controller';
import { keyOf, type ClusterObjects } from '../../cluster/cluster-objects.ts';
import type { EventRecorder } from '../../cluster/event-recorder.ts';
import { on, type Reconciler } from '../../cluster/reconciler.ts';
import { DEPLOYMENTS, PODS, REPLICA_SETS } from '../../cluster/resources.ts';
import type { SimulationContext } from '../../cluster/simulation.ts';
import { messageOf } from '../pods/pod-writer.ts';
import { writeStatus } from '../pods/write-status.ts';
import { createCurrentSet, currentSetName, syncCurrentSet } from './current-set.ts';
import {
  hasDeadline,
  isComplete,
  pauseReport,
  progressing,
  progressReport,
  withReport,
  type DeploymentReport,
} from './deployment-conditions.ts';
import { claimSets, deploymentKeys, setsOf } from './deployment-sets.ts';
import { deploymentStatus, rolloutStatus, untilLate } from './deployment-status.ts';
import { surplusSets } from './old-sets.ts';
import { planRollout, replicasOf, surgeOf, type Scaling } from './rollout-plan.ts';
import { isScaled, planScaling } from './scaling-plan.ts';
import { findCurrentSet, replicaAnnotations } from './template-revision.ts';

/** Moves a Deployment from one template to the next, a ReplicaSet each. */
export function deploymentReconciler({ viewOf, eventsOf, clock }: SimulationContext): Reconciler {
  const objects = viewOf('kube-controller-manager');
  const controller = new Deployments(objects, eventsOf('deployment-controller'), () => clock.now());
  return {
    name: 'deployment',
    triggers: [
      on(DEPLOYMENTS, ({ object }) => [keyOf(object)]),
      on(REPLICA_SETS, ({ object, old }) => [
        ...deploymentKeys(objects, object),
        ...(old === undefined ? [] : deploymentKeys(objects, old)),
      ]),
    ],
    reconcile: async (key) => {
      const deployment = objects.get(DEPLOYMENTS, key);
      return deployment === undefined ? DONE : controller.sync(deployment);
    },
  };
}

class Deployments {
  readonly #objects: ClusterObjects;
  readonly #events: EventRecorder;
  readonly #now: () => number;

  constructor(objects: ClusterObjects, events: EventRecorder, now: () => number) {
    this.#objects = objects;
    this.#events = events;
    this.#now = now;
  }

  async sync(deployment: Readonly<Deployment>): Promise<ReconcileResult> {
    const sets = await claimSets(this.#objects, deployment);
    if (deployment.metadata.deletionTimestamp !== undefined) return this.#report(deployment, 'standing');
    const pause = pauseReport(deployment);
    if (pause !== undefined) await this.#say(deployment, pause);
    const current = await syncCurrentSet(this.#objects, deployment, sets);
    const older = sets.filter(({ metadata }) => metadata.uid !== current?.metadata.uid);
    const isPaused = deployment.spec.paused === true;
    if (isPaused || isScaled({ deployment, current, older })) {
      await this.#scale(deployment, planScaling({ deployment, current, older }));
      if (isPaused) await this.#forget(deployment, older);
      return this.#report(deployment, 'standing');
    }
    const isReplaced =
      deployment.spec.strategy?.type === 'Recreate' && (await this.#isClearing(deployment, older));
    if (!isReplaced) await this.#roll(deployment, current, older);
    return this.#report(deployment, 'rolling');
  }

  /** Recreate: nothing of the new before all of the old is gone. True while there is something of it. */
  async #isClearing(
    deployment: Readonly<Deployment>,
    older: readonly Readonly<ReplicaSet>[],
  ): Promise<boolean> {
    const running = older.filter((set) => replicasOf(set) > 0);
    await this.#scale(
      deployment,
      running.map((set) => ({ set, replicas: 0 })),
    );
    if (running.length > 0) return true;
    return older
      .flatMap(({ metadata }) => this.#objects.controlledBy(PODS, metadata.uid))
      .some(({ status }) => status?.phase !== 'Succeeded' && status?.phase !== 'Failed');
  }

  async #roll(
    deployment: Readonly<Deployment>,
    found: Readonly<ReplicaSet> | undefined,
    older: readonly Readonly<ReplicaSet>[],
  ): Promise<void> {
    if (found !== undefined && progressing(deployment.status?.conditions) === undefined)
      await this.#say(
        deployment,
        progressReport('True', 'FoundNewReplicaSet', `Found new replica set "${found.metadata.name}"`),
      );
    const current = found ?? (await this.#create(deployment, older));
    const plan = planRollout({ deployment, current, older });
    await this.#scale(deployment, plan);
    if (plan.length === 0 && isComplete(deployment, deployment.status ?? {}))
      await this.#forget(deployment, older);
  }

  async #create(
    deployment: Readonly<Deployment>,
    older: readonly Readonly<ReplicaSet>[],
  ): Promise<Readonly<ReplicaSet>> {
    try {
      const { set, collisionCount } = await createCurrentSet(this.#objects, deployment, older);
      const { name } = set.metadata;
      if (replicasOf(set) > 0) this.#tellScaled(deployment, set, { from: 0, to: replicasOf(set) });
      const made = progressReport('True', 'NewReplicaSetCreated', `Created new replica set "${name}"`);
      await this.#say(deployment, made, collisionCount);
      return set;
    } catch (error) {
      const message = `Failed to create new replica set "${currentSetName(deployment)}": ${messageOf(error)}`;
      await this.#say(deployment, progressReport('False', 'ReplicaSetCreateError', message));
      this.#events.record(deployment, { type: 'Warning', reason: 'ReplicaSetCreateError', message });
      throw error;
    }
  }

  /** Every set that is scaled is told what the deployment wants: so scaling in between is noticed. */
  async #scale(deployment: Readonly<Deployment>, scalings: readonly Scaling[]): Promise<void> {
    for (const { set, replicas } of scalings) {
      await this.#objects.update(REPLICA_SETS, keyOf(set), ({ metadata, spec }) => {
        spec.replicas = replicas;
        const told = replicaAnnotations(deployment, surgeOf(deployment));
        metadata.annotations = { ...metadata.annotations, ...told };
      });
      if (replicas !== replicasOf(set))
        this.#tellScaled(deployment, set, { from: replicasOf(set), to: replicas });
    }
  }

  async #forget(deployment: Readonly<Deployment>, older: readonly Readonly<ReplicaSet>[]): Promise<void> {
    for (const set of surplusSets(deployment, older)) await this.#objects.delete(REPLICA_SETS, keyOf(set));
  }

  async #report(deployment: Readonly<Deployment>, how: 'standing' | 'rolling'): Promise<ReconcileResult> {
    const now = this.#objects.get(DEPLOYMENTS, keyOf(deployment));
    if (now === undefined) return DONE;
    const all = setsOf(this.#objects, now);
    const statusOf = how === 'rolling' ? rolloutStatus : deploymentStatus;
    const status = statusOf(now, { current: findCurrentSet(now, all), all }, this.#now());
    await writeStatus(this.#objects, DEPLOYMENTS, keyOf(now), status);
    const lateMs = how === 'rolling' ? untilLate(now, status, this.#now()) : undefined;
    return lateMs === undefined ? DONE : { requeueAfterMs: lateMs };
  }

  async #say(
    deployment: Readonly<Deployment>,
    report: DeploymentReport,
    collisionCount?: number,
  ): Promise<void> {
    await this.#objects.updateBelow(DEPLOYMENTS, 'status', keyOf(deployment), (draft) => {
      const status = { ...draft.status, ...(collisionCount !== undefined && { collisionCount }) };
      const conditions = withReport(status.conditions, report, this.#now());
      draft.status = hasDeadline(deployment) ? { ...status, conditions } : status;
    });
  }

  #tellScaled(deployment: Readonly<Deployment>, { metadata }: Readonly<ReplicaSet>, change: Change): void {
    const way = change.to > change.from ? 'up' : 'down';
    const message = `Scaled ${way} replica set ${metadata.name} from ${change.from} to ${change.to}`;
    this.#events.record(deployment, { type: 'Normal', reason: 'ScalingReplicaSet', message });
  }
}

interface Change {
  readonly from: number;
  readonly to: number;
}
