import type { Reconciler } from '../cluster/reconciler.ts';
import type { SimulationContext } from '../cluster/simulation.ts';
import { coreControllers } from './core-controllers.ts';
import { disruptionBudgets } from './disruption/disruption-budgets.ts';
import { endpointsMirror } from './endpoints/endpoints-mirror.ts';
import { serviceEndpoints } from './endpoints/service-endpoints.ts';
import { nodeLifecycleReconciler } from './nodes/node-lifecycle.ts';
import { podGarbageCollector } from './nodes/pod-gc.ts';
import { taintEvictionReconciler } from './nodes/taint-eviction.ts';
import { resourceQuotaReconciler } from './quota/resource-quotas.ts';
import { claimBinder } from './storage/claim-binder.ts';
import { claimExpansion } from './storage/claim-expansion.ts';
import { ephemeralClaims } from './storage/ephemeral-claims.ts';
import { provisionerReconciler } from './storage/provisioner.ts';
import { storageClasses } from './storage/storage-classes.ts';
import { claimProtection, volumeProtection } from './storage/storage-protection.ts';
import { volumeKeeper } from './storage/volume-keeper.ts';

/** What looks after the cluster rather than after pods. */
export function clusterControllers(context: SimulationContext): readonly Reconciler[] {
  return [
    ...coreControllers(context),
    serviceEndpoints(context),
    endpointsMirror(context),
    storageClasses(context),
    claimBinder(context),
    volumeKeeper(context),
    provisionerReconciler(context),
    claimExpansion(context),
    claimProtection(context),
    volumeProtection(context),
    ephemeralClaims(context),
    nodeLifecycleReconciler(context),
    taintEvictionReconciler(context),
    podGarbageCollector(context),
    disruptionBudgets(context),
    resourceQuotaReconciler(context),
  ];
}
