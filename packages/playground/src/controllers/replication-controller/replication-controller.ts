import type { Reconciler } from '../../cluster/reconciler.ts';
import { PODS, REPLICATION_CONTROLLERS } from '../../cluster/resources.ts';
import type { SimulationContext } from '../../cluster/simulation.ts';
import { isActive } from '../pods/pod-facts.ts';
import { keepReplicas } from '../replica-set/keep-replicas.ts';

/** The forerunner of ReplicaSets: the same, with a plain map as selector. */
export function replicationControllerReconciler(context: SimulationContext): Reconciler {
  return keepReplicas(context, {
    name: 'replicationcontroller',
    of: REPLICATION_CONTROLLERS,
    component: 'replication-controller',
    selectorOf: ({ spec }) => ({ matchLabels: spec.selector ?? {} }),
    relatedPods: (objects, { metadata }) => objects.controlledBy(PODS, metadata.uid).filter(isActive),
    countsTerminating: false,
  });
}
