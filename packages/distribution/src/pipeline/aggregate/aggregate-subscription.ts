import {
  feedKey,
  type Base,
  type Description,
  type Subscription,
  type SubscriptionStatus,
} from '@banyan/api/clusternet';
import {
  aggregatedStatusOf,
  aggregateIntent,
  aggregateTemplate,
  digest,
  identityKey,
  type IntentStatus,
  type Member,
  type ObjectStatus,
} from '@banyan/engine';
import { readRenamed } from '../base/renamed-objects.ts';
import type { FoundFeed } from '../templates.ts';
import { fitStatuses } from './fit-statuses.ts';

/** A member that a Subscription is bound to, with what is known of it. */
export interface BoundMember {
  readonly member: Pick<Member, 'name' | 'id'>;
  readonly base: Base | undefined;
  readonly descriptions: readonly Description[];
}

export interface AggregateRequest {
  readonly subscription: Subscription;
  readonly bound: readonly BoundMember[];
  readonly feeds: readonly FoundFeed[];
  /** The objects of a Description as they are in the member, by `identityKey`. */
  readonly statusesOf: (description: Description) => ReadonlyMap<string, ObjectStatus>;
}

export interface Aggregate {
  readonly status: Required<Pick<SubscriptionStatus, 'aggregatedStatuses' | 'completedReleases'>>;
  readonly intent: IntentStatus;
  /** Members in which not all is deployed yet. */
  readonly undeployed: readonly string[];
  /** Those of them in which it could not be, each with why. */
  readonly failed: readonly { readonly member: string; readonly reason: string }[];
}

/** The state of a Subscription over all of its members. */
export function aggregateSubscription({ bound, feeds, statusesOf }: AggregateRequest): Aggregate {
  const members = new Map(bound.map(({ member }) => [member.name, member]));
  const known = bound.map(({ member, descriptions }) => ({
    member: member.name,
    statuses: descriptions.map(statusesOf),
    renamed: readRenamed(descriptions),
  }));
  const templates = feeds.map(({ feed, identity }) => {
    const key = identity && identityKey(identity);
    const status = aggregateTemplate(
      known.map(({ member, statuses, renamed }) => ({
        member,
        status: key === undefined ? undefined : find(statuses, renamed[feedKey(feed)] ?? key),
      })),
    );
    return { status, told: aggregatedStatusOf(feed, status, members) };
  });
  const intent = aggregateIntent(
    [...members.keys()],
    templates.map(({ status }) => status),
  );
  const undeployed = bound
    .filter(({ descriptions }) => !isDeployed(descriptions, feeds.length))
    .map(({ member }) => member.name);
  const incomplete = new Set(undeployed);
  for (const { status } of templates) {
    for (const { member, isAvailable } of status.members) if (!isAvailable) incomplete.add(member);
  }
  return {
    status: {
      aggregatedStatuses: [...fitStatuses(templates.map(({ told }) => told))],
      completedReleases: members.size - incomplete.size,
    },
    intent,
    undeployed,
    failed: bound.flatMap(failureOf),
  };
}

/** Whether a Subscription says so already. Kubernetes gives fields back in an order of its own. */
export function isSameStatus(told: SubscriptionStatus, wanted: Aggregate['status']): boolean {
  const { aggregatedStatuses = [], completedReleases = 0 } = told;
  return digest({ aggregatedStatuses, completedReleases }) === digest(wanted);
}

/** Whether nothing is wrong and there is more to come: then what is known so far is no news to hurry with. */
export function isOnItsWay({ subscription, feeds, bound }: Omit<AggregateRequest, 'statusesOf'>): boolean {
  const isDecided = subscription.status?.bindingClusters !== undefined;
  return (
    feeds.every(({ template }) => template !== undefined) &&
    (!isDecided || bound.some(({ descriptions }) => !isDeployed(descriptions, feeds.length))) &&
    !bound.some(({ base, descriptions }) => hasFailed(base) || failedOf(descriptions) !== undefined)
  );
}

function hasFailed(base: Base | undefined): boolean {
  return (
    base?.status?.conditions?.some(({ type, status }) => type === 'Rendered' && status === 'False') === true
  );
}

function find(statuses: readonly ReadonlyMap<string, ObjectStatus>[], key: string): ObjectStatus | undefined {
  for (const status of statuses) {
    const found = status.get(key);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isDeployed(descriptions: readonly Description[], feeds: number): boolean {
  if (descriptions.length === 0) return feeds === 0;
  return descriptions.every(({ status }) => status?.phase === 'Success');
}

function failureOf({ member, descriptions }: BoundMember): Aggregate['failed'] {
  const failed = failedOf(descriptions);
  return failed === undefined ? [] : [{ member: member.name, reason: failed.status?.reason ?? '' }];
}

function failedOf(descriptions: readonly Description[]): Description | undefined {
  return descriptions.find(({ status }) => status?.phase === 'Failure');
}
