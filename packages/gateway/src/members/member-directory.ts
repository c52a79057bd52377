import { setTimeout as delay } from 'node:timers/promises';
import type { KubeObject } from '@banyan/api';
import { GATEWAY_SECRET, KUBECONFIG_SECRET } from '@banyan/api/banyan';
import {
  CLUSTER_ID_LABEL,
  DEPLOYER_SECRET,
  MANAGED_CLUSTERS,
  type ManagedCluster,
} from '@banyan/api/clusternet';
import { SharedCaches, type CacheLease, type KubeClient } from '@banyan/kube';
import { memberOf, type MemberObjects, type SecretView } from './member-of.ts';
import type { Member } from './member.ts';

export interface MemberDirectoryOptions {
  /** May list and watch ManagedClusters, namespaces, and the Secrets that are named here. */
  readonly hubClient: KubeClient;
  /** Told of failures of the watches, which go on. */
  readonly onError: (error: unknown) => void;
}

const NAMESPACES = { group: '', version: 'v1', resource: 'namespaces' };
const SECRETS = { group: '', version: 'v1', resource: 'secrets' };

/** An agent that has just been registered may be here before the news of it. */
const NEWS_WAIT_MS = 3000;
const NEWS_EVERY_MS = 50;
/** As the definition has it. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface KnownMember {
  readonly objects: MemberObjects;
  readonly member: Member | undefined;
}

/** Which members there are and how each is reached, from caches: never more than a lookup. */
export class MemberDirectory {
  readonly #caches: SharedCaches;
  readonly #clusters: CacheLease<KubeObject>;
  /** Those of members; metadata alone. */
  readonly #namespaces: CacheLease<KubeObject>;
  readonly #secrets: Readonly<Record<'gateway' | 'deployer' | 'kubeconfig', CacheLease<KubeObject>>>;

  /** Made once for each state of the objects: a member is asked for at every request. */
  readonly #known = new WeakMap<KubeObject, KnownMember>();

  constructor({ hubClient, onError }: MemberDirectoryOptions) {
    this.#caches = new SharedCaches({ client: hubClient, onError });
    this.#clusters = this.#caches.objects({ resource: MANAGED_CLUSTERS, dropManagedFields: true });
    this.#namespaces = this.#caches.metadata({
      resource: NAMESPACES,
      labelSelector: CLUSTER_ID_LABEL,
      dropManagedFields: true,
    });
    this.#clusters.addIndex('id', clusterIds);
    this.#clusters.addIndex('name', clusterNames);
    // One watch a name: a hub has many Secrets that are no business of a gateway.
    const secretsNamed = (name: string) =>
      this.#caches.objects({
        resource: SECRETS,
        fieldSelector: `metadata.name=${name}`,
        dropManagedFields: true,
      });
    this.#secrets = {
      gateway: secretsNamed(GATEWAY_SECRET),
      deployer: secretsNamed(DEPLOYER_SECRET),
      kubeconfig: secretsNamed(KUBECONFIG_SECRET),
    };
  }

  async waitForSync(signal: AbortSignal): Promise<void> {
    const all = [this.#clusters, this.#namespaces, ...Object.values(this.#secrets)];
    await Promise.all(all.map((lease) => lease.waitForSync(signal)));
  }

  /** By cluster id, or else by name. */
  find(idOrName: string): Member | undefined {
    return this.byId(idOrName) ?? this.#memberOf(this.#clusters.cache.byIndex('name', idOrName));
  }

  byId(id: string): Member | undefined {
    return this.#memberOf(this.#clusters.cache.byIndex('id', id));
  }

  /** Waits a little for one that is not known. */
  async awaitId(id: string, signal: AbortSignal): Promise<Member | undefined> {
    for (let waitedMs = 0; ; waitedMs += NEWS_EVERY_MS) {
      const member = this.byId(id);
      if (member !== undefined || waitedMs >= NEWS_WAIT_MS || !UUID.test(id) || signal.aborted) return member;
      await delay(NEWS_EVERY_MS);
    }
  }

  /** Tells the id of a cluster that is no member any more. */
  onGone(listener: (id: string) => void): void {
    this.#clusters.addHandler({
      onDelete: (cluster) => {
        for (const id of clusterIds(cluster)) if (this.byId(id) === undefined) listener(id);
      },
    });
  }

  close(): Promise<void> {
    return this.#caches.close();
  }

  /** Two with one id or name: whoever was there first is meant, so that no one can take another's place. */
  #memberOf(clusters: readonly KubeObject[]): Member | undefined {
    const [only, another] = clusters;
    if (another === undefined) return only && this.#asMember(only);
    const oldestFirst = clusters.toSorted((a, b) => (ageKey(a) < ageKey(b) ? -1 : 1));
    return oldestFirst.map((cluster) => this.#asMember(cluster)).find((member) => member !== undefined);
  }

  #asMember(cluster: KubeObject): Member | undefined {
    const { namespace = '' } = cluster.metadata;
    const secret = (of: CacheLease<KubeObject>, name: string) =>
      of.cache.get(`${namespace}/${name}`) as SecretView | undefined;
    const objects = {
      home: this.#namespaces.cache.get(namespace),
      gateway: secret(this.#secrets.gateway, GATEWAY_SECRET),
      deployer: secret(this.#secrets.deployer, DEPLOYER_SECRET),
      kubeconfig: secret(this.#secrets.kubeconfig, KUBECONFIG_SECRET),
    };
    const known = this.#known.get(cluster);
    if (known !== undefined && isSame(known.objects, objects)) return known.member;
    const member = memberOf(cluster as ManagedCluster, objects);
    this.#known.set(cluster, { objects, member });
    return member;
  }
}

function isSame(a: MemberObjects, b: MemberObjects): boolean {
  const isSameHome = a.home === b.home;
  return isSameHome && a.gateway === b.gateway && a.deployer === b.deployer && a.kubeconfig === b.kubeconfig;
}

function clusterIds(cluster: KubeObject): string[] {
  const { spec } = cluster as { spec?: { clusterId?: unknown } };
  return typeof spec?.clusterId === 'string' ? [spec.clusterId] : [];
}

function clusterNames({ metadata: { name = '' } }: KubeObject): string[] {
  return [name];
}

function ageKey({ metadata: { creationTimestamp = '', uid = '' } }: KubeObject): string {
  return `${creationTimestamp}|${uid}`;
}
