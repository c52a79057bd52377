import {
  APPS_FINALIZER,
  BASES,
  FEED_INVENTORIES,
  SUBSCRIPTIONS,
  type Base,
  type Subscription,
} from '@banyan/api/clusternet';
import { DONE, type ReconcileResult } from '@banyan/controller';
import type { DeletionLimits } from '@banyan/engine';
import { isAlreadyExists } from '@banyan/kube';
import { cacheCatchesUp } from '../cache-catches-up.ts';
import { changeFinalizers, deleteObject } from '../hub-writes.ts';
import { inParallel } from '../in-parallel.ts';
import { isOwnInventory } from '../inventory/own-inventory.ts';
import { cacheKeyOf, whereIs } from '../object-keys.ts';
import type { PipelineContext } from '../pipeline-context.ts';
import { basesRequest } from './bases-request.ts';
import { planBases, type BasesPlan } from './plan-bases.ts';
import { syncShares } from './sync-shares.ts';

/** At once, of one Subscription: one with a thousand members leaves room for others. */
const WRITES = 16;
/** The cache tells of a Base that another run made within milliseconds. */
const CACHE_LAG_MS = 50;

export type SubscriptionReconcileOptions = Pick<
  PipelineContext,
  'hubClient' | 'caches' | 'events' | 'clock'
> & {
  readonly limits: DeletionLimits;
};

/** Makes a Base of a Subscription in every member that it is bound to. */
export class SubscriptionReconcile {
  readonly #options: SubscriptionReconcileOptions;

  constructor(options: SubscriptionReconcileOptions) {
    this.#options = options;
  }

  async reconcile(key: string, signal: AbortSignal): Promise<ReconcileResult> {
    const { caches, hubClient, limits, events } = this.#options;
    const subscription = caches.subscription(key);
    if (subscription === undefined) return DONE;
    if (subscription.metadata.deletionTimestamp !== undefined) return this.#remove(subscription, signal);
    const request = basesRequest(caches, subscription, limits);
    if (request === undefined || request.members.length + request.bases.length === 0) return DONE;
    const finalizer = { resource: SUBSCRIPTIONS, object: subscription, add: APPS_FINALIZER };
    await changeFinalizers(hubClient, finalizer, signal);
    const plan = planBases(request);
    try {
      return await this.#carryOut(subscription, plan, signal);
    } catch (error) {
      if (!signal.aborted) {
        const message = `Bases are not in step, it is tried again: ${String(error)}`;
        events.record(subscription, { type: 'Warning', reason: 'FailedSyncingBase', message });
      }
      throw error;
    }
  }

  async #carryOut(
    subscription: Subscription,
    plan: BasesPlan,
    signal: AbortSignal,
  ): Promise<ReconcileResult> {
    const { hubClient, caches, clock } = this.#options;
    const bases: Base[] = [...plan.keep];
    let isBehind = false;
    await inParallel(plan.create, WRITES, async (base) => {
      try {
        const { metadata } = await hubClient.create(BASES, base, { metadataOnly: true, signal });
        bases.push({ ...base, metadata });
      } catch (error) {
        if (!isAlreadyExists(error)) throw error;
        isBehind = true;
      }
    });
    await inParallel(plan.update, WRITES, async ({ base, patch }) => {
      const body = { ...patch, metadata: { ...(patch['metadata'] as object), uid: base.metadata.uid } };
      await hubClient.patch(BASES, whereIs(base), { type: 'merge', body }, { signal });
    });
    await inParallel(bases, WRITES, (base) => syncShares(this.#options, { subscription, base }, signal));
    await inParallel(plan.remove, WRITES, (base) => deleteObject(hubClient, BASES, base, signal));
    this.#tell(subscription, plan);
    const areSeen = (): boolean =>
      bases.every((base) => caches.base(cacheKeyOf(base)) !== undefined) &&
      plan.update.every(({ base }) => caches.base(cacheKeyOf(base)) !== base);
    await cacheCatchesUp(areSeen, clock, signal);
    return isBehind ? { requeueAfterMs: CACHE_LAG_MS } : DONE;
  }

  /** One event for all members: a thousand Bases are one thing to know. */
  #tell(subscription: Subscription, { create, update, held, duplicates }: BasesPlan): void {
    const { events } = this.#options;
    const say = (type: 'Normal' | 'Warning', reason: string, message: string): void =>
      events.record(subscription, { type, reason, message });
    if (create.length > 0) say('Normal', 'BaseCreated', `Bases are created: ${listOf(create)}`);
    const changed = update.filter(({ patch }) => 'spec' in patch).map(({ base }) => base);
    if (changed.length > 0) say('Normal', 'BaseUpdated', `Bases are updated: ${listOf(changed)}`);
    if (duplicates.length > 0) {
      say('Warning', 'MultipleBases', `there is more than one Base in ${duplicates.join(', ')}`);
    }
    if (held !== undefined) say('Warning', 'DeletionHeld', held);
  }

  /** Its Bases first. Each waits until the member is rid of what it stands for. */
  async #remove(subscription: Subscription, signal: AbortSignal): Promise<ReconcileResult> {
    const { caches, hubClient } = this.#options;
    const bases = caches.basesOf(subscription);
    await inParallel(bases, WRITES, (base) => deleteObject(hubClient, BASES, base, signal));
    const inventory = caches.inventory(cacheKeyOf(subscription));
    if (inventory !== undefined && isOwnInventory(inventory, subscription)) {
      await deleteObject(hubClient, FEED_INVENTORIES, inventory, signal);
    }
    if (bases.length > 0) return DONE;
    const change = { resource: SUBSCRIPTIONS, object: subscription, remove: [APPS_FINALIZER] };
    await changeFinalizers(hubClient, change, signal);
    return DONE;
  }
}

function listOf(bases: readonly Base[]): string {
  return bases.map((base) => cacheKeyOf(base)).join(', ');
}
