import {
  APPS_API_VERSION,
  APPS_FINALIZER,
  DEFAULT_CLUSTER_INIT_ANNOTATION,
  type Base,
  type Subscription,
} from '@banyan/api/clusternet';
import type { Member } from '../../words/member.ts';
import { labelsOf, subscriptionLabels } from './object-labels.ts';

/** The Base that a Subscription has in a member. `name` comes from `baseName`. */
export function baseOfSubscription(subscription: Subscription, member: Member, name: string): Base {
  const init = subscription.metadata.annotations?.[DEFAULT_CLUSTER_INIT_ANNOTATION];
  return {
    apiVersion: APPS_API_VERSION,
    kind: 'Base',
    metadata: {
      name,
      namespace: member.namespace,
      labels: { ...labelsOf(subscription, member), ...subscriptionLabels(subscription) },
      ...(init !== undefined && { annotations: { [DEFAULT_CLUSTER_INIT_ANNOTATION]: init } }),
      finalizers: [APPS_FINALIZER],
    },
    spec: { feeds: subscription.spec.feeds },
  };
}
