import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { KubeClient } from '@banyan/kube';
import type { Benchmark } from '../benchmark.ts';
import { inParallel } from '../in-parallel.ts';
import { cpuTimeMs, peakResidentBytes, residentBytes } from '../process-usage.ts';
import { startEmbedded, startKubernetes, type Contestant } from './contestants.ts';
import { operations, type Operation } from './operations.ts';
import { fanOut } from './watch-fan-out.ts';

type Row = Record<string, string | number>;

/** The embedded API server against the real one: same machine, same minutes, same client, both syncing every write. */
export const apiServerBenchmark: Benchmark = {
  async run(args, progress) {
    const { values } = parseArgs({
      args,
      options: {
        objects: { type: 'string', default: '10000' },
        watchers: { type: 'string', default: '100' },
        updates: { type: 'string', default: '2000' },
        only: { type: 'string', default: '' },
      },
    });
    const objects = Number(values.objects);
    const watch = { watchers: Number(values.watchers), updates: Number(values.updates) };
    const contestants: Contestant[] = [];
    const rows: Row[] = [];
    try {
      for (const start of [startKubernetes, startEmbedded]) {
        const contestant = await start();
        contestants.push(contestant);
        progress(`${contestant.name} ready after ${Math.round(contestant.readyMs)} ms`);
      }
      const asked = contestants.filter(({ name }) => name.startsWith(values.only));
      for (const operation of operations(objects)) {
        for (const contestant of asked) {
          progress(`${operation.name}: ${contestant.name}`);
          rows.push(await measure(contestant, operation));
        }
      }
      for (const contestant of asked) {
        progress(`${watch.watchers} watchers: ${contestant.name}`);
        rows.push(await measureFanOut(contestant, watch));
      }
      return {
        tables: [
          { title: 'requests', rows: withRatios(rows) },
          { title: 'server', rows: asked.map(serverRow) },
        ],
      };
    } finally {
      for (const contestant of contestants) await contestant.stop();
    }
  },
};

async function measure(contestant: Contestant, operation: Operation): Promise<Row> {
  const { name, atOnce, count, request } = operation;
  const client = new KubeClient(contestant.connection);
  await delay(500); // Let collectors and what was begun before settle.
  const stop = stopwatch(contestant);
  await inParallel(count, atOnce, (i) => request(client, i));
  const usage = stop(count);
  await client.close();
  return { what: name, 'at once': atOnce, server: contestant.name, ...usage };
}

async function measureFanOut(
  contestant: Contestant,
  watch: { watchers: number; updates: number },
): Promise<Row> {
  let stop: ReturnType<typeof stopwatch> | undefined;
  await fanOut(contestant.connection, watch, () => {
    stop = stopwatch(contestant);
  });
  const usage = stop?.(watch.watchers * watch.updates) ?? {};
  return { what: `event to ${watch.watchers} watchers`, 'at once': 32, server: contestant.name, ...usage };
}

function stopwatch({ pids }: Contestant): (count: number) => Row {
  const serverCpuMs = () => pids.reduce((sum, pid) => sum + cpuTimeMs(pid), 0);
  const serverBefore = serverCpuMs();
  const clientBefore = process.cpuUsage();
  const startedMs = performance.now();
  return (count) => {
    const elapsedMs = performance.now() - startedMs;
    const { user, system } = process.cpuUsage(clientBefore);
    return {
      'per second': count / (elapsedMs / 1000),
      'server CPU µs': ((serverCpuMs() - serverBefore) * 1000) / count,
      'client CPU µs': (user + system) / count,
    };
  };
}

/** Above 1 the embedded server is ahead. */
function withRatios(rows: readonly Row[]): Row[] {
  return rows.map((row) => {
    const real = rows.find((other) => other['what'] === row['what'] && other['server'] !== 'embedded');
    if (real === undefined || real === row) return { ...row, 'rate of real': '-', 'CPU of real': '-' };
    return {
      ...row,
      'rate of real': Number(row['per second']) / Number(real['per second']),
      'CPU of real': Number(row['server CPU µs']) / Number(real['server CPU µs']),
    };
  });
}

function serverRow({ name, readyMs, pids }: Contestant): Row {
  const mb = (bytes: (pid: number) => number) => pids.reduce((sum, pid) => sum + bytes(pid), 0) / 1e6;
  return {
    server: name,
    'ready ms': readyMs,
    'memory MB': mb(residentBytes),
    'peak MB': mb(peakResidentBytes),
  };
}
