import { setTimeout as delay } from 'node:timers/promises';
import type { KubeClient } from '@banyan/kube';
import { cpuTimeMs } from '../process-usage.ts';
import { DEPLOYMENTS } from './intents.ts';
import { distributionOnly, requestCounts, writesIn } from './request-counts.ts';
import type { Stage, StageMember } from './stage.ts';

/** Asks one member after the other, so that waiting costs the members next to nothing. */
const POLL_MS = 50;
/** Statuses are written at most once a second, sums of them half a second later. */
const QUIET_MS = 3000;
/** A process that does less than this in a second only keeps its watches and leases. */
const IDLE_CORES = 0.1;

export async function untilDeployed(
  members: readonly StageMember[],
  namespace: string,
  count: number,
): Promise<void> {
  for (const { client } of members) {
    while ((await deployments(client, namespace)) < count) await delay(POLL_MS);
  }
}

/** Until nothing is written in the hub any more. */
export async function untilQuiet({ hubClient }: Stage): Promise<void> {
  let last = -1;
  for (;;) {
    const writes = writesIn(distributionOnly(await requestCounts([hubClient])));
    if (writes === last) return;
    last = writes;
    await delay(QUIET_MS);
  }
}

/** The moment, by `performance.now()`, from which a process had nothing to do. */
export async function untilIdle(pid: number): Promise<number> {
  const stepMs = 250;
  const steps = 8;
  let since = performance.now();
  for (let quiet = 0; quiet < steps;) {
    const before = cpuTimeMs(pid);
    await delay(stepMs);
    const isIdle = cpuTimeMs(pid) - before < IDLE_CORES * stepMs;
    quiet = isIdle ? quiet + 1 : 0;
    if (!isIdle) since = performance.now();
  }
  return since;
}

async function deployments(client: KubeClient, namespace: string): Promise<number> {
  const { items, metadata } = await client.list(DEPLOYMENTS, { namespace, limit: 1, metadataOnly: true });
  return items.length + (metadata.remainingItemCount ?? 0);
}
