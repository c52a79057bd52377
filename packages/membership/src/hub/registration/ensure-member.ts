import type { KubeObject } from '@banyan/api';
import { ACCESS_LABEL, MEMBER_FINALIZER } from '@banyan/api/banyan';
import {
  AUTO_UPDATE_ANNOTATION,
  CLUSTER_ID_LABEL,
  MANAGED_CLUSTERS,
  type ClusterRegistrationRequest,
  type ManagedCluster,
} from '@banyan/api/clusternet';
import { isAlreadyExists, isInvalid, KubeError, type KubeClient } from '@banyan/kube';
import { contains } from '../contains.ts';
import { FIELD_MANAGER, NAMESPACES } from '../hub-resources.ts';
import { getIfExists } from '../lenient-requests.ts';
import {
  memberNamespace,
  newManagedCluster,
  type MemberAccess,
  type MemberIdentity,
  type WantedObject,
} from './member-objects.ts';

/** What the hub has cannot be this member's: the request is to be denied in these words. */
export class TakenError extends Error {
  override readonly name = 'TakenError';
  readonly code = 'Taken';
}

/** A namespace on its way out: to be tried again when it is gone. */
export class LeavingError extends Error {
  override readonly name = 'LeavingError';
  readonly code = 'Leaving';
}

/** Throws TakenError for a namespace of someone else, LeavingError for one that goes. */
export async function ensureNamespace(
  hubClient: KubeClient,
  member: MemberIdentity,
  access: MemberAccess,
  signal: AbortSignal,
): Promise<void> {
  const { clusterId, namespace: name } = member;
  const existing = await getIfExists(hubClient, NAMESPACES, { name }, signal);
  if (existing === undefined) {
    await hubClient.create(NAMESPACES, memberNamespace(member, access), { signal });
    return;
  }
  if (existing.metadata.deletionTimestamp !== undefined) {
    throw new LeavingError(`namespace "${name}" is being deleted`);
  }
  const owner = existing.metadata.labels?.[CLUSTER_ID_LABEL];
  if (owner !== clusterId) {
    const words = owner === undefined ? 'is not the namespace of a member' : `belongs to cluster ${owner}`;
    throw new TakenError(
      `namespace "${name}" of the hub exists and ${words}: ask for another one by spec.clusterNamespace, or label it ${CLUSTER_ID_LABEL}=${clusterId}`,
    );
  }
}

export interface EnsureManagedCluster {
  readonly member: MemberIdentity;
  readonly request: ClusterRegistrationRequest;
  readonly waitsForInit: boolean;
  /** As the cache has it. */
  readonly current: ManagedCluster | undefined;
}

/** Creates it, or takes over one that is there: such as Clusternet's own, which nothing holds until leaving is done. */
export async function ensureManagedCluster(
  hubClient: KubeClient,
  { member, request, waitsForInit, current }: EnsureManagedCluster,
  signal: AbortSignal,
): Promise<void> {
  const key = { namespace: member.namespace, name: member.name };
  const existing = current ?? (await getIfExists<ManagedCluster>(hubClient, MANAGED_CLUSTERS, key, signal));
  if (existing !== undefined) {
    await adopt(hubClient, existing, member, signal);
    return;
  }
  try {
    await hubClient.create(MANAGED_CLUSTERS, newManagedCluster(member, request, { waitsForInit }), {
      signal,
    });
  } catch (error) {
    // What the request says of the cluster's labels is the only thing in it that can be wrong by now.
    if (isInvalid(error) && error instanceof KubeError) throw new TakenError(error.message, { cause: error });
    if (!isAlreadyExists(error)) throw error;
  }
}

async function adopt(
  hubClient: KubeClient,
  existing: ManagedCluster,
  { clusterId }: MemberIdentity,
  signal: AbortSignal,
): Promise<void> {
  const { name = '', namespace = '', labels, finalizers = [], resourceVersion } = existing.metadata;
  if (existing.spec.clusterId !== clusterId) {
    throw new TakenError(`ManagedCluster "${namespace}/${name}" is cluster ${existing.spec.clusterId}`);
  }
  if (existing.metadata.deletionTimestamp !== undefined) {
    throw new LeavingError(`ManagedCluster "${namespace}/${name}" is leaving`);
  }
  const wanted = { [CLUSTER_ID_LABEL]: clusterId, [ACCESS_LABEL]: 'agent' };
  if (finalizers.includes(MEMBER_FINALIZER) && contains(labels, wanted)) return;
  const metadata = {
    resourceVersion,
    labels: wanted,
    finalizers: [...new Set([...finalizers, MEMBER_FINALIZER])],
  };
  await hubClient.patch(
    MANAGED_CLUSTERS,
    { namespace, name },
    { type: 'merge', body: { metadata } },
    { signal },
  );
}

/** The object as it is then. One whose annotation says that it is not to be updated is left alone. */
export async function ensureObject(
  hubClient: KubeClient,
  { resource, object }: WantedObject,
  current: KubeObject | undefined,
  signal: AbortSignal,
): Promise<KubeObject> {
  if (current !== undefined && (contains(current, object) || !mayUpdate(current))) return current;
  return hubClient.apply(resource, object, { fieldManager: FIELD_MANAGER, force: true, signal });
}

function mayUpdate({ metadata }: KubeObject): boolean {
  return (metadata.annotations?.[AUTO_UPDATE_ANNOTATION] ?? 'true') === 'true';
}
