import type { GroupVersionResource } from '@banyan/api';
import { BASES, DESCRIPTIONS, type ManagedCluster } from '@banyan/api/clusternet';
import { isNotFound, type KubeClient } from '@banyan/kube';

/** The deletion goes through scheduler, pipeline and deployer: a second or two. */
const LOOK_AGAIN_MS = 1000;

/**
 * Takes everything away that was deployed to a member which leaves. It is asked until it says `done`: when no work is left.
 * Whoever deploys to the member takes the objects away, and holds a work until that is done.
 */
export function drainMember(
  hubClient: KubeClient,
): (member: ManagedCluster, signal: AbortSignal) => Promise<'done' | { readonly requeueAfterMs: number }> {
  return async ({ metadata: { namespace = '' } }, signal) => {
    // Bases first: a Description that still has one would come back.
    const bases = await endAll(hubClient, BASES, namespace, signal);
    const works = await endAll(hubClient, DESCRIPTIONS, namespace, signal);
    return bases + works === 0 ? 'done' : { requeueAfterMs: LOOK_AGAIN_MS };
  };
}

/** How many there are, those on their way included. */
async function endAll(
  hubClient: KubeClient,
  resource: GroupVersionResource,
  namespace: string,
  signal: AbortSignal,
): Promise<number> {
  const { items } = await hubClient.list(resource, { namespace, metadataOnly: true, signal });
  for (const { metadata } of items) {
    if (metadata.deletionTimestamp !== undefined) continue;
    try {
      await hubClient.delete(resource, { namespace, name: metadata.name ?? '' }, { signal });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }
  return items.length;
}
