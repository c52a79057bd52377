import { SUBSCRIPTIONS, type Description, type Subscription } from '@banyan/api/clusternet';
import { DONE, setCondition, type ReconcileResult } from '@banyan/controller';
import {
  identityKey,
  identityOf,
  objectStatus,
  observedObjects,
  type DeletionLimits,
  type ObjectStatus,
  type StatusRule,
} from '@banyan/engine';
import { isConflict, isNotFound } from '@banyan/kube';
import { ProgressPace } from '../../progress-pace.ts';
import { whereIs } from '../object-keys.ts';
import type { PipelineContext } from '../pipeline-context.ts';
import { basesRequest } from '../subscription/bases-request.ts';
import { planBases } from '../subscription/plan-bases.ts';
import type { FoundFeed } from '../templates.ts';
import {
  aggregateSubscription,
  isOnItsWay,
  isSameStatus,
  type BoundMember,
} from './aggregate-subscription.ts';
import { subscriptionConditions } from './subscription-conditions.ts';

/** As for a Base: a kind may come to be known without an object of ours changing. */
const UNKNOWN_KIND_AGAIN_MS = 60_000;
/** Someone wrote the Subscription, perhaps we: the cache will have it by then, and more may have been reported. */
const CACHE_LAG_MS = 200;
/** As soon as a person looks again. */
const PROGRESS = { firstMs: 2000, longestMs: 10_000 };

export type AggregateReconcileOptions = Pick<
  PipelineContext,
  'hubClient' | 'caches' | 'events' | 'templates' | 'clock'
> & {
  readonly limits: DeletionLimits;
  readonly statusRules: readonly StatusRule[];
};

/** Sums up what members say of a Subscription, and tells it with one write. */
export class AggregateReconcile {
  readonly #options: AggregateReconcileOptions;
  readonly #statuses = new WeakMap<Description, ReadonlyMap<string, ObjectStatus>>();
  /** States of Subscriptions that were written over: what is decided on them is out of date. */
  readonly #past = new WeakSet<Subscription>();
  readonly #pace = new ProgressPace(PROGRESS);

  constructor(options: AggregateReconcileOptions) {
    this.#options = options;
  }

  async reconcile(key: string, signal: AbortSignal): Promise<ReconcileResult> {
    const { caches, templates, limits, clock } = this.#options;
    const subscription = caches.subscription(key);
    if (subscription === undefined || subscription.metadata.deletionTimestamp !== undefined) {
      this.#pace.forget(key);
      return DONE;
    }
    if (this.#past.has(subscription)) return { requeueAfterMs: CACHE_LAG_MS };
    const feeds = await templates.find(subscription.spec.feeds, signal);
    const bound = this.#boundTo(subscription);
    const isUnderWay = isOnItsWay({ subscription, feeds, bound });
    const waitMs = isUnderWay ? this.#pace.waitMs(key, clock.elapsed()) : 0;
    if (waitMs > 0) return { requeueAfterMs: waitMs };
    const statusesOf = (description: Description): ReadonlyMap<string, ObjectStatus> =>
      this.#statusesOf(description);
    const aggregate = aggregateSubscription({ subscription, bound, feeds, statusesOf });
    const request = basesRequest(caches, subscription, limits);
    const held = request && planBases(request).held;
    const isWritten = await this.#write(subscription, { bound, feeds, aggregate, held }, signal);
    if (!isWritten) return { requeueAfterMs: CACHE_LAG_MS };
    if (isUnderWay) this.#pace.told(key, clock.elapsed());
    else this.#pace.forget(key);
    const hasUnknown = feeds.some((feed) => feed.template === undefined && feed.isUnknownKind);
    return hasUnknown ? { requeueAfterMs: UNKNOWN_KIND_AGAIN_MS } : DONE;
  }

  /** False if the Subscription is no longer what it was summed up for. */
  async #write(
    subscription: Subscription,
    facts: Omit<Parameters<typeof subscriptionConditions>[0], 'subscription'>,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { hubClient, clock } = this.#options;
    const { metadata, status = {} } = subscription;
    const before = status.conditions ?? [];
    const conditions = subscriptionConditions({ subscription, ...facts }).reduce(
      (all, condition) => setCondition(all, condition, clock.now()),
      before as readonly (typeof before)[number][],
    );
    const isTold = isSameStatus(status, facts.aggregate.status);
    if (isTold && conditions === before) return true;
    const body = {
      metadata: { resourceVersion: metadata.resourceVersion },
      status: { ...(!isTold && facts.aggregate.status), ...(conditions !== before && { conditions }) },
    };
    try {
      const patch = { type: 'merge', body } as const;
      const options = { subresource: 'status', metadataOnly: true, signal };
      await hubClient.patch(SUBSCRIPTIONS, whereIs(subscription), patch, options);
    } catch (error) {
      if (isConflict(error)) return false;
      if (isNotFound(error)) return true;
      throw error;
    }
    this.#past.add(subscription);
    if (conditions !== before) this.#tell(subscription, facts.feeds);
    return true;
  }

  #tell(subscription: Subscription, feeds: readonly FoundFeed[]): void {
    const { events } = this.#options;
    for (const feed of feeds) {
      if (feed.template === undefined) {
        events.record(subscription, { type: 'Warning', reason: feed.reason, message: feed.problem });
      } else if (feed.warning !== undefined) {
        events.record(subscription, { type: 'Warning', reason: 'FeedResolvedByKind', message: feed.warning });
      }
    }
  }

  #boundTo(subscription: Subscription): BoundMember[] {
    const { caches } = this.#options;
    const bases = Map.groupBy(caches.basesOf(subscription), ({ metadata }) => metadata.namespace ?? '');
    return (subscription.status?.bindingClusters ?? []).map((key): BoundMember => {
      const slash = key.indexOf('/');
      const member = caches.member(key) ?? { name: key.slice(slash + 1), id: '' };
      const own = bases.get(key.slice(0, slash)) ?? [];
      const descriptions = own.flatMap((base) => caches.descriptionsOf(base));
      return { member, base: own[0], descriptions };
    });
  }

  /** Read once for each state of a Description. What an agent reports may be anything. */
  #statusesOf(description: Description): ReadonlyMap<string, ObjectStatus> {
    const known = this.#statuses.get(description);
    if (known !== undefined) return known;
    const statuses = new Map<string, ObjectStatus>();
    try {
      for (const object of observedObjects(description)) {
        if (object === undefined) continue;
        statuses.set(identityKey(identityOf(object)), objectStatus(object, this.#options.statusRules));
      }
    } catch (error) {
      // Not one of ours: as if nothing were known of it.
      if (!(error instanceof SyntaxError)) throw error;
    }
    this.#statuses.set(description, statuses);
    return statuses;
  }
}
