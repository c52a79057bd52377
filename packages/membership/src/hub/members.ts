import type { KubeObject } from '@banyan/api';
import { ACCESS_LABEL } from '@banyan/api/banyan';
import {
  CLUSTER_ID_LABEL,
  CLUSTER_REGISTRATION_REQUESTS,
  MANAGED_CLUSTERS,
  type ClusterRegistrationRequest,
  type ManagedCluster,
} from '@banyan/api/clusternet';
import type { CacheLease, SharedCaches } from '@banyan/kube';
import { NAMESPACES } from './hub-resources.ts';

const BY_ID = 'banyan/cluster-id';
const BY_NAME = 'banyan/name';
const BY_NAMESPACE = 'banyan/namespace';

/** The hub's members and those who want to become one, from caches. Objects are shared: not to be changed. */
export class Members {
  readonly members: CacheLease<KubeObject>;
  readonly requests: CacheLease<KubeObject>;
  /** Those of members; metadata alone. */
  readonly namespaces: CacheLease<KubeObject>;

  constructor(hubCaches: SharedCaches) {
    this.members = hubCaches.objects({ resource: MANAGED_CLUSTERS });
    this.requests = hubCaches.objects({ resource: CLUSTER_REGISTRATION_REQUESTS });
    this.namespaces = hubCaches.metadata({ resource: NAMESPACES, labelSelector: CLUSTER_ID_LABEL });
    this.members.addIndex(BY_ID, clusterIds);
    this.members.addIndex(BY_NAME, names);
    this.members.addIndex(BY_NAMESPACE, namespaces);
    this.requests.addIndex(BY_NAME, wantedNames);
  }

  member(namespace: string, name: string): ManagedCluster | undefined {
    return this.members.cache.get(`${namespace}/${name}`) as ManagedCluster | undefined;
  }

  withId(clusterId: string): ManagedCluster[] {
    return this.members.cache.byIndex(BY_ID, clusterId) as ManagedCluster[];
  }

  withName(name: string): ManagedCluster[] {
    return this.members.cache.byIndex(BY_NAME, name) as ManagedCluster[];
  }

  inNamespace(namespace: string): ManagedCluster[] {
    return this.members.cache.byIndex(BY_NAMESPACE, namespace) as ManagedCluster[];
  }

  request(name: string): ClusterRegistrationRequest | undefined {
    return this.requests.cache.get(name) as ClusterRegistrationRequest | undefined;
  }

  requestsFor(memberName: string): ClusterRegistrationRequest[] {
    return this.requests.cache.byIndex(BY_NAME, memberName) as ClusterRegistrationRequest[];
  }

  /** False also for one that is on its way out. */
  hasNamespace(namespace: string, clusterId: string): boolean {
    const metadata = this.namespaces.cache.get(namespace)?.metadata;
    return metadata?.labels?.[CLUSTER_ID_LABEL] === clusterId && metadata.deletionTimestamp === undefined;
  }

  /**
   * Without an agent, by a kubeconfig that the hub has. The label of the namespace decides: an agent may change those of
   * its own record, and create Secrets beside it, but not that.
   */
  isDirect({ metadata, spec }: ManagedCluster): boolean {
    const labels = this.namespaces.cache.get(metadata.namespace ?? '')?.metadata.labels;
    return labels?.[ACCESS_LABEL] === 'kubeconfig' && labels[CLUSTER_ID_LABEL] === spec.clusterId;
  }

  release(): void {
    this.members.release();
    this.requests.release();
    this.namespaces.release();
  }
}

/** Heartbeats are most of what happens to a member: true for what else did. */
export function isTouched({ metadata }: KubeObject, { metadata: before }: KubeObject): boolean {
  const facts = ({
    generation,
    deletionTimestamp,
    labels,
    annotations,
    finalizers,
  }: KubeObject['metadata']): string =>
    JSON.stringify([generation, deletionTimestamp, labels, annotations, finalizers]);
  return facts(metadata) !== facts(before);
}

function clusterIds(member: KubeObject): string[] {
  return [(member as ManagedCluster).spec.clusterId];
}

function names({ metadata: { name = '' } }: KubeObject): string[] {
  return [name];
}

function namespaces({ metadata: { namespace = '' } }: KubeObject): string[] {
  return [namespace];
}

function wantedNames(request: KubeObject): string[] {
  const { clusterName } = (request as ClusterRegistrationRequest).spec;
  return clusterName === undefined ? [] : [clusterName];
}
