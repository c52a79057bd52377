import type { KubeObject, OwnerReference } from '@banyan/api';
import {
  APPS_API_VERSION,
  CREATED_BY_LABEL,
  DIVIDING_OVERRIDE,
  SUBSCRIPTION_UID_LABEL,
  feedKey,
  localizationName,
  type Base,
  type FeedOrder,
  type Localization,
} from '@banyan/api/clusternet';
import { CREATED_BY } from './object-labels.ts';

/** Above every priority that users give by default, so that the scheduler has the last word on replicas. */
const PRIORITY = 1000;

/** The Localizations that give a Base its share of each feed's replicas. `shares`: by `feedKey`. */
export function shareLocalizations(
  base: Base,
  orders: readonly FeedOrder[],
  shares: ReadonlyMap<string, number>,
): Localization[] {
  return orders.flatMap((order) => {
    const replicas = shares.get(feedKey(order));
    return replicas === undefined ? [] : [shareLocalization(base, order, replicas)];
  });
}

function shareLocalization(base: Base, order: FeedOrder, replicas: number): Localization {
  const { apiVersion, kind, namespace, name, replicaJsonPath: path = '/spec/replicas' } = order;
  const feed = { apiVersion, kind, ...(namespace !== undefined && { namespace }), name };
  const subscription = base.metadata.labels?.[SUBSCRIPTION_UID_LABEL];
  return {
    apiVersion: APPS_API_VERSION,
    kind: 'Localization',
    metadata: {
      name: localizationName(base.metadata.name ?? '', feed),
      ...(base.metadata.namespace !== undefined && { namespace: base.metadata.namespace }),
      labels: {
        [CREATED_BY_LABEL]: CREATED_BY,
        ...(subscription !== undefined && { [subscription]: 'Subscription' }),
      },
      ownerReferences: [ownerReference(base)],
    },
    spec: {
      overridePolicy: 'ApplyNow',
      priority: PRIORITY,
      feed,
      overrides: [
        {
          name: DIVIDING_OVERRIDE,
          type: 'JSONPatch',
          value: JSON.stringify([{ op: 'replace', path, value: replicas }]),
        },
      ],
    },
  };
}

export function ownerReference({ apiVersion, kind, metadata }: KubeObject): OwnerReference {
  return {
    apiVersion,
    kind,
    name: metadata.name ?? '',
    uid: metadata.uid ?? '',
    controller: true,
    blockOwnerDeletion: true,
  };
}
