import {
  feedKey,
  type Base,
  type FeedInventory,
  type FeedOrder,
  type Subscription,
} from '@banyan/api/clusternet';
import { digest, feedOverridesOf, shareLocalizations, type FeedOverrides } from '@banyan/engine';

export interface BaseShares {
  /** Feeds that have replicas, by `feedKey`. */
  readonly orders: readonly FeedOrder[];
  /** What the scheduler gave this Base of each, by `feedKey`. */
  readonly shares: ReadonlyMap<string, number>;
}

/** Undefined where nothing is divided: the Base was made by hand, or its Subscription replicates. */
export function sharesOfBase(
  subscription: Subscription | undefined,
  inventory: FeedInventory | undefined,
  memberKey: string,
): BaseShares | undefined {
  if (subscription?.spec.schedulingStrategy !== 'Dividing') return undefined;
  const { bindingClusters = [], replicas = {} } = subscription.status ?? {};
  const place = bindingClusters.indexOf(memberKey);
  const orders = (inventory?.spec.feeds ?? []).filter(({ desiredReplicas }) => desiredReplicas !== undefined);
  const shares = new Map<string, number>();
  for (const order of orders) {
    const list = replicas[feedKey(order)];
    const share = list?.length === bindingClusters.length ? list[place] : undefined;
    if (share !== undefined) shares.set(feedKey(order), share);
  }
  return { orders, shares };
}

/**
 * A share as an override, made of the decision itself and not of the Localization that shows it: what is rendered never
 * runs ahead of the decision, so no member sees the full count first.
 */
export function shareOverrides(
  base: Base,
  { orders, shares }: BaseShares,
): ReadonlyMap<string, FeedOverrides> {
  const found = new Map<string, FeedOverrides>();
  for (const localization of shareLocalizations(base, orders, shares)) {
    const metadata = { ...localization.metadata, uid: digest(localization.spec) };
    const overrides = feedOverridesOf({ ...localization, metadata });
    if (overrides !== undefined) found.set(feedKey(localization.spec.feed), overrides);
  }
  return found;
}
