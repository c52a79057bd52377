import type { Reconciler } from '../cluster/reconciler.ts';
import type { SimulationContext } from '../cluster/simulation.ts';
import { garbageCollector } from './garbage-collection/garbage-collector.ts';
import { namespaceDeletion } from './namespaces/namespace-deletion.ts';
import { bootstrapTokenCleaner } from './service-accounts/bootstrap-tokens.ts';
import { clusterInfo } from './service-accounts/cluster-info.ts';
import { namespaceFurnitureReconciler } from './service-accounts/namespace-furniture.ts';
import { tokenSecrets } from './service-accounts/token-secrets.ts';

/** What every cluster needs, also one in which nothing runs: namespaces end, owners and accounts mean something. */
export function coreControllers(context: SimulationContext): readonly Reconciler[] {
  return [
    garbageCollector(context),
    namespaceDeletion(context),
    namespaceFurnitureReconciler(context),
    tokenSecrets(context),
    bootstrapTokenCleaner(context),
    clusterInfo(context),
  ];
}
