import type { KubeObject } from '@banyan/api';
import {
  APPS_API_VERSION,
  CREATED_BY_LABEL,
  feedKey,
  type Feed,
  type FeedInventory,
  type FeedOrder,
  type Subscription,
} from '@banyan/api/clusternet';
import { workloadOf } from '../../inventory/workload-of.ts';
import type { Workload } from '../../words/workload.ts';
import { CREATED_BY, subscriptionLabels } from './object-labels.ts';
import { ownerReference } from './share-localizations.ts';

/** The inventory of a Dividing Subscription. A feed without a template, or of a chart, has no replicas. */
export function feedInventoryOf(
  subscription: Subscription,
  templateOf: (feed: Feed) => KubeObject | undefined,
): FeedInventory {
  const { name, namespace } = subscription.metadata;
  return {
    apiVersion: APPS_API_VERSION,
    kind: 'FeedInventory',
    metadata: {
      ...(name !== undefined && { name }),
      ...(namespace !== undefined && { namespace }),
      labels: { [CREATED_BY_LABEL]: CREATED_BY, ...subscriptionLabels(subscription) },
      ownerReferences: [ownerReference(subscription)],
    },
    spec: { feeds: subscription.spec.feeds.map((feed) => orderOf(feed, templateOf(feed))) },
  };
}

function orderOf(feed: Feed, template: KubeObject | undefined): FeedOrder {
  const facts = template === undefined ? undefined : workloadOf(template);
  if (facts === undefined) return feed;
  const { replicas, path, needs } = facts;
  return { ...feed, desiredReplicas: replicas, replicaRequirements: needs, replicaJsonPath: path };
}

/** The workloads that an inventory names, ours or one that a user's own controller wrote. */
export function workloadsOfInventory({ spec }: FeedInventory): Workload[] {
  return spec.feeds.flatMap((order) =>
    order.desiredReplicas === undefined
      ? []
      : [{ key: feedKey(order), replicas: Math.max(0, order.desiredReplicas) }],
  );
}
