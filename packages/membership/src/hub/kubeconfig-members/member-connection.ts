import type { KubeObject } from '@banyan/api';
import { KUBECONFIG_SECRET } from '@banyan/api/banyan';
import type { ManagedCluster } from '@banyan/api/clusternet';
import type { Secret } from '@banyan/api/objects';
import { kubeconfigConnection, parseKubeconfig, type ClusterConnection, type KubeClient } from '@banyan/kube';
import { NAMESPACES, SECRETS } from '../hub-resources.ts';
import { getIfExists } from '../lenient-requests.ts';
import { MembershipError } from '../membership-error.ts';

/** The proxy variables of the hub's process. */
export type Environment = Readonly<Record<string, string | undefined>>;

export interface DirectAccess {
  readonly connection: ClusterConnection;
  /** The resourceVersion of the Secret that it comes from. */
  readonly version: string;
}

/**
 * How the hub comes to a member without an agent. The kubeconfig is someone else's text: it may name no file and no
 * program. Throws MembershipError `bad-input`, in words without a secret.
 */
export async function readMemberAccess(
  hubClient: KubeClient,
  { metadata }: ManagedCluster,
  env: Environment,
  signal: AbortSignal,
): Promise<DirectAccess> {
  const { namespace = '' } = metadata;
  const where = `Secret "${namespace}/${KUBECONFIG_SECRET}"`;
  const key = { namespace, name: KUBECONFIG_SECRET };
  const secret = await getIfExists<Secret>(hubClient, SECRETS, key, signal);
  const text = secret?.data?.['kubeconfig'];
  if (text === undefined) {
    throw new MembershipError('bad-input', `${where} has no kubeconfig: join the cluster again`);
  }
  try {
    const config = parseKubeconfig(Buffer.from(text, 'base64').toString('utf8'), where);
    const connection = kubeconfigConnection(config, { env, trusted: false });
    return { connection, version: secret?.metadata.resourceVersion ?? '' };
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    throw new MembershipError('bad-input', `the kubeconfig of the member cannot be used: ${words}`, {
      cause: error,
    });
  }
}

/** The id of a cluster that has no agent to choose one. */
export async function clusterIdOf(memberClient: KubeClient, signal: AbortSignal): Promise<string> {
  const system = await memberClient.get<KubeObject>(NAMESPACES, { name: 'kube-system' }, { signal });
  return system.metadata.uid ?? '';
}
