import { ACCESS_LABEL } from '@banyan/api/banyan';
import type { ManagedCluster } from '@banyan/api/clusternet';

/** `nobody`: its agent has not said yet whether it lets the hub push; whoever began now might have to stop at once. */
export type DeployedBy = 'hub' | 'agent' | 'nobody';

/**
 * Who applies works in a member. Hub and agent both ask this of the same object, so that it is always one of them.
 * `access`: how the member is reached, where that is known from more than a label that its agent may change.
 */
export function deployerOf(
  { metadata, spec, status }: Readonly<ManagedCluster>,
  access: string | undefined = metadata.labels?.[ACCESS_LABEL],
): DeployedBy {
  if (access === 'kubeconfig') return 'hub';
  if (spec.syncMode === 'Pull') return 'agent';
  if (status?.appPusher === undefined) return 'nobody';
  return status.appPusher ? 'hub' : 'agent';
}
