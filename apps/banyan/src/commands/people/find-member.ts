import type { ManagedCluster } from '@banyan/api/clusternet';
import { isNotFound, type KubeClient } from '@banyan/kube';
import { findMember, listMembers } from '@banyan/membership';

/** Every member, by name. Says what is wrong where there is no hub. */
export async function allMembers(hubClient: KubeClient, signal: AbortSignal): Promise<ManagedCluster[]> {
  const members = await ofHub(hubClient, listMembers(hubClient, signal));
  return members.toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)));
}

/** By its name or its id. */
export function memberNamed(
  hubClient: KubeClient,
  nameOrId: string,
  signal: AbortSignal,
): Promise<ManagedCluster> {
  return ofHub(hubClient, findMember(hubClient, nameOrId, signal));
}

export function nameOf({ metadata }: ManagedCluster): string {
  return metadata.name ?? '';
}

async function ofHub<T>({ connection }: KubeClient, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!isNotFound(error)) throw error;
    const words = `${connection.server} is no hub: it does not know ManagedClusters`;
    throw new Error(`${words}. Choose it with --kubeconfig or --context`, { cause: error });
  }
}
