import {
  CREATED_BY_LABEL,
  SUBSCRIPTION_UID_LABEL,
  type FeedInventory,
  type Subscription,
} from '@banyan/api/clusternet';
import { CREATED_BY } from '../pipeline-caches.ts';

/** Whether the pipeline made it for this Subscription; any other is its author's, and left alone. */
export function isOwnInventory({ metadata }: FeedInventory, subscription: Subscription): boolean {
  const labels = metadata.labels ?? {};
  return (
    labels[CREATED_BY_LABEL] === CREATED_BY && labels[SUBSCRIPTION_UID_LABEL] === subscription.metadata.uid
  );
}
