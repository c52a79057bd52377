import { MEMBER_FINALIZER } from '@banyan/api/banyan';
import {
  CLUSTER_REGISTRATION_REQUESTS,
  MANAGED_CLUSTERS,
  type ClusterRegistrationRequest,
} from '@banyan/api/clusternet';
import type { Logger } from '@banyan/controller';
import type { KubeClient } from '@banyan/kube';
import { removeSecrets, revokeAccess } from '../leave/remove-registration.ts';
import { deleteIfExists, getIfExists } from '../lenient-requests.ts';
import type { Members } from '../members.ts';

export interface HalfGoneOptions {
  readonly hubClient: KubeClient;
  readonly members: Members;
  readonly logger: Logger;
}

/** Approved means that there was a ManagedCluster: if there is none, someone took it away without our seeing it. */
export async function hasLostItsMember(
  { hubClient, members }: HalfGoneOptions,
  { spec, status }: ClusterRegistrationRequest,
  signal: AbortSignal,
): Promise<boolean> {
  const { result, dedicatedNamespace: namespace, managedClusterName: name } = status ?? {};
  if (result !== 'Approved' || namespace === undefined || name === undefined) return false;
  if (members.withId(spec.clusterId).length > 0) return false;
  return (await getIfExists(hubClient, MANAGED_CLUSTERS, { namespace, name }, signal)) === undefined;
}

/** The cluster is asked, by the end of its request, to register anew. */
export async function removeRequest(
  { hubClient, logger }: HalfGoneOptions,
  { metadata, spec, status }: ClusterRegistrationRequest,
  signal: AbortSignal,
): Promise<void> {
  const { name = '', uid } = metadata;
  const namespace = status?.dedicatedNamespace ?? '';
  logger.info({ request: name }, 'the ManagedCluster is gone: its access and its request go too');
  const member = { clusterId: spec.clusterId, namespace, name: status?.managedClusterName ?? '' };
  await revokeAccess(hubClient, member, signal);
  await removeSecrets(hubClient, namespace, signal);
  await deleteIfExists(hubClient, { resource: CLUSTER_REGISTRATION_REQUESTS, key: { name }, uid }, signal);
}

/** A member whose request was deleted leaves. The cache may lag behind: only the server's word counts. */
export async function removeMember(
  { hubClient, members, logger }: HalfGoneOptions,
  clusterId: string,
  requestName: string,
  signal: AbortSignal,
): Promise<void> {
  const leaving = members.withId(clusterId).filter((member) => {
    const { deletionTimestamp, finalizers = [] } = member.metadata;
    return (
      deletionTimestamp === undefined && finalizers.includes(MEMBER_FINALIZER) && !members.isDirect(member)
    );
  });
  if (leaving.length === 0) return;
  if (await getIfExists(hubClient, CLUSTER_REGISTRATION_REQUESTS, { name: requestName }, signal)) return;
  for (const { metadata } of leaving) {
    const key = { namespace: metadata.namespace ?? '', name: metadata.name ?? '' };
    logger.info({ member: key.name }, 'its registration request was deleted: the member leaves');
    await deleteIfExists(hubClient, { resource: MANAGED_CLUSTERS, key, uid: metadata.uid }, signal);
  }
}
