import type { KubeObject } from '@banyan/api';
import { SUBSCRIPTIONS, type FeedInventory, type Subscription } from '@banyan/api/clusternet';
import { DONE, setCondition, type Clock, type EventRecorder, type ReconcileResult } from '@banyan/controller';
import { isNotFound, type CacheReader, type KubeClient } from '@banyan/kube';
import { bindingPatch } from './binding-patch.ts';
import { decide, type Decision } from './decide.ts';
import type { HubMembers } from './hub-members.ts';
import { reasonToDecide } from './reason-to-decide.ts';

/** Until the cache has what we wrote. */
const CACHE_LAG_MS = 50;

export interface SchedulerReconcileOptions {
  readonly hubClient: KubeClient;
  readonly subscriptions: CacheReader<KubeObject>;
  readonly inventories: CacheReader<KubeObject>;
  readonly members: HubMembers;
  readonly events: EventRecorder;
  readonly schedulerName: string;
  readonly clock: Clock;
}

/** Decides where one Subscription goes and writes it down, if it is another answer than before. */
export class SchedulerReconcile {
  readonly #options: SchedulerReconcileOptions;
  /** States that were written over: what is decided on them is out of date. */
  readonly #past = new WeakSet<Subscription>();
  /** What the cache is about to tell of our own writes, by key: no reason to decide again. */
  readonly #ownNews = new Map<string, string>();

  constructor(options: SchedulerReconcileOptions) {
    this.#options = options;
  }

  /** Whether it has become what we wrote. Told once. */
  isOwnNews(key: string, subscription: Subscription): boolean {
    const isOwn = this.#ownNews.get(key) === reasonToDecide(subscription);
    if (isOwn) this.#ownNews.delete(key);
    return isOwn;
  }

  forget(key: string): void {
    this.#ownNews.delete(key);
  }

  async reconcile(key: string, signal: AbortSignal): Promise<ReconcileResult> {
    const { subscriptions, inventories, members, schedulerName } = this.#options;
    const subscription = subscriptions.get(key) as Subscription | undefined;
    if (subscription === undefined || subscription.metadata.deletionTimestamp !== undefined) return DONE;
    if ((subscription.spec.schedulerName || 'default') !== schedulerName) return DONE;
    if (this.#past.has(subscription)) return { requeueAfterMs: CACHE_LAG_MS };
    const decision = decide({
      subscription,
      members: members.list(),
      membersByName: members.byName(),
      inventory: inventories.get(key) as FeedInventory | undefined,
    });
    if (decision !== undefined) await this.#write(key, subscription, decision, signal);
    return DONE;
  }

  async #write(
    key: string,
    subscription: Subscription,
    decision: Decision,
    signal: AbortSignal,
  ): Promise<void> {
    const { hubClient, events, clock } = this.#options;
    const { metadata, status = {} } = subscription;
    const before = status.conditions ?? [];
    const conditions = setCondition(before, decision.condition, clock.now());
    const binding = decision.status && bindingPatch(status, decision.status);
    if (binding === undefined && conditions === before) return;
    const { namespace = '', name = '', resourceVersion } = metadata;
    const patch = {
      metadata: { resourceVersion },
      status: { ...binding, ...(conditions !== before && { conditions }) },
    };
    const { replicas: _, ...others } = status;
    const decided = decision.status === undefined ? status : { ...others, ...decision.status };
    this.#ownNews.set(
      key,
      reasonToDecide({ ...subscription, status: { ...decided, conditions: [...conditions] } }),
    );
    try {
      await hubClient.patch(
        SUBSCRIPTIONS,
        { namespace, name },
        { type: 'merge', body: patch },
        { subresource: 'status', metadataOnly: true, signal },
      );
    } catch (error) {
      this.#ownNews.delete(key);
      if (isNotFound(error)) return;
      throw error;
    }
    this.#past.add(subscription);
    events.record(subscription, decision.event);
  }
}
