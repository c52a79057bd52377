import type { KubeObject } from '@banyan/api';
import { FEED_INVENTORIES, SUBSCRIPTIONS, type Subscription } from '@banyan/api/clusternet';
import {
  Controller,
  enqueueOn,
  EventRecorder,
  formatKey,
  parseKey,
  silentLogger,
  systemClock,
  type Clock,
  type ControllerMetrics,
  type Logger,
} from '@banyan/controller';
import { objectKey, type CacheLease, type KubeClient, type SharedCaches } from '@banyan/kube';
import { HubMembers } from './hub-members.ts';
import { reasonToDecide } from './reason-to-decide.ts';
import { SchedulerReconcile } from './scheduler-reconcile.ts';

export interface SchedulingOptions {
  readonly hubClient: KubeClient;
  /** Of the hub; they stay open. */
  readonly caches: SharedCaches;
  /** Subscriptions of another `spec.schedulerName` are left to others. Default `default`. */
  readonly schedulerName?: string;
  /** Subscriptions at once. Default 16. */
  readonly concurrency?: number;
  /** Called when the caches are in and it decides. */
  readonly onStarted?: () => void;
  readonly logger?: Logger;
  readonly metrics?: ControllerMetrics;
  readonly clock?: Clock;
  readonly random?: () => number;
  readonly signal: AbortSignal;
}

/** Decides on Subscriptions until the signal aborts. One replica at a time may run it. */
export async function runScheduling(options: SchedulingOptions): Promise<void> {
  const { hubClient, caches, signal, schedulerName = 'default', concurrency = 16 } = options;
  const { logger = silentLogger, clock = systemClock, metrics, random, onStarted } = options;
  const subscriptions = caches.objects({ resource: SUBSCRIPTIONS, dropManagedFields: true });
  const inventories = caches.objects({ resource: FEED_INVENTORIES, dropManagedFields: true });
  const members = new HubMembers(caches);
  const events = new EventRecorder({ client: hubClient, component: 'banyan-scheduler', logger, clock });
  const reconciler = new SchedulerReconcile({
    hubClient,
    subscriptions: subscriptions.cache,
    inventories: inventories.cache,
    members,
    events,
    schedulerName,
    clock,
  });
  const controller = new Controller({
    name: 'scheduler',
    caches: [subscriptions, inventories, members.lease],
    concurrency,
    concurrencyPerCluster: concurrency,
    reconcile: (key, runSignal) => {
      const { namespace, name } = parseKey(key);
      return reconciler.reconcile(objectKey(namespace, name), runSignal);
    },
    logger,
    clock,
    ...(metrics && { metrics }),
    ...(random && { random }),
  });
  followSubscriptions(controller, subscriptions, reconciler);
  enqueueOn(controller, inventories, (inventory) => [keyOf(inventory)]);
  members.onChange(() => {
    if (!controller.started) return;
    for (const subscription of subscriptions.cache.values()) controller.add(keyOf(subscription));
  });
  try {
    if (onStarted !== undefined)
      await afterSync([subscriptions, inventories, members.lease], signal, onStarted);
    await controller.run(signal);
  } finally {
    for (const lease of [subscriptions, inventories, members.lease]) lease.release();
    await events.close();
  }
}

async function afterSync(
  leases: readonly CacheLease<KubeObject>[],
  signal: AbortSignal,
  onStarted: () => void,
): Promise<void> {
  try {
    await Promise.all(leases.map((lease) => lease.waitForSync(signal)));
    onStarted();
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** Statuses that others write are no reason to decide again. */
function followSubscriptions(
  controller: Controller,
  subscriptions: CacheLease<KubeObject>,
  reconciler: SchedulerReconcile,
): void {
  const add = (subscription: KubeObject): void => {
    const isUrgent = ((subscription as Subscription).spec.priority ?? 0) > 0;
    const priority = !controller.started ? 'low' : isUrgent ? 'high' : 'normal';
    controller.add(keyOf(subscription), { priority });
  };
  subscriptions.addHandler({
    onAdd: add,
    onUpdate: (now, before) => {
      const [subscription, previous] = [now as Subscription, before as Subscription];
      if (reasonToDecide(subscription) === reasonToDecide(previous)) return;
      if (!reconciler.isOwnNews(cacheKeyOf(subscription), subscription)) add(subscription);
    },
    onDelete: (subscription) => reconciler.forget(cacheKeyOf(subscription)),
  });
}

function cacheKeyOf({ metadata: { namespace, name = '' } }: KubeObject): string {
  return objectKey(namespace, name);
}

function keyOf({ metadata: { namespace, name = '' } }: KubeObject): string {
  return formatKey({ cluster: 'hub', namespace, name });
}
