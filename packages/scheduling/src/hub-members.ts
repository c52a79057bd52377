import type { KubeObject } from '@banyan/api';
import { MANAGED_CLUSTERS, type ManagedCluster } from '@banyan/api/clusternet';
import { memberOfCluster, type Member } from '@banyan/engine';
import type { CacheLease, SharedCaches } from '@banyan/kube';

/** The members of the hub in the engine's words, kept until one of them changes. */
export class HubMembers {
  readonly lease: CacheLease<KubeObject>;
  readonly #members = new WeakMap<KubeObject, Member>();
  #list: readonly Member[] | undefined;
  #byName: ReadonlyMap<string, Member> = new Map();

  constructor(hubCaches: SharedCaches) {
    this.lease = hubCaches.objects({ resource: MANAGED_CLUSTERS });
    const forget = (): void => {
      this.#list = undefined;
    };
    this.lease.addHandler({
      onAdd: forget,
      onUpdate: (cluster, previous) => {
        if (this.#facts(cluster) !== this.#facts(previous)) forget();
      },
      onDelete: forget,
    });
  }

  /** In the order of their names. */
  list(): readonly Member[] {
    return this.#list ?? this.#read();
  }

  byName(): ReadonlyMap<string, Member> {
    this.list();
    return this.#byName;
  }

  /** Calls back when a member came, went, or changed in what decides on it; heartbeats alone do not count. */
  onChange(changed: () => void): void {
    this.lease.addHandler({
      onAdd: changed,
      onUpdate: (cluster, previous) => {
        if (this.#facts(cluster) !== this.#facts(previous)) changed();
      },
      onDelete: changed,
    });
  }

  #read(): readonly Member[] {
    const list = [...this.lease.cache.values()].map((cluster) => this.#memberOf(cluster));
    list.sort((a, b) => compare(a.name, b.name) || compare(a.namespace, b.namespace));
    // Names are unique in a hub. Where they are not, one of them counts, always the same.
    const byName = new Map<string, Member>();
    for (const member of list) if (!byName.has(member.name)) byName.set(member.name, member);
    this.#byName = byName;
    this.#list = [...byName.values()];
    return this.#list;
  }

  #memberOf(cluster: KubeObject): Member {
    const known = this.#members.get(cluster) ?? memberOfCluster(cluster as ManagedCluster);
    this.#members.set(cluster, known);
    return known;
  }

  #facts(cluster: KubeObject): string {
    const { labels, taints, state, id } = this.#memberOf(cluster);
    return JSON.stringify([labels, taints, state, id]);
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
