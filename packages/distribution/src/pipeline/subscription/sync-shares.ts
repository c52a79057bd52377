import { LOCALIZATIONS, type Base, type Localization, type Subscription } from '@banyan/api/clusternet';
import { shareLocalizations } from '@banyan/engine';
import { isAlreadyExists, type KubeClient } from '@banyan/kube';
import { sharesOfBase } from '../base/share-of-base.ts';
import { deleteObject } from '../hub-writes.ts';
import { inParallel } from '../in-parallel.ts';
import { cacheKeyOf, whereIs } from '../object-keys.ts';
import type { PipelineCaches } from '../pipeline-caches.ts';

/** At once, of one Subscription. */
const WRITES = 8;

/** Shows the share that a Base has of each feed's replicas as Localizations, and takes away those that no longer hold. */
export async function syncShares(
  { hubClient, caches }: { readonly hubClient: KubeClient; readonly caches: PipelineCaches },
  { subscription, base }: { readonly subscription: Subscription; readonly base: Base },
  signal: AbortSignal,
): Promise<void> {
  const current = new Map(caches.sharesOf(base).map((share) => [share.metadata.name, share]));
  const member = caches.memberIn(base.metadata.namespace ?? '');
  const memberKey = member === undefined ? '' : `${member.namespace}/${member.name}`;
  const shares = sharesOfBase(subscription, caches.inventory(cacheKeyOf(subscription)), memberKey);
  if (shares === undefined && current.size === 0) return;
  const wanted = shares === undefined ? [] : shareLocalizations(base, shares.orders, shares.shares);
  await inParallel(wanted, WRITES, async (localization) => {
    const before = current.get(localization.metadata.name);
    current.delete(localization.metadata.name);
    if (before === undefined) await create(hubClient, localization, signal);
    else if (JSON.stringify(specOf(before)) !== JSON.stringify(specOf(localization))) {
      const body = { metadata: { uid: before.metadata.uid }, spec: localization.spec };
      await hubClient.patch(LOCALIZATIONS, whereIs(localization), { type: 'merge', body }, { signal });
    }
  });
  await inParallel([...current.values()], WRITES, (share) =>
    deleteObject(hubClient, LOCALIZATIONS, share, signal),
  );
}

/** In one order, whoever wrote it. */
function specOf({ spec }: Localization): unknown[] {
  const { overridePolicy, priority, feed, overrides = [] } = spec;
  const { apiVersion, kind, namespace, name } = feed;
  return [overridePolicy, priority, apiVersion, kind, namespace, name, overrides.map(({ value }) => value)];
}

async function create(hubClient: KubeClient, share: Localization, signal: AbortSignal): Promise<void> {
  try {
    await hubClient.create(LOCALIZATIONS, share, { signal });
  } catch (error) {
    // Ours, and not in the cache yet: when it is, it is compared.
    if (!isAlreadyExists(error)) throw error;
  }
}
