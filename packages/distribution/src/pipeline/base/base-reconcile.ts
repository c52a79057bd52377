import {
  feedKey,
  APPS_FINALIZER,
  BASES,
  DESCRIPTIONS,
  LOCALIZATIONS,
  type Base,
  type Description,
} from '@banyan/api/clusternet';
import { DONE, type Clock, type ReconcileResult } from '@banyan/controller';
import type { FeedOverrides, Member, Work } from '@banyan/engine';
import type { KubeClient } from '@banyan/kube';
import { cacheCatchesUp } from '../cache-catches-up.ts';
import type { UserOverrides } from '../feed-overrides-of.ts';
import { changeFinalizers, deleteObject } from '../hub-writes.ts';
import { cacheKeyOf } from '../object-keys.ts';
import type { OverrideFailures } from '../override/override-failures.ts';
import type { PipelineCaches } from '../pipeline-caches.ts';
import type { FeedTemplate, FoundFeed, Templates } from '../templates.ts';
import { renderBase } from './render-base.ts';
import type { BaseReport } from './base-report.ts';
import { shareOverrides, sharesOfBase } from './share-of-base.ts';
import { isRendered, writeDescriptions } from './write-descriptions.ts';

/** A kind that the hub does not know may come to be known at any time, without an object of ours changing. */
const UNKNOWN_KIND_AGAIN_MS = 60_000;
/** A name that is still taken is told by an event when it is free; this only ends a wait that missed it. */
const BLOCKED_AGAIN_MS = 5_000;

export interface BaseReconcileOptions {
  readonly hubClient: KubeClient;
  readonly caches: PipelineCaches;
  readonly templates: Templates;
  readonly overrides: UserOverrides;
  readonly failures: OverrideFailures;
  readonly report: BaseReport;
  readonly hubId: string;
  readonly clock: Clock;
}

/** Makes the Descriptions of one Base. */
export class BaseReconcile {
  readonly #options: BaseReconcileOptions;

  constructor(options: BaseReconcileOptions) {
    this.#options = options;
  }

  async reconcile(key: string, signal: AbortSignal): Promise<ReconcileResult> {
    const { caches, failures, templates, hubClient } = this.#options;
    const base = caches.base(key);
    if (base === undefined || base.metadata.deletionTimestamp !== undefined) {
      failures.forget(key);
      if (base !== undefined) await this.#remove(base, signal);
      return DONE;
    }
    const member = caches.memberIn(base.metadata.namespace ?? '');
    if (member === undefined || member.state === 'leaving') return DONE;
    await changeFinalizers(hubClient, { resource: BASES, object: base, add: APPS_FINALIZER }, signal);
    const feeds = await templates.find(base.spec.feeds, signal);
    const result = await this.#render(base, member, feeds, signal);
    const hasUnknown = feeds.some((feed) => feed.template === undefined && feed.isUnknownKind);
    return result === DONE && hasUnknown ? { requeueAfterMs: UNKNOWN_KIND_AGAIN_MS } : result;
  }

  async #render(
    base: Base,
    member: Member,
    feeds: readonly FoundFeed[],
    signal: AbortSignal,
  ): Promise<ReconcileResult> {
    const { caches, hubClient, hubId, failures, report, clock } = this.#options;
    const all = caches.descriptionsOf(base);
    const current = all.filter(isStaying);
    const overridesOf = this.#overridesOf(base, member);
    const { trigger, render } = renderBase({
      base,
      member,
      hubId,
      feeds,
      overridesOf,
      descriptions: current,
    });
    const key = cacheKeyOf(base);
    if (isRendered(base, current, trigger)) {
      // After a restart: what failed is rendered once more, to know what to say of it, and not written.
      if (report.hasFailed(base) && !failures.isKnown(key)) failures.set(key, member.name, render().failures);
      return DONE;
    }
    const work = render();
    if (all.length > current.length) return { requeueAfterMs: BLOCKED_AGAIN_MS };
    const request = { base, member, work, trigger, current };
    const result = await writeDescriptions(hubClient, request, signal);
    await this.#tell(base, feeds, work, signal);
    if (result === 'blocked') return { requeueAfterMs: BLOCKED_AGAIN_MS };
    const isSeen = (): boolean => {
      const seen = caches.descriptionsOf(base).filter(isStaying);
      return work.objects.length === 0 ? seen.length === 0 : isRendered(base, seen, trigger);
    };
    await cacheCatchesUp(isSeen, clock, signal);
    return DONE;
  }

  async #tell(
    base: Base,
    feeds: readonly FoundFeed[],
    { member, failures: failed }: Work,
    signal: AbortSignal,
  ): Promise<void> {
    const { caches, failures, report } = this.#options;
    failures.set(cacheKeyOf(base), member, failed);
    // Feeds of a Subscription are the same for all of its Bases: they are told there, once.
    const isHandmade = caches.subscriptionOfBase(base) === undefined;
    await report.tell(base, failed, isHandmade ? feeds : [], signal);
  }

  /** Undefined for a feed that is to be divided and is not yet. */
  #overridesOf(base: Base, member: Member): (feed: FeedTemplate) => readonly FeedOverrides[] | undefined {
    const { caches, overrides } = this.#options;
    const subscription = caches.subscriptionOfBase(base);
    const inventory = subscription && caches.inventory(cacheKeyOf(subscription));
    const shares = sharesOfBase(subscription, inventory, `${member.namespace}/${member.name}`);
    if (shares === undefined) return (feed) => overrides.of(feed);
    const known = new Set((inventory?.spec.feeds ?? []).map(feedKey));
    const counted = new Set(shares.orders.map(feedKey));
    const byFeed = shareOverrides(base, shares);
    return (feed) => {
      const key = feedKey(feed.feed);
      if (!known.has(key)) return undefined;
      if (!counted.has(key)) return overrides.of(feed);
      const share = byFeed.get(key);
      return share && [...overrides.of(feed), share];
    };
  }

  /** Its Descriptions first: each waits until what it stands for is gone from the member. */
  async #remove(base: Base, signal: AbortSignal): Promise<void> {
    const { caches, hubClient } = this.#options;
    const descriptions = caches.descriptionsOf(base);
    for (const description of descriptions) await deleteObject(hubClient, DESCRIPTIONS, description, signal);
    for (const share of caches.sharesOf(base)) await deleteObject(hubClient, LOCALIZATIONS, share, signal);
    if (descriptions.length > 0) return;
    await changeFinalizers(hubClient, { resource: BASES, object: base, remove: [APPS_FINALIZER] }, signal);
  }
}

function isStaying({ metadata }: Description): boolean {
  return metadata.deletionTimestamp === undefined;
}
