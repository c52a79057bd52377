import type { GroupVersionResource, KubeObject } from '@banyan/api';
import { AGENT_TOKEN_SECRET, GATEWAY_SECRET, KUBECONFIG_SECRET } from '@banyan/api/banyan';
import { APPS_FINALIZER, CLUSTER_ID_LABEL, DEPLOYER_SECRET } from '@banyan/api/clusternet';
import { isForbidden, isNotFound, type KubeClient } from '@banyan/kube';
import {
  CLUSTER_ROLE_BINDINGS,
  CLUSTER_ROLES,
  ROLE_BINDINGS,
  ROLES,
  SECRETS,
  SERVICE_ACCOUNTS,
} from '../hub-resources.ts';
import { deleteIfExists, getIfExists, type Deletion } from '../lenient-requests.ts';
import { clusterRoleName, MEMBER_ROLE, OLD_AGENT_BINDING } from '../member-names.ts';
import type { MemberIdentity } from '../registration/member-objects.ts';
import { always, type Once } from './done-steps.ts';

const APPS = { group: 'apps.clusternet.io', version: 'v1alpha1' };
/** Kinds in a member's namespace that its agent lets go of; when it has gone nobody does. */
const HELD_KINDS = ['descriptions', 'helmreleases'];
const MEMBER_SECRETS = [DEPLOYER_SECRET, GATEWAY_SECRET, KUBECONFIG_SECRET, AGENT_TOKEN_SECRET];

/** Takes away what the agent may do. Its tokens are void with the account. Every step may have been done before. */
export async function revokeAccess(
  hubClient: KubeClient,
  member: MemberIdentity,
  signal: AbortSignal,
  once: Once = always,
): Promise<void> {
  const { clusterId, namespace } = member;
  const clusterWide = { name: clusterRoleName(clusterId) };
  const inNamespace = { namespace, name: MEMBER_ROLE };
  const deletions: Deletion[] = [
    { resource: CLUSTER_ROLE_BINDINGS, key: clusterWide },
    { resource: ROLE_BINDINGS, key: inNamespace },
    { resource: ROLE_BINDINGS, key: { namespace, name: OLD_AGENT_BINDING } },
    { resource: CLUSTER_ROLES, key: clusterWide },
    { resource: ROLES, key: inNamespace },
  ];
  for (const deletion of deletions) {
    const step = `${deletion.resource.resource} ${deletion.key.name}`;
    await once(step, () => deleteIfExists(hubClient, deletion, signal));
  }
  await once('accounts', () => removeAccounts(hubClient, member, signal));
}

async function removeAccounts(
  hubClient: KubeClient,
  { clusterId, namespace }: MemberIdentity,
  signal: AbortSignal,
): Promise<void> {
  const labelSelector = `${CLUSTER_ID_LABEL}=${clusterId}`;
  const { items } = await hubClient.list(SERVICE_ACCOUNTS, { namespace, labelSelector, signal });
  for (const { metadata } of items) {
    const key = { namespace, name: metadata.name ?? '' };
    await deleteIfExists(hubClient, { resource: SERVICE_ACCOUNTS, key }, signal);
  }
}

/** The credentials of the member that the hub holds. */
export async function removeSecrets(
  hubClient: KubeClient,
  namespace: string,
  signal: AbortSignal,
  once: Once = always,
): Promise<void> {
  for (const name of MEMBER_SECRETS) {
    const key = { namespace, name };
    await once(`secrets ${name}`, async () => {
      const secret = await getIfExists(hubClient, SECRETS, key, signal);
      if (secret === undefined) return;
      await letGo(hubClient, SECRETS, secret, signal);
      await deleteIfExists(hubClient, { resource: SECRETS, key }, signal);
    });
  }
}

/** Works of the member that wait for an agent that no longer comes; what they deployed stays where it runs. */
export async function releaseWorks(
  hubClient: KubeClient,
  namespace: string,
  signal: AbortSignal,
): Promise<void> {
  for (const kind of HELD_KINDS) {
    const resource = { ...APPS, resource: kind };
    for (const work of await worksOf(hubClient, resource, namespace, signal)) {
      await letGo(hubClient, resource, work, signal);
    }
  }
}

/** Metadata alone; none where the kind is not served, or not ours to see. */
async function worksOf(
  hubClient: KubeClient,
  resource: GroupVersionResource,
  namespace: string,
  signal: AbortSignal,
): Promise<KubeObject[]> {
  const works: KubeObject[] = [];
  try {
    let page: string | undefined;
    do {
      const options = {
        namespace,
        metadataOnly: true,
        limit: 500,
        signal,
        ...(page !== undefined && { continue: page }),
      };
      const { items, metadata } = await hubClient.list(resource, options);
      // A list of metadata that is empty comes without items from Kubernetes.
      works.push(...((items as KubeObject[] | null) ?? []));
      page = metadata.continue || undefined;
    } while (page !== undefined);
  } catch (error) {
    if (!isNotFound(error) && !isForbidden(error)) throw error;
  }
  return works;
}

async function letGo(
  hubClient: KubeClient,
  resource: GroupVersionResource,
  { metadata }: KubeObject,
  signal: AbortSignal,
): Promise<void> {
  const { namespace = '', name = '', finalizers = [], resourceVersion } = metadata;
  if (!finalizers.includes(APPS_FINALIZER)) return;
  const rest = finalizers.filter((finalizer) => finalizer !== APPS_FINALIZER);
  const body = { metadata: { resourceVersion, finalizers: rest } };
  try {
    await hubClient.patch(resource, { namespace, name }, { type: 'merge', body }, { signal });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
