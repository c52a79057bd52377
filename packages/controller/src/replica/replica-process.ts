/**
 * A replica of the tests on real Kubernetes, as a process of its own so that it can be killed and stopped:
 *   node replica-process.ts KUBECONFIG elect|shard NAME IDENTITY JOURNAL TIMES
 * While it holds a lease it appends a line to the journal every few milliseconds, with the term's epoch.
 */
import { appendFileSync } from 'node:fs';
import { KubeClient, loadConnection } from '@banyan/kube';
import { systemClock } from '../clock/clock.ts';
import { sleep } from '../clock/sleep.ts';
import { LeaderElector } from '../election/leader-elector.ts';
import type { LeaseTimes } from '../lease/lease.ts';
import type { Term } from '../lease/tenure.ts';
import { Sharder } from '../sharding/sharder.ts';

const ACT_PERIOD_MS = 50;

const [path = '', mode, name = '', identity = '', journal = '', timesMs = ''] = process.argv.slice(2);
const [leaseDurationMs = 0, renewDeadlineMs = 0, retryPeriodMs = 0] = timesMs.split('/').map(Number);
const times: LeaseTimes = { leaseDurationMs, renewDeadlineMs, retryPeriodMs };
const stop = new AbortController();
process.once('SIGTERM', () => stop.abort());

const client = new KubeClient(await loadConnection({ path, env: {} }));
const common = { client, namespace: 'default', identity, times };
if (mode === 'elect') {
  await new LeaderElector({ ...common, name }).run(stop.signal, (signal, term) =>
    act('leader', signal, term),
  );
} else {
  const sharder = new Sharder({ ...common, group: name, shards: 4 });
  await sharder.run(stop.signal, (shard, signal, term) => act(`shard-${shard}`, signal, term));
}
await client.close();

async function act(what: string, signal: AbortSignal, term: Term): Promise<void> {
  write(what, 'begin', term);
  while (!signal.aborted) {
    // No await between the question and the act.
    if (term.isHeld()) write(what, 'act', term);
    await sleep(systemClock, ACT_PERIOD_MS, signal);
  }
  write(what, 'end', term);
}

function write(what: string, event: string, { epoch }: Term): void {
  appendFileSync(journal, `${identity} ${what} ${event} ${epoch} ${Date.now()}\n`);
}
