import type { Subscription } from '@banyan/api/clusternet';

/** A text that differs when a Subscription is to be decided on again: its spec, or what was decided, is another. */
export function reasonToDecide({ metadata, status = {} }: Subscription): string {
  const scheduled = status.conditions?.find(({ type }) => type === 'Scheduled')?.message;
  const { bindingClusters, replicas, specHash } = status;
  return JSON.stringify([metadata.generation, bindingClusters, replicas, specHash, scheduled]);
}
