import { feedKey, FEED_INVENTORIES, type FeedInventory, type Subscription } from '@banyan/api/clusternet';
import { DONE, type ReconcileResult } from '@banyan/controller';
import { digest, feedInventoryOf } from '@banyan/engine';
import { isAlreadyExists } from '@banyan/kube';
import { deleteObject } from '../hub-writes.ts';
import { cacheKeyOf, whereIs } from '../object-keys.ts';
import type { PipelineContext } from '../pipeline-context.ts';
import { isOwnInventory } from './own-inventory.ts';

export type InventoryReconcileOptions = Pick<
  PipelineContext,
  'hubClient' | 'caches' | 'events' | 'templates'
>;

/** Says how many replicas the templates of a Dividing Subscription want, for the scheduler to divide. */
export class InventoryReconcile {
  readonly #options: InventoryReconcileOptions;

  constructor(options: InventoryReconcileOptions) {
    this.#options = options;
  }

  async reconcile(key: string, signal: AbortSignal): Promise<ReconcileResult> {
    const { caches, hubClient } = this.#options;
    const subscription = caches.subscription(key);
    if (subscription === undefined || subscription.metadata.deletionTimestamp !== undefined) return DONE;
    const current = caches.inventory(key);
    const isOwn = current === undefined || isOwnInventory(current, subscription);
    if (!isOwn || current?.metadata.deletionTimestamp !== undefined) return DONE;
    if (subscription.spec.schedulingStrategy !== 'Dividing') {
      if (current !== undefined) await deleteObject(hubClient, FEED_INVENTORIES, current, signal);
      return DONE;
    }
    await this.#write(subscription, current, signal);
    return DONE;
  }

  async #write(
    subscription: Subscription,
    current: FeedInventory | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const { templates, hubClient, events } = this.#options;
    const feeds = await templates.find(subscription.spec.feeds, signal);
    const byKey = new Map(feeds.map(({ feed, template }) => [feedKey(feed), template?.object]));
    const wanted = feedInventoryOf(subscription, (feed) => byKey.get(feedKey(feed)));
    if (current === undefined) {
      try {
        await hubClient.create(FEED_INVENTORIES, wanted, { signal });
      } catch (error) {
        // Made by another run, or by its author: the cache will tell.
        if (!isAlreadyExists(error)) throw error;
      }
    } else if (digest(current.spec) !== digest(wanted.spec)) {
      const body = { metadata: { uid: current.metadata.uid }, spec: wanted.spec };
      await hubClient.patch(FEED_INVENTORIES, whereIs(wanted), { type: 'merge', body }, { signal });
    } else {
      return;
    }
    const message = `FeedInventory ${cacheKeyOf(wanted)} is in step`;
    events.record(subscription, { type: 'Normal', reason: 'FeedInventorySynced', message });
  }
}
