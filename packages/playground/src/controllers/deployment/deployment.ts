import { formatApiVersion } from '@banyan/api';
import type { Deployment, ReplicaSet } from '@banyan/api/objects';
import { DONE, type ReconcileResult } from '@banyan/controller';
import { controllerOf, keyOf, type ClusterObjects } from '../../cluster/cluster-objects.ts';
import type { EventRecorder } from '../../cluster/event-recorder.ts';
import { on, type Reconciler } from '../../cluster/reconciler.ts';
import { DEPLOYMENTS, REPLICA_SETS } from '../../cluster/resources.ts';
import type { SimulationContext } from '../../cluster/simulation.ts';
import { deploymentStatus, isComplete, untilLate } from './deployment-status.ts';
import { planRollout, planScaling, replicasOf, surgeOf, type Scaling } from './rollout-plan.ts';
import {
  findCurrentSet,
  isScaled,
  REVISION,
  revisionOf,
  setAnnotations,
  TEMPLATE_HASH,
  templateHash,
} from './template-revision.ts';

/** Moves a Deployment from one template to the next, a ReplicaSet each. */
export function deploymentReconciler(context: SimulationContext): Reconciler {
  const objects = context.viewOf('kube-controller-manager');
  const events = context.eventsOf('deployment-controller');
  return {
    name: 'deployment',
    triggers: [
      on(DEPLOYMENTS, ({ object }) => [keyOf(object)]),
      on(REPLICA_SETS, ({ object }) => ownerKeys(object)),
    ],
    reconcile: async (key) => {
      const deployment = objects.get(DEPLOYMENTS, key);
      if (deployment === undefined) return DONE;
      const sets = setsOf(objects, deployment);
      if (deployment.metadata.deletionTimestamp === undefined) {
        const isPaused = deployment.spec.paused === true;
        const current = await currentSet(objects, events, deployment, sets);
        if (current !== undefined) {
          const older = sets.filter(({ metadata }) => metadata.uid !== current.metadata.uid);
          const rollout = { deployment, current, older };
          const mustShare =
            isPaused || [current, ...older].some((set) => replicasOf(set) > 0 && isScaled(deployment, set));
          await scaleSets(
            objects,
            events,
            deployment,
            mustShare ? planScaling(rollout) : planRollout(rollout),
          );
          await tellSets(objects, deployment, [current, ...older]);
        }
      }
      return report(objects, context.clock.now(), key);
    },
  };
}

function ownerKeys(set: Readonly<ReplicaSet>) {
  const owner = controllerOf(set);
  return owner?.kind === 'Deployment' ? [{ namespace: set.metadata.namespace, name: owner.name }] : [];
}

/** The oldest first. Orphans that match come home. */
function setsOf(objects: ClusterObjects, { metadata }: Readonly<Deployment>): Readonly<ReplicaSet>[] {
  const created = (set: Readonly<ReplicaSet>) =>
    `${set.metadata.creationTimestamp ?? ''} ${set.metadata.name}`;
  return objects
    .controlledBy(REPLICA_SETS, metadata.uid)
    .toSorted((a, b) => (created(a) < created(b) ? -1 : 1));
}

/** The set of the template as it is now, made if there is none and the rollout is not paused. */
async function currentSet(
  objects: ClusterObjects,
  events: EventRecorder,
  deployment: Readonly<Deployment>,
  sets: readonly Readonly<ReplicaSet>[],
): Promise<Readonly<ReplicaSet> | undefined> {
  const found = findCurrentSet(deployment, sets);
  const others = sets.filter((set) => set !== found);
  const newest = Math.max(0, ...others.map(revisionOf));
  if (found !== undefined) {
    const revision = Math.max(revisionOf(found), newest + 1);
    await tellDeployment(objects, deployment, revision);
    if (revisionOf(found) === revision) return found;
    const old = found.metadata.annotations ?? {};
    return objects.update(REPLICA_SETS, keyOf(found), (draft) => {
      draft.metadata.annotations = setAnnotations(deployment, { revision, surge: surgeOf(deployment), old });
    });
  }
  if (deployment.spec.paused === true) return sets.at(-1);
  const made = await createSet(objects, deployment, newest + 1);
  await tellDeployment(objects, deployment, newest + 1);
  events.record(deployment, {
    type: 'Normal',
    reason: 'ScalingReplicaSet',
    message: `Scaled up replica set ${made.metadata.name} from 0 to ${replicasOf(made)}`,
  });
  return made;
}

async function createSet(
  objects: ClusterObjects,
  deployment: Readonly<Deployment>,
  revision: number,
): Promise<Readonly<ReplicaSet>> {
  const { metadata, spec, status } = deployment;
  const hash = templateHash(spec.template, status?.collisionCount ?? 0);
  const template = structuredClone(spec.template);
  template.metadata = {
    ...template.metadata,
    labels: { ...template.metadata?.labels, [TEMPLATE_HASH]: hash },
  };
  const others = objects
    .controlledBy(REPLICA_SETS, metadata.uid)
    .reduce((sum, set) => sum + replicasOf(set), 0);
  const wanted = spec.replicas ?? 1;
  const isRecreate = spec.strategy?.type === 'Recreate';
  const room = isRecreate ? (others > 0 ? 0 : wanted) : Math.max(0, wanted + surgeOf(deployment) - others);
  const name = `${metadata.name}-${hash}`;
  const { namespace, uid = '' } = metadata;
  return objects.create(REPLICA_SETS, {
    metadata: {
      name,
      ...(namespace !== undefined && { namespace }),
      labels: template.metadata.labels ?? {},
      annotations: setAnnotations(deployment, { revision, surge: surgeOf(deployment) }),
      ownerReferences: [
        {
          apiVersion: formatApiVersion(DEPLOYMENTS),
          kind: DEPLOYMENTS.kind,
          name: metadata.name ?? '',
          uid,
          controller: true,
          blockOwnerDeletion: true,
        },
      ],
    },
    spec: {
      replicas: Math.min(room, wanted),
      ...(spec.minReadySeconds !== undefined && { minReadySeconds: spec.minReadySeconds }),
      selector: {
        ...structuredClone(spec.selector),
        matchLabels: { ...spec.selector.matchLabels, [TEMPLATE_HASH]: hash },
      },
      template,
    },
  });
}

async function tellDeployment(
  objects: ClusterObjects,
  deployment: Readonly<Deployment>,
  revision: number,
): Promise<void> {
  if (deployment.metadata.annotations?.[REVISION] === String(revision)) return;
  await objects.update(DEPLOYMENTS, keyOf(deployment), ({ metadata }) => {
    metadata.annotations = { ...metadata.annotations, [REVISION]: String(revision) };
  });
}

async function scaleSets(
  objects: ClusterObjects,
  events: EventRecorder,
  deployment: Readonly<Deployment>,
  scalings: readonly Scaling[],
): Promise<void> {
  for (const { set, replicas } of scalings) {
    await objects.update(REPLICA_SETS, keyOf(set), ({ spec }) => void (spec.replicas = replicas));
    const way = replicas > replicasOf(set) ? 'up' : 'down';
    const message = `Scaled ${way} replica set ${set.metadata.name} from ${replicasOf(set)} to ${replicas}`;
    events.record(deployment, { type: 'Normal', reason: 'ScalingReplicaSet', message });
  }
}

/** Sets that still run know how many the deployment wants: that is how scaling in between is noticed. */
async function tellSets(
  objects: ClusterObjects,
  deployment: Readonly<Deployment>,
  sets: readonly Readonly<ReplicaSet>[],
): Promise<void> {
  for (const set of sets) {
    if (!isScaled(deployment, set)) continue;
    await objects.update(REPLICA_SETS, keyOf(set), ({ metadata }) => {
      const { annotations = {} } = metadata;
      const told = setAnnotations(deployment, {
        revision: Number(annotations[REVISION] ?? 0),
        surge: surgeOf(deployment),
        old: annotations,
      });
      metadata.annotations = { ...annotations, ...told };
    });
  }
}

async function report(
  objects: ClusterObjects,
  nowMs: number,
  key: { namespace?: string | undefined; name: string },
): Promise<ReconcileResult> {
  const deployment = objects.get(DEPLOYMENTS, key);
  if (deployment === undefined) return DONE;
  const all = setsOf(objects, deployment);
  const current = findCurrentSet(deployment, all);
  const status = deploymentStatus(deployment, { current, all }, nowMs);
  await objects.updateBelow(DEPLOYMENTS, 'status', key, (draft) => void (draft.status = status));
  if (isComplete(deployment, status))
    await forgetOldSets(
      objects,
      deployment,
      all.filter((set) => set !== current),
    );
  const late = untilLate(deployment, status, nowMs);
  return late === undefined ? DONE : { requeueAfterMs: late };
}

/** The newest of the empty ones are kept, to go back to. */
async function forgetOldSets(
  objects: ClusterObjects,
  { spec }: Readonly<Deployment>,
  older: readonly Readonly<ReplicaSet>[],
): Promise<void> {
  const empty = older
    .filter(
      (set) =>
        replicasOf(set) === 0 &&
        (set.status?.replicas ?? 0) === 0 &&
        set.metadata.deletionTimestamp === undefined,
    )
    .toSorted((a, b) => revisionOf(a) - revisionOf(b));
  const surplus = empty.slice(0, Math.max(0, empty.length - (spec.revisionHistoryLimit ?? 10)));
  for (const set of surplus) await objects.delete(REPLICA_SETS, keyOf(set));
}
