import type { ReplicaSet } from '@banyan/api/objects';
import { controllerOf, type ClusterObjects } from '../../cluster/cluster-objects.ts';
import type { Reconciler } from '../../cluster/reconciler.ts';
import { PODS, REPLICA_SETS } from '../../cluster/resources.ts';
import type { SimulationContext } from '../../cluster/simulation.ts';
import { isActive } from '../pods/pod-facts.ts';
import { keepReplicas } from './keep-replicas.ts';

/** Keeps as many pods as a ReplicaSet asks for, and says how many there are. */
export function replicaSetReconciler(context: SimulationContext): Reconciler {
  return keepReplicas(context, {
    name: 'replicaset',
    of: REPLICA_SETS,
    component: 'replicaset-controller',
    selectorOf: ({ spec }) => spec.selector,
    relatedPods,
    countsTerminating: true,
  });
}

/** The pods of all sets of the same Deployment. */
function relatedPods(objects: ClusterObjects, set: Readonly<ReplicaSet>) {
  const deployment = controllerOf(set);
  const sets = deployment === undefined ? [set] : objects.controlledBy(REPLICA_SETS, deployment.uid);
  return sets.flatMap(({ metadata }) => objects.controlledBy(PODS, metadata.uid)).filter(isActive);
}
