import { DONE } from '@banyan/controller';
import { keyOf } from '../../cluster/cluster-objects.ts';
import { on, type Reconciler } from '../../cluster/reconciler.ts';
import { SECRETS } from '../../cluster/resources.ts';
import type { SimulationContext } from '../../cluster/simulation.ts';
import { isBootstrapToken, tokenLeftMs } from './bootstrap-token.ts';

/** Deletes bootstrap tokens when they are over. */
export function bootstrapTokenCleaner({ viewOf, clock }: SimulationContext): Reconciler {
  const objects = viewOf('kube-controller-manager');
  return {
    name: 'bootstrap-token-cleaner',
    triggers: [
      on(SECRETS, ({ type, object }) =>
        type !== 'DELETED' && isBootstrapToken(object) ? [keyOf(object)] : [],
      ),
    ],
    reconcile: async (key) => {
      const secret = objects.get(SECRETS, key);
      if (secret === undefined || !isBootstrapToken(secret)) return DONE;
      const leftMs = tokenLeftMs(secret, clock.now());
      if (leftMs === Infinity) return DONE;
      if (leftMs > 0) return { requeueAfterMs: leftMs };
      const { uid = '' } = secret.metadata;
      await objects.delete(SECRETS, key, { preconditions: { uid } });
      return DONE;
    },
  };
}
