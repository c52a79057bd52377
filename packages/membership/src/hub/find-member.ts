import { MANAGED_CLUSTERS, type ManagedCluster } from '@banyan/api/clusternet';
import type { KubeClient } from '@banyan/kube';
import { MembershipError } from './membership-error.ts';

/** All members of the hub, page by page. */
export async function listMembers(hubClient: KubeClient, signal: AbortSignal): Promise<ManagedCluster[]> {
  const members: ManagedCluster[] = [];
  let page: string | undefined;
  do {
    const options = { limit: 500, signal, ...(page !== undefined && { continue: page }) };
    const { items, metadata } = await hubClient.list<ManagedCluster>(MANAGED_CLUSTERS, options);
    members.push(...items);
    page = metadata.continue || undefined;
  } while (page !== undefined);
  return members;
}

/** By its name or its id. Throws MembershipError `not-found`, which says who there is. */
export async function findMember(
  hubClient: KubeClient,
  nameOrId: string,
  signal: AbortSignal,
): Promise<ManagedCluster> {
  const members = await listMembers(hubClient, signal);
  const found = members.find(
    ({ metadata, spec }) => metadata.name === nameOrId || spec.clusterId === nameOrId,
  );
  if (found !== undefined) return found;
  const names = members.map(({ metadata }) => metadata.name ?? '').toSorted();
  const known = names.length === 0 ? 'The hub has no members.' : `There are: ${shortList(names)}.`;
  throw new MembershipError('not-found', `there is no member "${nameOrId}". ${known}`);
}

function shortList(names: readonly string[]): string {
  const shown = names.slice(0, 20).join(', ');
  return names.length > 20 ? `${shown} and ${names.length - 20} more` : shown;
}
