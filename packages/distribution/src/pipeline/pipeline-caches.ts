import type { KubeObject } from '@banyan/api';
import {
  BASES,
  CREATED_BY_LABEL,
  DESCRIPTIONS,
  DIVIDING_OVERRIDE,
  FEED_INVENTORIES,
  GLOBALIZATIONS,
  LOCALIZATIONS,
  MANAGED_CLUSTERS,
  MANIFESTS,
  SUBSCRIPTION_UID_LABEL,
  SUBSCRIPTIONS,
  type Base,
  type Description,
  type FeedInventory,
  type Globalization,
  type Localization,
  type ManagedCluster,
  type Manifest,
  type Subscription,
} from '@banyan/api/clusternet';
import { memberOfCluster, type Member } from '@banyan/engine';
import type { CacheLease, SharedCaches } from '@banyan/kube';
import { feedLooseKeys, manifestIdentities, manifestLooseKeys, overrideLooseKeys } from './feed-index.ts';

const BY_FEED = 'distribution/feed';
const BY_IDENTITY = 'distribution/identity';
const BY_UID = 'distribution/uid';
const BY_SUBSCRIPTION = 'distribution/subscription';
const BY_BASE = 'distribution/base';
const BY_NAMESPACE = 'distribution/namespace';
const BY_MEMBER = 'distribution/member';

/** The label value of what the pipeline makes, as Clusternet's users select it. */
export const CREATED_BY = 'clusternet-controller-manager';

/** Everything that the pipeline reads, in memory, with the indexes that stand in for Clusternet's labels. Not to be changed. */
export class PipelineCaches {
  readonly subscriptions: CacheLease<KubeObject>;
  readonly bases: CacheLease<KubeObject>;
  readonly descriptions: CacheLease<KubeObject>;
  readonly localizations: CacheLease<KubeObject>;
  readonly globalizations: CacheLease<KubeObject>;
  readonly manifests: CacheLease<KubeObject>;
  readonly inventories: CacheLease<KubeObject>;
  readonly clusters: CacheLease<KubeObject>;
  readonly #members = new WeakMap<KubeObject, Member>();

  constructor(hubCaches: SharedCaches, reservedNamespace: string) {
    const dropManagedFields = true;
    this.subscriptions = hubCaches.objects({ resource: SUBSCRIPTIONS, dropManagedFields });
    this.bases = hubCaches.objects({ resource: BASES, dropManagedFields });
    this.descriptions = hubCaches.objects({ resource: DESCRIPTIONS, dropManagedFields });
    this.localizations = hubCaches.objects({ resource: LOCALIZATIONS, dropManagedFields });
    this.globalizations = hubCaches.objects({ resource: GLOBALIZATIONS, dropManagedFields });
    this.manifests = hubCaches.objects({
      resource: MANIFESTS,
      namespace: reservedNamespace,
      dropManagedFields,
    });
    this.inventories = hubCaches.objects({ resource: FEED_INVENTORIES, dropManagedFields });
    this.clusters = hubCaches.objects({ resource: MANAGED_CLUSTERS });
    this.#addIndexes();
  }

  get all(): readonly CacheLease<KubeObject>[] {
    const { subscriptions, bases, descriptions, localizations, globalizations } = this;
    const { manifests, inventories, clusters } = this;
    return [
      subscriptions,
      bases,
      descriptions,
      localizations,
      globalizations,
      manifests,
      inventories,
      clusters,
    ];
  }

  subscription(key: string): Subscription | undefined {
    return this.subscriptions.cache.get(key) as Subscription | undefined;
  }

  /** Undefined for a Base that was made by hand. */
  subscriptionOfBase({ metadata }: KubeObject): Subscription | undefined {
    const uid = metadata.labels?.[SUBSCRIPTION_UID_LABEL];
    return uid === undefined
      ? undefined
      : (this.subscriptions.cache.byIndex(BY_UID, uid)[0] as Subscription | undefined);
  }

  subscriptionsOf(looseKey: string): Subscription[] {
    return this.subscriptions.cache.byIndex(BY_FEED, looseKey) as Subscription[];
  }

  /** By `namespace/name` of the member. */
  subscriptionsBoundTo(memberKey: string): Subscription[] {
    return this.subscriptions.cache.byIndex(BY_MEMBER, memberKey) as Subscription[];
  }

  base(key: string): Base | undefined {
    return this.bases.cache.get(key) as Base | undefined;
  }

  basesOf({ metadata }: Subscription): Base[] {
    return this.bases.cache.byIndex(BY_SUBSCRIPTION, metadata.uid ?? '') as Base[];
  }

  basesOfFeed(looseKey: string): Base[] {
    return this.bases.cache.byIndex(BY_FEED, looseKey) as Base[];
  }

  basesIn(namespace: string): Base[] {
    return this.bases.cache.byIndex(BY_NAMESPACE, namespace) as Base[];
  }

  descriptionsOf({ metadata }: Base): Description[] {
    return this.descriptions.cache.byIndex(BY_BASE, metadata.uid ?? '') as Description[];
  }

  /** The automatic ones of a Base. */
  sharesOf({ metadata }: Base): Localization[] {
    return (this.localizations.cache.byIndex(BY_BASE, metadata.uid ?? '') as Localization[]).filter(isShare);
  }

  /** Those of users, for a feed: all that name its kind, namespace and name. */
  overridesOf(looseKey: string): (Localization | Globalization)[] {
    const local = this.localizations.cache.byIndex(BY_FEED, looseKey) as Localization[];
    const global = this.globalizations.cache.byIndex(BY_FEED, looseKey) as Globalization[];
    return [...global, ...local.filter((localization) => !isShare(localization))];
  }

  manifestsOf(looseKey: string): Manifest[] {
    return this.manifests.cache.byIndex(BY_FEED, looseKey) as Manifest[];
  }

  /** The first by name, where two hold the same template. */
  manifestWith(identity: string): Manifest | undefined {
    const found = this.manifests.cache.byIndex(BY_IDENTITY, identity) as Manifest[];
    return found.length < 2 ? found[0] : found.toSorted(byName)[0];
  }

  inventory(key: string): FeedInventory | undefined {
    return this.inventories.cache.get(key) as FeedInventory | undefined;
  }

  /** By `namespace/name`. */
  member(key: string): Member | undefined {
    const cluster = this.clusters.cache.get(key);
    return cluster && this.memberOf(cluster);
  }

  memberIn(namespace: string): Member | undefined {
    const [cluster] = this.clusters.cache.byIndex(BY_NAMESPACE, namespace);
    return cluster && this.memberOf(cluster);
  }

  /** Read once for each state of the cluster. */
  memberOf(cluster: KubeObject): Member {
    const known = this.#members.get(cluster) ?? memberOfCluster(cluster as ManagedCluster);
    this.#members.set(cluster, known);
    return known;
  }

  release(): void {
    for (const lease of this.all) lease.release();
  }

  #addIndexes(): void {
    this.subscriptions.addIndex(BY_FEED, feedLooseKeys);
    this.subscriptions.addIndex(BY_UID, uids);
    this.subscriptions.addIndex(BY_MEMBER, boundMembers);
    this.bases.addIndex(BY_FEED, feedLooseKeys);
    this.bases.addIndex(BY_SUBSCRIPTION, subscriptionUids);
    this.bases.addIndex(BY_NAMESPACE, namespaces);
    this.descriptions.addIndex(BY_BASE, baseUids);
    this.localizations.addIndex(BY_FEED, overrideLooseKeys);
    this.localizations.addIndex(BY_BASE, baseUids);
    this.globalizations.addIndex(BY_FEED, overrideLooseKeys);
    this.manifests.addIndex(BY_FEED, manifestLooseKeys);
    this.manifests.addIndex(BY_IDENTITY, manifestIdentities);
    this.clusters.addIndex(BY_NAMESPACE, namespaces);
  }
}

/** A Localization that the pipeline made to give a Base its share of the replicas. */
function isShare({ metadata, spec }: Localization): boolean {
  return (
    metadata.labels?.[CREATED_BY_LABEL] === CREATED_BY &&
    spec.overrides?.length === 1 &&
    spec.overrides[0]?.name === DIVIDING_OVERRIDE &&
    (metadata.ownerReferences ?? []).some(({ kind }) => kind === 'Base')
  );
}

function byName(a: KubeObject, b: KubeObject): number {
  return (a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1;
}

function uids({ metadata: { uid = '' } }: KubeObject): string[] {
  return [uid];
}

function namespaces({ metadata: { namespace = '' } }: KubeObject): string[] {
  return [namespace];
}

function boundMembers(subscription: KubeObject): string[] {
  return (subscription as Subscription).status?.bindingClusters ?? [];
}

function subscriptionUids({ metadata }: KubeObject): string[] {
  const uid = metadata.labels?.[SUBSCRIPTION_UID_LABEL];
  return uid === undefined ? [] : [uid];
}

function baseUids({ metadata: { ownerReferences = [] } }: KubeObject): string[] {
  return ownerReferences.filter(({ kind }) => kind === 'Base').map(({ uid }) => uid);
}
