import type { KubeObject } from '@banyan/api';
import { ACCESS_LABEL, KUBECONFIG_SECRET } from '@banyan/api/banyan';
import {
  CLUSTER_ID_LABEL,
  DEPLOYER_SECRET,
  MANAGED_CLUSTERS,
  type ManagedCluster,
} from '@banyan/api/clusternet';
import type { CacheHandler, CacheLease, KubeClientOptions, SharedCaches } from '@banyan/kube';
import { namespacesOf } from '../description-key.ts';
import type { DeployMembers, MemberState } from './deploy-members.ts';
import { deployerOf } from './deployer-of.ts';
import { isLetGo, membershipText } from './leaving.ts';
import { MemberClients, type DialMember } from './member-clients.ts';

export interface HubDeployMembersOptions {
  readonly hubCaches: SharedCaches;
  /** The tunnels to members with an agent. */
  readonly dial: DialMember;
  /** The proxy variables of this process, for members without an agent. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Which members are this replica's. Default: all. */
  readonly shards?: MemberShards;
  readonly clientOptions?: KubeClientOptions;
}

/** Members are dealt out among the replicas of a hub. */
export interface MemberShards {
  /** Asked before every write: whether the member in this namespace is ours at this instant. */
  readonly has: (namespace: string) => boolean;
  /** Told when members become ours or no longer are, with which. The answer ends it. */
  readonly onChange: (listener: (isAffected: (namespace: string) => boolean) => void) => () => void;
}

const ALL_MEMBERS: MemberShards = { has: () => true, onChange: () => () => undefined };
const NAMESPACES = { group: '', version: 'v1', resource: 'namespaces' };
const SECRETS = { group: '', version: 'v1', resource: 'secrets' };
const BY_NAMESPACE = 'banyan/deploy-namespace';

/** The members of a hub: ours are those that it pushes to. */
export class HubDeployMembers implements DeployMembers {
  readonly #clusters: CacheLease<KubeObject>;
  /** Those of members; metadata alone. */
  readonly #namespaces: CacheLease<KubeObject>;
  readonly #secrets: ReadonlyMap<string, CacheLease<KubeObject>>;
  readonly #clients: MemberClients;
  readonly #shards: MemberShards;

  constructor(options: HubDeployMembersOptions) {
    const { hubCaches, dial, env, shards = ALL_MEMBERS, clientOptions = {} } = options;
    this.#shards = shards;
    this.#clusters = hubCaches.objects({ resource: MANAGED_CLUSTERS, dropManagedFields: true });
    this.#clusters.addIndex(BY_NAMESPACE, namespacesOf);
    this.#namespaces = hubCaches.metadata({
      resource: NAMESPACES,
      labelSelector: CLUSTER_ID_LABEL,
      dropManagedFields: true,
    });
    const named = (name: string): [string, CacheLease<KubeObject>] => {
      const scope = { resource: SECRETS, fieldSelector: `metadata.name=${name}`, dropManagedFields: true };
      return [name, hubCaches.objects(scope)];
    };
    this.#secrets = new Map([named(DEPLOYER_SECRET), named(KUBECONFIG_SECRET)]);
    this.#clients = new MemberClients({
      secretOf: (namespace, name) => this.#secrets.get(name)?.cache.get(`${namespace}/${name}`),
      dial,
      env,
      clientOptions: { userAgent: 'banyan-deployer', ...clientOptions },
    });
  }

  readonly stateOf = (namespace: string): MemberState => {
    if (!this.#shards.has(namespace)) {
      this.#clients.drop(namespace);
      return { kind: 'others' };
    }
    const cluster = this.#clusterIn(namespace);
    if (cluster === undefined || isLetGo(cluster)) {
      this.#clients.drop(namespace);
      return { kind: 'released' };
    }
    const isDirect = this.#isDirect(cluster);
    if (deployerOf(cluster, isDirect ? 'kubeconfig' : 'agent') !== 'hub') {
      this.#clients.drop(namespace);
      return { kind: 'others' };
    }
    const memberClient = this.#clients.clientOf(cluster, isDirect);
    return typeof memberClient === 'string'
      ? { kind: 'unready', reason: memberClient }
      : { kind: 'ours', memberClient };
  };

  readonly onChange = (listener: (namespace: string) => void): (() => void) => {
    const tell = ({ metadata: { namespace = '' } }: KubeObject): void => listener(namespace);
    const onMember: CacheHandler<KubeObject> = {
      onAdd: tell,
      onUpdate: (now, before) => {
        if (membershipText(now as ManagedCluster) !== membershipText(before as ManagedCluster)) tell(now);
      },
      onDelete: tell,
    };
    const onSecret: CacheHandler<KubeObject> = { onAdd: tell, onUpdate: tell, onDelete: tell };
    const ends = [
      this.#clusters.addHandler(onMember),
      this.#namespaces.addHandler({ onAdd: ({ metadata: { name = '' } }) => listener(name) }),
      ...[...this.#secrets.values()].map((secrets) => secrets.addHandler(onSecret)),
      this.#shards.onChange((isAffected) => {
        for (const { metadata } of this.#namespaces.cache.values())
          if (isAffected(metadata.name ?? '')) listener(metadata.name ?? '');
      }),
    ];
    return () => ends.forEach((end) => end());
  };

  readonly waitForSync = async (signal: AbortSignal): Promise<void> => {
    const all = [this.#clusters, this.#namespaces, ...this.#secrets.values()];
    await Promise.all(all.map((lease) => lease.waitForSync(signal)));
  };

  readonly close = async (): Promise<void> => {
    for (const lease of [this.#clusters, this.#namespaces, ...this.#secrets.values()]) lease.release();
    await this.#clients.close();
  };

  /** An agent may change its own record, but not the namespace: that says whether there is an agent. */
  #isDirect({ metadata, spec }: ManagedCluster): boolean {
    const labels = this.#namespaces.cache.get(metadata.namespace ?? '')?.metadata.labels;
    return labels?.[ACCESS_LABEL] === 'kubeconfig' && labels[CLUSTER_ID_LABEL] === spec.clusterId;
  }

  /** One that was there first goes before one that someone put beside it. */
  #clusterIn(namespace: string): ManagedCluster | undefined {
    const clusters = this.#clusters.cache.byIndex(BY_NAMESPACE, namespace) as ManagedCluster[];
    if (clusters.length < 2) return clusters[0];
    return clusters.toSorted((a, b) => (ageOf(a) < ageOf(b) ? -1 : 1))[0];
  }
}

function ageOf({ metadata: { creationTimestamp = '', uid = '' } }: KubeObject): string {
  return `${creationTimestamp}|${uid}`;
}
