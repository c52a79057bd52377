import { OWNED_LABEL } from '@banyan/api/banyan';
import { sleep, type Clock } from '@banyan/controller';
import { isAborted } from '@banyan/kube';
import type { MemberSession } from './member-session.ts';

/** What nobody deploys, and what there is most of in a cluster. */
const NEVER_SWEPT: ReadonlySet<string> = new Set(['events', 'endpoints', 'endpointslices', 'leases']);

export interface SweepTimes {
  readonly delayMs: number;
  readonly restMs: number;
}

/**
 * Looks once, slowly, through every kind that the member serves for objects of ours, and has their kinds watched: whoever
 * finds an object there that no work has any more takes it away. Only kinds that no work uses matter: something was
 * applied, and the process ended before it could write that down. Never throws for what the member answers.
 */
export async function sweepMember(
  { kinds, memberClient, signal }: MemberSession,
  { clock, hubId, delayMs, restMs }: SweepTimes & { readonly clock: Clock; readonly hubId: string },
): Promise<void> {
  await sleep(clock, delayMs, signal);
  for (const { group, version, resource, kind, verbs } of await served()) {
    if (signal.aborted) return;
    if (NEVER_SWEPT.has(resource) || !verbs.includes('list') || !verbs.includes('watch')) continue;
    try {
      const scope = { labelSelector: `${OWNED_LABEL}=${hubId}`, limit: 1, metadataOnly: true, signal };
      const { items } = await memberClient.list({ group, version, resource }, scope);
      if (items.length > 0) await kinds.use({ group, kind }, signal);
    } catch (error) {
      if (isAborted(error)) return;
    }
    await sleep(clock, restMs, signal);
  }

  async function served() {
    if (signal.aborted) return [];
    try {
      return (await kinds.discovery.mapper(signal)).preferred();
    } catch {
      return [];
    }
  }
}
