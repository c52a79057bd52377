import { FORGET_ANNOTATION, LEAVE_ANNOTATION } from '@banyan/api/banyan';
import {
  CLUSTER_REGISTRATION_REQUESTS,
  type ClusterRegistrationRequest,
  type ManagedCluster,
} from '@banyan/api/clusternet';
import { isConflict, isNotFound, type KubeClient } from '@banyan/kube';
import { deleteIfExists, getIfExists } from '../lenient-requests.ts';
import { requestName } from '../member-names.ts';
import { writeDecision } from '../registration/decide-request.ts';

/**
 * What becomes of the request of a member that leaves. If a person let the member go it is denied, since an agent that
 * still runs would register at once; otherwise it is deleted. One that is younger than the leaving is the cluster's next
 * registration.
 */
export async function endRequest(
  hubClient: KubeClient,
  member: ManagedCluster,
  signal: AbortSignal,
): Promise<void> {
  const { deletionTimestamp, annotations } = member.metadata;
  const key = { name: requestName(member.spec.clusterId) };
  const request = await getIfExists<ClusterRegistrationRequest>(
    hubClient,
    CLUSTER_REGISTRATION_REQUESTS,
    key,
    signal,
  );
  if (request === undefined) return;
  const { uid, creationTimestamp } = request.metadata;
  if (Date.parse(creationTimestamp ?? '') > Date.parse(deletionTimestamp ?? '')) return;
  const isLetGo = annotations?.[LEAVE_ANNOTATION] !== undefined && annotations[FORGET_ANNOTATION] !== 'true';
  if (isLetGo) await deny(hubClient, request, letGoWords(member), signal);
  else await deleteIfExists(hubClient, { resource: CLUSTER_REGISTRATION_REQUESTS, key, uid }, signal);
}

async function deny(
  hubClient: KubeClient,
  request: ClusterRegistrationRequest,
  reason: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    await writeDecision(hubClient, request, { deny: reason }, signal);
  } catch (error) {
    // It was deleted, or made anew, meanwhile.
    if (!isNotFound(error) && !isConflict(error)) throw error;
  }
}

function letGoWords({ metadata: { name = '', deletionTimestamp } }: ManagedCluster): string {
  return `member "${name}" was let go at ${deletionTimestamp ?? ''}. To let it in again, on the hub: banyan approve ${name}`;
}
