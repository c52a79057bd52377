import {
  feedKey,
  fnv1a32,
  type Feed,
  type Subscription,
  type SubscriptionStatus,
} from '@banyan/api/clusternet';
import { canonicalJson } from '../../digest/canonical-json.ts';
import type { Placement } from '../../words/binding.ts';
import type { Member } from '../../words/member.ts';

type BindingStatus = Required<Pick<SubscriptionStatus, 'bindingClusters' | 'specHash' | 'desiredReleases'>> &
  Pick<SubscriptionStatus, 'replicas'>;

/** A placement as a Subscription's status tells it. `members` knows every member of the placement by name. */
export function statusOfPlacement(
  { spec }: Subscription,
  placement: Placement,
  members: ReadonlyMap<string, Pick<Member, 'namespace'>>,
): BindingStatus {
  const order = placement.members
    .map((name, place) => ({ place, key: `${members.get(name)?.namespace ?? ''}/${name}` }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  return {
    bindingClusters: order.map(({ key }) => key),
    ...(spec.schedulingStrategy === 'Dividing' && { replicas: replicasOf(spec.feeds, placement, order) }),
    specHash: specHash(spec),
    desiredReleases: order.length,
  };
}

function replicasOf(
  feeds: readonly Feed[],
  { shares }: Placement,
  order: readonly { readonly place: number }[],
): Record<string, number[]> {
  const replicas: Record<string, number[]> = {};
  for (const feed of feeds) {
    const key = feedKey(feed);
    const share = shares.get(key);
    replicas[key] = share === undefined ? [] : order.map(({ place }) => share[place] ?? 0);
  }
  return replicas;
}

/** The last answer, read back from where it was written. */
export function placementOfStatus(status: SubscriptionStatus | undefined): Placement | undefined {
  if (status?.bindingClusters === undefined) return undefined;
  const members = status.bindingClusters.map((key) => key.slice(key.indexOf('/') + 1));
  const shares = Object.entries(status.replicas ?? {}).filter(([, share]) => share.length === members.length);
  return { members, shares: new Map(members.length === 0 ? [] : shares) };
}

/** Differs when the spec does. */
export function specHash(spec: Subscription['spec']): number {
  return fnv1a32(canonicalJson(spec));
}
