import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { KubeClient } from '@banyan/kube';
import { kubeProgram, type Cluster } from '@banyan/testing';
import { CONFIG_MAPS, connectionTo, seedConfigMaps, startBenchCluster } from '../bench-cluster.ts';
import type { Benchmark, BenchmarkTable } from '../benchmark.ts';
import { inParallel } from '../in-parallel.ts';
import { cpuTimeMs, peakResidentBytes } from '../process-usage.ts';
import type { ReaderReport } from './reader-process.ts';

const SAMPLE_MS = 20;

/** What a reader process does: fill a cache of ours in one mode, or list with undici and nothing else. */
const READERS = ['objects', 'metadata', 'raw', 'undici', 'undici-no-parse'] as const;

export const reflectorBenchmark: Benchmark = {
  async run(args, progress) {
    const { values } = parseArgs({
      args,
      options: {
        objects: { type: 'string', default: '100000' },
        updates: { type: 'string', default: '20000' },
      },
    });
    const objects = Number(values.objects);
    const updates = Number(values.updates);
    await using cluster = await startBenchCluster();
    const client = new KubeClient(connectionTo(cluster));
    progress(`making ${objects} objects on a real API server`);
    await seedConfigMaps(client, objects, progress);
    const lists: Record<string, string | number>[] = [];
    const events: Record<string, string | number>[] = [];
    for (const reader of READERS) {
      progress(`reading with ${reader}`);
      const outcome = await runReader(cluster, client, { reader, objects, updates });
      lists.push(outcome.list);
      if (outcome.events) events.push(outcome.events);
    }
    progress('reading with kubectl');
    lists.push(await runKubectl(cluster, objects));
    await client.close();
    return { tables: tables(objects, updates, { lists, events }) };
  },
};

function tables(
  objects: number,
  updates: number,
  rows: { lists: BenchmarkTable['rows']; events: BenchmarkTable['rows'] },
): BenchmarkTable[] {
  return [
    { title: `${objects.toLocaleString('en-US')} ConfigMaps from a real API server`, rows: rows.lists },
    { title: `catching up with ${updates.toLocaleString('en-US')} updates after a pause`, rows: rows.events },
  ];
}

interface ReaderTask {
  readonly reader: (typeof READERS)[number];
  readonly objects: number;
  readonly updates: number;
}

/** Each reader is a process of its own, so that memory and CPU are its alone. */
async function runReader(cluster: Cluster, client: KubeClient, task: ReaderTask) {
  const { reader, objects, updates } = task;
  const { certificate, key } = cluster.pki.client('reader', ['system:masters']);
  const connection = { server: cluster.server, ca: cluster.pki.ca.certificate, certificate, key };
  const script = fileURLToPath(new URL('./reader-process.ts', import.meta.url));
  const child = spawn(process.execPath, ['--expose-gc', script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const answer = async () => JSON.parse(String((await lines.next()).value)) as ReaderReport;
  const say = (message: object) => child.stdin.write(`${JSON.stringify(message)}\n`);
  const exited = once(child, 'exit');

  say({ reader, connection });
  const synced = await answer();
  const peakMb = peakResidentBytes(child.pid ?? 0) / 1e6;
  const list = {
    reader,
    'synced s': synced.elapsedMs / 1000,
    'objects/s': objects / (synced.elapsedMs / 1000),
    'CPU s': synced.cpuMs / 1000,
    'bytes held/object': synced.heldBytes === undefined ? '-' : synced.heldBytes / objects,
    'peak MB': peakMb,
  };
  if (reader.startsWith('undici')) {
    child.stdin.end();
    await exited;
    return { list, events: undefined };
  }
  child.kill('SIGSTOP');
  const marker = await updateObjects(client, updates, reader);
  say({ until: marker });
  child.kill('SIGCONT');
  const caughtUp = await answer();
  child.stdin.end();
  await exited;
  const events = {
    reader,
    'caught up s': caughtUp.elapsedMs / 1000,
    'events/s': updates / (caughtUp.elapsedMs / 1000),
    'CPU µs/event': (caughtUp.cpuMs * 1000) / updates,
    'lists in all': caughtUp.lists ?? '-',
  };
  return { list, events };
}

/** Returns the resource version of the last update: who has seen it has seen all. */
async function updateObjects(client: KubeClient, updates: number, reader: string): Promise<string> {
  let last = '0';
  await inParallel(updates, 32, async (i) => {
    const patch = { type: 'merge', body: { metadata: { labels: { revision: reader } } } } as const;
    const { metadata } = await client.patch(
      CONFIG_MAPS,
      { namespace: 'default', name: `object-${i}` },
      patch,
    );
    const version = metadata.resourceVersion ?? '0';
    if (BigInt(version) > BigInt(last)) last = version;
  });
  return last;
}

async function runKubectl(cluster: Cluster, objects: number): Promise<Record<string, string | number>> {
  const startedMs = performance.now();
  const args = ['--kubeconfig', cluster.kubeconfig, 'get', 'configmaps', '-n', 'default', '-o', 'json'];
  const child = spawn(kubeProgram('kubectl'), args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const usage = { cpuMs: 0, peakMb: 0 };
  const sample = setInterval(() => sampleUsage(child.pid, usage), SAMPLE_MS);
  const [code] = (await once(child, 'exit')) as [number];
  clearInterval(sample);
  if (code !== 0) throw new Error(`kubectl ended with ${code}`);
  const elapsedMs = performance.now() - startedMs;
  return {
    reader: 'kubectl get -o json',
    'synced s': elapsedMs / 1000,
    'objects/s': objects / (elapsedMs / 1000),
    'CPU s': usage.cpuMs / 1000,
    'bytes held/object': '-',
    'peak MB': usage.peakMb,
  };
}

/** The last sample before the end stands for the whole: at most SAMPLE_MS are missing. */
function sampleUsage(pid: number | undefined, usage: { cpuMs: number; peakMb: number }): void {
  if (pid === undefined) return;
  try {
    usage.cpuMs = cpuTimeMs(pid);
    // A process that has just ended tells no memory any more.
    usage.peakMb = Math.max(usage.peakMb, peakResidentBytes(pid) / 1e6);
  } catch {
    // It has just ended.
  }
}
