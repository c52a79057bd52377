import { DONE } from '@banyan/controller';
import { keyOf } from '../../cluster/cluster-objects.ts';
import { on, type Reconciler } from '../../cluster/reconciler.ts';
import { RESOURCE_QUOTAS } from '../../cluster/resources.ts';
import type { SimulationContext } from '../../cluster/simulation.ts';
import { quotaStatus } from './quota-status.ts';

/** Counted when nothing has happened for so long: what the server has let pass, and counted itself, is there by then. */
const QUIET_MS = 100;
/** Where something always happens. */
const LONGEST_WAIT_MS = 1000;

/** Counts what the quotas of a namespace have been used for, whatever comes, changes and goes in it. */
export function resourceQuotaReconciler({ viewOf, kinds, clock, enqueue }: SimulationContext): Reconciler {
  const objects = viewOf('kube-controller-manager');
  const name = 'resourcequota';
  const byNamespace = objects.indexed(RESOURCE_QUOTAS, 'namespace', ({ metadata }) => [
    metadata.namespace ?? '',
  ]);
  /** When something first and last happened since the last count, by namespace. */
  const changes = new Map<string, { readonly firstMs: number; lastMs: number }>();
  kinds.listen((_table, { object: { metadata } }) => {
    const { namespace = '' } = metadata;
    if (byNamespace.count(namespace) === 0) return;
    const nowMs = clock.elapsed();
    const change = changes.get(namespace) ?? { firstMs: nowMs, lastMs: nowMs };
    change.lastMs = nowMs;
    changes.set(namespace, change);
    for (const quota of byNamespace.get(namespace)) enqueue(name, keyOf(quota));
  });
  return {
    name,
    triggers: [on(RESOURCE_QUOTAS, ({ object }) => [keyOf(object)])],
    reconcile: async (key) => {
      const { namespace = '' } = key;
      const { firstMs = -Infinity, lastMs = -Infinity } = changes.get(namespace) ?? {};
      const waitMs = Math.min(lastMs + QUIET_MS, firstMs + LONGEST_WAIT_MS) - clock.elapsed();
      const isNew = objects.get(RESOURCE_QUOTAS, key)?.status?.hard === undefined;
      if (waitMs > 0 && !isNew) return { requeueAfterMs: waitMs };
      changes.delete(namespace);
      await objects.updateBelow(RESOURCE_QUOTAS, 'status', key, (draft) => {
        draft.status = quotaStatus(draft, (table) => {
          const kind = kinds.inTable(table);
          return kind === undefined ? [] : objects.list(kind, namespace);
        });
      });
      return DONE;
    },
  };
}
