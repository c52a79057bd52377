import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { AGENT_KEY_ANNOTATION, AGENT_LABEL } from '@banyan/api/banyan';
import {
  CLUSTER_REGISTRATION_REQUESTS,
  CLUSTERS_API_VERSION,
  MANAGED_CLUSTERS,
  type ClusterRegistrationRequest,
  type ManagedCluster,
} from '@banyan/api/clusternet';
import { isNotFound, type KubeClient } from '@banyan/kube';

/** For tests: what an agent does about its registration, step by step. */
export class TestAgent {
  readonly clusterId: string;
  readonly name: string;
  readonly privateKey: KeyObject = generateKeyPairSync('x25519').privateKey;
  readonly #hubClient: KubeClient;

  constructor(hubClient: KubeClient, name: string, clusterId: string) {
    this.#hubClient = hubClient;
    this.name = name;
    this.clusterId = clusterId;
  }

  get requestName(): string {
    return `clusternet-${this.clusterId}`;
  }

  get namespace(): string {
    return `clusternet-${this.name}`;
  }

  /** As ours, or (`isOld`) as Clusternet's agents do. */
  async register(
    spec: Partial<ClusterRegistrationRequest['spec']> = {},
    { isOld = false, annotations = {} }: { isOld?: boolean; annotations?: Record<string, string> } = {},
  ): Promise<ClusterRegistrationRequest> {
    const key = createPublicKey(this.privateKey).export({ format: 'der', type: 'spki' }).toString('base64');
    return this.#hubClient.create<ClusterRegistrationRequest>(CLUSTER_REGISTRATION_REQUESTS, {
      apiVersion: CLUSTERS_API_VERSION,
      kind: 'ClusterRegistrationRequest',
      metadata: {
        name: this.requestName,
        labels: isOld ? {} : { [AGENT_LABEL]: 'true' },
        annotations: { ...annotations, ...(!isOld && { [AGENT_KEY_ANNOTATION]: key }) },
      },
      spec: { clusterId: this.clusterId, clusterName: this.name, ...spec },
    });
  }

  /** Undefined if there is none. */
  request(): Promise<ClusterRegistrationRequest | undefined> {
    return ifFound(this.#hubClient.get(CLUSTER_REGISTRATION_REQUESTS, { name: this.requestName }));
  }

  /** Undefined if there is none. */
  member(namespace = this.namespace): Promise<ManagedCluster | undefined> {
    return ifFound(this.#hubClient.get(MANAGED_CLUSTERS, { namespace, name: this.name }));
  }

  async heartbeat(lastObservedTime: string, heartbeatFrequencySeconds = 10): Promise<void> {
    const ready = {
      type: 'Ready',
      status: 'True',
      reason: 'ManagedClusterReady',
      message: 'managed cluster is ready.',
      lastTransitionTime: lastObservedTime,
    };
    const status = {
      lastObservedTime,
      heartbeatFrequencySeconds,
      healthz: true,
      livez: true,
      readyz: true,
      conditions: [ready],
    };
    const key = { namespace: this.namespace, name: this.name };
    await this.#hubClient.patch(
      MANAGED_CLUSTERS,
      key,
      { type: 'merge', body: { status } },
      { subresource: 'status' },
    );
  }
}

async function ifFound<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
