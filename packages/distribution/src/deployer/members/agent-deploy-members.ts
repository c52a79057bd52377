import type { KubeObject } from '@banyan/api';
import { MANAGED_CLUSTERS, type ManagedCluster } from '@banyan/api/clusternet';
import type { CacheLease, KubeClient, SharedCaches } from '@banyan/kube';
import type { DeployMembers, MemberState } from './deploy-members.ts';
import { deployerOf } from './deployer-of.ts';
import { isLetGo, membershipText } from './leaving.ts';

export interface AgentDeployMembersOptions {
  /** Of the hub, with the agent's own rights. */
  readonly hubCaches: SharedCaches;
  /** The member's, in the hub. */
  readonly namespace: string;
  /** Of the cluster that the agent is in. It stays its owner's. */
  readonly memberClient: KubeClient;
}

/** The one member of an agent: ours whenever the hub does not push. */
export function agentDeployMembers(options: AgentDeployMembersOptions): DeployMembers {
  const { hubCaches, namespace, memberClient } = options;
  const clusters: CacheLease<KubeObject> = hubCaches.objects({
    resource: MANAGED_CLUSTERS,
    namespace,
    dropManagedFields: true,
  });
  const stateOf = (asked: string): MemberState => {
    const [cluster] = clusters.cache.values() as IterableIterator<ManagedCluster>;
    if (asked !== namespace || cluster === undefined || isLetGo(cluster)) return { kind: 'others' };
    return deployerOf(cluster, 'agent') === 'agent' ? { kind: 'ours', memberClient } : { kind: 'others' };
  };
  return {
    stateOf,
    onChange: (listener) =>
      clusters.addHandler({
        onAdd: () => listener(namespace),
        onUpdate: (now, before) => {
          const isSame = membershipText(now as ManagedCluster) === membershipText(before as ManagedCluster);
          if (!isSame) listener(namespace);
        },
        onDelete: () => listener(namespace),
      }),
    waitForSync: (signal) => clusters.waitForSync(signal),
    close: () => {
      clusters.release();
      return Promise.resolve();
    },
  };
}
