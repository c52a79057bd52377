import type { KubeClient } from '@banyan/kube';
import { readHealth } from '../heartbeat/cluster-health.ts';
import { readyVerdict } from '../heartbeat/ready-condition.ts';
import type { StatusReporter } from '../heartbeat/report-status.ts';

/** Whoever lost the Lease has five seconds before another may begin; this is over before. */
const LAST_WORD_MS = 4_000;
const ASK_MS = 1_500;

/**
 * The last word of an agent that lost its Lease. Most often that is because its API server does not answer: then no agent
 * can work, and the hub would hear of it only when the grace is over. Throws what the hub says.
 */
export async function tellSilence(
  memberClient: KubeClient,
  reporter: Pick<StatusReporter, 'report'>,
): Promise<void> {
  const signal = AbortSignal.timeout(LAST_WORD_MS);
  const { health, trouble } = await readHealth(memberClient, ASK_MS, signal);
  if (trouble === undefined) return;
  await reporter.report({ fields: health, ready: readyVerdict(health, trouble), labels: undefined }, signal);
}
