import {
  feedKey,
  type FeedInventory,
  type Subscription,
  type SubscriptionStatus,
} from '@banyan/api/clusternet';
import type { ConditionFacts, RecordedEvent } from '@banyan/controller';
import {
  intentOfSubscription,
  placementOfStatus,
  schedule,
  statusOfPlacement,
  unsupportedIn,
  workloadsOfInventory,
  type Binding,
  type Member,
} from '@banyan/engine';

/** The part of a Subscription's status that the scheduler writes. */
export type BindingStatus = Pick<
  SubscriptionStatus,
  'bindingClusters' | 'replicas' | 'specHash' | 'desiredReleases'
>;

export interface Decision {
  /** Undefined: what was decided before stays. */
  readonly status: BindingStatus | undefined;
  readonly condition: ConditionFacts;
  readonly event: RecordedEvent;
}

export interface DecideRequest {
  readonly subscription: Subscription;
  /** In the order of their names. */
  readonly members: readonly Member[];
  readonly membersByName: ReadonlyMap<string, Member>;
  /** Of this Subscription, if it has one. */
  readonly inventory: FeedInventory | undefined;
}

/** Where a Subscription goes; undefined while the inventory, without which nothing can be divided, is not in step. */
export function decide(request: DecideRequest): Decision | undefined {
  const { subscription, members, membersByName, inventory } = request;
  const unsupported = unsupportedIn(subscription);
  if (unsupported !== undefined) {
    return refusal(subscription, 'Unsupported', `${unsupported} is not supported: what is bound stays`);
  }
  const divides = subscription.spec.schedulingStrategy === 'Dividing';
  if (divides && (inventory === undefined || !isInStep(subscription, inventory))) return undefined;
  const binding = schedule({
    intent: intentOfSubscription(subscription),
    members,
    workloads: divides && inventory !== undefined ? workloadsOfInventory(inventory) : [],
    previous: placementOfStatus(subscription.status),
  });
  const status = statusOfPlacement(subscription, binding, membersByName);
  return { status, ...told(subscription, binding) };
}

/** Whether the inventory was made of these very feeds. */
function isInStep({ spec }: Subscription, inventory: FeedInventory): boolean {
  const orders = inventory.spec.feeds;
  return (
    orders.length === spec.feeds.length &&
    spec.feeds.every((feed, index) => {
      const order = orders[index];
      return order !== undefined && feedKey(order) === feedKey(feed);
    })
  );
}

function refusal(subscription: Subscription, reason: string, message: string): Decision {
  return {
    status: undefined,
    condition: conditionOf(subscription, 'False', reason, message),
    event: { type: 'Warning', reason: 'FailedScheduling', message },
  };
}

function told(subscription: Subscription, binding: Binding): Pick<Decision, 'condition' | 'event'> {
  const notes = binding.notes.map(({ message }) => message).join('; ');
  if (binding.outcome !== 'placed') {
    const reason = binding.outcome === 'kept' ? 'NothingFitsKept' : 'NothingFits';
    return {
      condition: conditionOf(subscription, 'False', reason, notes),
      event: { type: 'Warning', reason: 'FailedScheduling', message: notes },
    };
  }
  const count = binding.members.length;
  const bound = `bound to ${count === 1 ? '1 cluster' : `${count} clusters`}`;
  const message = notes === '' ? bound : `${bound}; ${notes}`;
  return {
    condition: conditionOf(subscription, 'True', notes === '' ? 'Scheduled' : 'ScheduledWithNotes', message),
    event: {
      type: notes === '' ? 'Normal' : 'Warning',
      reason: 'Scheduled',
      message: `${message}: ${binding.members.join(', ')}`,
    },
  };
}

function conditionOf(
  { metadata }: Subscription,
  status: 'True' | 'False',
  reason: string,
  message: string,
): ConditionFacts {
  const { generation } = metadata;
  return {
    type: 'Scheduled',
    status,
    reason,
    message,
    ...(generation !== undefined && { observedGeneration: generation }),
  };
}
