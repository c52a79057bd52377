import type { ApiServer, ObjectStore } from '@banyan/apiserver';
import { systemClock, type Clock, type Logger } from '@banyan/controller';
import { coreControllers } from '../controllers/core-controllers.ts';
import { ClusterObjects } from './cluster-objects.ts';
import { NO_EVENTS } from './event-recorder.ts';
import { ReconcilerHost } from './reconciler-host.ts';
import { ServedKinds } from './served-kinds.ts';
import type { Program, SimulationContext } from './simulation.ts';

export interface CoreControllersOptions {
  readonly store: ObjectStore;
  readonly server: ApiServer;
  /** Where the API server is. */
  readonly url: string;
  /** PEM of the cluster's CA. */
  readonly ca: string;
  /** PEM: signs the tokens of service accounts. */
  readonly serviceAccountKey: string;
  readonly clock?: Clock;
  readonly logger?: Logger;
}

/**
 * Runs, in the process of an embedded API server, the few controllers without which it is only a store. Until the
 * signal aborts; resolves when they have come to rest.
 */
export async function runCoreControllers(
  options: CoreControllersOptions,
  signal: AbortSignal,
): Promise<void> {
  const { store, server, clock = systemClock, logger } = options;
  const viewOf = ClusterObjects.views<Program>(store, (program) =>
    server.localClient({
      user: { name: `system:${program}`, groups: ['system:masters'], extra: {} },
      fieldManager: program,
    }),
  );
  const host = new ReconcilerHost(viewOf('kube-controller-manager'), { clock, ...(logger && { logger }) });
  const context: SimulationContext = {
    viewOf,
    kinds: new ServedKinds(store, server.resources),
    clock,
    ca: options.ca,
    serviceAccountKey: options.serviceAccountKey,
    server: options.url,
    eventsOf: () => NO_EVENTS,
    nodeGraceMs: Infinity,
    isNodeAlive: () => true,
    enqueue: (reconciler, key) => host.enqueue(reconciler, key),
  };
  await host.run(coreControllers(context), signal);
}
