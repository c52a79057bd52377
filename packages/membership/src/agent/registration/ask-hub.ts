import {
  CLUSTER_REGISTRATION_REQUESTS,
  MANAGED_CLUSTERS,
  type ClusterRegistrationRequest,
} from '@banyan/api/clusternet';
import { isAlreadyExists, isForbidden, isNotFound, isUnauthorized, type KubeClient } from '@banyan/kube';
import { AgentError } from '../agent-error.ts';
import { requestName } from './registration-request.ts';

/** Throws isNotFound if there is none. */
export function readRequest(
  client: KubeClient,
  clusterId: string,
  signal: AbortSignal,
): Promise<ClusterRegistrationRequest> {
  const key = { name: requestName(clusterId) };
  return client.get<ClusterRegistrationRequest>(CLUSTER_REGISTRATION_REQUESTS, key, { signal });
}

/** Our request, made if it is not there. Its spec is the hub's afterwards: it is never changed from here. */
export async function askToRegister(
  client: KubeClient,
  request: ClusterRegistrationRequest,
  onAsked: () => void,
  signal: AbortSignal,
): Promise<ClusterRegistrationRequest> {
  const { clusterId } = request.spec;
  try {
    return await readRequest(client, clusterId, signal);
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
  try {
    const made = await client.create(CLUSTER_REGISTRATION_REQUESTS, request, { signal });
    onAsked();
    return made;
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
    return readRequest(client, clusterId, signal);
  }
}

interface MemberPlace {
  readonly hubNamespace: string;
  readonly memberName: string;
  readonly clusterId: string;
}

/** A credential outlives the member for a while, and is no use without it. Throws an AgentError if it is gone. */
export async function checkMember(
  client: KubeClient,
  { hubNamespace, memberName, clusterId }: MemberPlace,
  signal: AbortSignal,
): Promise<void> {
  try {
    await client.get(MANAGED_CLUSTERS, { namespace: hubNamespace, name: memberName }, { signal });
  } catch (cause) {
    if (isNotFound(cause)) {
      const words = `the hub has removed member ${memberName}, and its request is still there: it is leaving`;
      const remedy = `To have it back, on the hub: kubectl delete clusterregistrationrequest ${requestName(clusterId)}`;
      throw new AgentError('member-gone', `${words}. ${remedy}`, { cause });
    }
    if (!isUnauthorized(cause) && !isForbidden(cause)) throw cause;
    const words = `the hub does not take the credential of member ${memberName} yet, or any more`;
    throw new AgentError('waiting', words, { cause });
  }
}
