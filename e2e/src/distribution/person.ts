import { setTimeout as delay } from 'node:timers/promises';
import type { GroupVersionResource, KubeObject } from '@banyan/api';
import {
  APPS_API_VERSION,
  GLOBALIZATIONS,
  LOCALIZATIONS,
  SUBSCRIPTIONS,
  type Feed,
} from '@banyan/api/clusternet';
import { isNotFound, type KubeClient } from '@banyan/kube';
import { resourceOf, templateOf, type Part } from './wished-template.ts';
import type { Change, WishedOverride, WishedSubscription } from './wishes.ts';

/** Where subscriptions are in the hub. */
const INTENTS = 'default';
/** Ends a hang: whatever was killed is back in seconds. */
const DEADLINE_MS = 120_000;
const AGAIN_MS = 100;
const APPLY = { fieldManager: 'person', force: true } as const;
const MANAGED_CLUSTERS = { group: 'clusters.clusternet.io', version: 'v1beta1', resource: 'managedclusters' };

interface Place {
  readonly namespace?: string;
  readonly name: string;
}

/** Someone who tells the hub what they want, and does not give up until it is taken. */
export class Person {
  readonly #hubClient: KubeClient;
  readonly #templateClient: KubeClient;

  /** `templateClient` leads to the hub's templates. */
  constructor(hubClient: KubeClient, templateClient: KubeClient) {
    this.#hubClient = hubClient;
    this.#templateClient = templateClient;
  }

  async tell(change: Change): Promise<void> {
    switch (change.what) {
      case 'template':
        return this.#apply(this.#templateClient, resourceOf(change.object), change.object);
      case 'no-template':
        return this.#end(this.#templateClient, resourceOf(change.object), placeOf(change.object.metadata));
      case 'subscription':
        return this.#apply(this.#hubClient, SUBSCRIPTIONS, subscriptionOf(change.name, change.wished));
      case 'no-subscription':
        return this.#end(this.#hubClient, SUBSCRIPTIONS, { namespace: INTENTS, name: change.name });
      case 'override': {
        const object = overrideOf(change.name, change.wished);
        return this.#apply(this.#hubClient, overrideResource(change.wished), object);
      }
      case 'no-override':
        return this.#end(this.#hubClient, overrideResource(change.wished), {
          name: change.name,
          ...namespaceOf(change.wished),
        });
      case 'ring': {
        const place = { namespace: `clusternet-${change.member}`, name: change.member };
        const body = { metadata: { labels: { ring: change.ring } } };
        await insist(() => this.#hubClient.patch(MANAGED_CLUSTERS, place, { type: 'merge', body }));
      }
    }
  }

  /** One that is on its way out would take the new word along: it is waited for. */
  async #apply(client: KubeClient, resource: GroupVersionResource, object: KubeObject): Promise<void> {
    await insist(async () => {
      const { deletionTimestamp } = (await client.apply(resource, object, APPLY)).metadata;
      if (deletionTimestamp !== undefined)
        throw new Error(`${object.kind} ${object.metadata.name ?? ''} is still being deleted`);
    });
  }

  async #end(client: KubeClient, resource: GroupVersionResource, place: Place): Promise<void> {
    await insist(async () => {
      try {
        await client.delete(resource, place);
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
    });
  }
}

async function insist(tell: () => Promise<unknown>): Promise<void> {
  const end = performance.now() + DEADLINE_MS;
  for (;;) {
    try {
      await tell();
      return;
    } catch (error) {
      if (performance.now() > end) throw error;
      await delay(AGAIN_MS);
    }
  }
}

function placeOf({ namespace, name = '' }: KubeObject['metadata']): Place {
  return { name, ...(namespace !== undefined && { namespace }) };
}

function subscriptionOf(name: string, { feeds, ring, divides }: WishedSubscription): KubeObject {
  const clusterAffinity =
    ring === undefined
      ? { matchExpressions: [{ key: 'ring', operator: 'Exists' }] }
      : { matchLabels: { ring } };
  return {
    apiVersion: APPS_API_VERSION,
    kind: 'Subscription',
    metadata: { name, namespace: INTENTS },
    spec: {
      schedulingStrategy: divides ? 'Dividing' : 'Replication',
      ...(divides && { dividingScheduling: { type: 'Static' } }),
      subscribers: [{ clusterAffinity, weight: 1 }],
      feeds: feeds.map(feedOf),
    },
  };
}

function overrideOf(name: string, wished: WishedOverride): KubeObject {
  const { feed, member, priority, patch } = wished;
  return {
    apiVersion: APPS_API_VERSION,
    kind: member === undefined ? 'Globalization' : 'Localization',
    metadata: { name, ...namespaceOf(wished) },
    spec: {
      overridePolicy: 'ApplyNow',
      priority,
      feed: feedOf(feed),
      overrides: [{ name, type: 'MergePatch', value: JSON.stringify(patch) }],
    },
  };
}

function overrideResource({ member }: WishedOverride): GroupVersionResource {
  return member === undefined ? GLOBALIZATIONS : LOCALIZATIONS;
}

function namespaceOf({ member }: WishedOverride): { namespace?: string } {
  return member === undefined ? {} : { namespace: `clusternet-${member}` };
}

/** A template's name says what it is. */
function feedOf(template: string): Feed {
  const [subscription = '', part = ''] = template.split('-');
  const { apiVersion, kind, metadata } = templateOf(subscription, part as Part, 0);
  return { apiVersion, kind, ...placeOf(metadata) };
}
