import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { KubeClient } from '@banyan/kube';
import type { Cluster } from '@banyan/testing';
import { Pool } from 'undici';
import { CONFIG_MAPS, configMap, connectionTo, startBenchCluster } from '../bench-cluster.ts';
import type { Benchmark } from '../benchmark.ts';
import { inParallel } from '../in-parallel.ts';
import { cpuTimeMs } from '../process-usage.ts';

/** Requests at once. */
const WIDTHS = [1, 8, 32];
const PATH = '/api/v1/namespaces/default/configmaps/object-0';

export const clientBenchmark: Benchmark = {
  async run(args, progress) {
    const { values } = parseArgs({ args, options: { requests: { type: 'string', default: '10000' } } });
    const requests = Number(values.requests);
    await using cluster = await startBenchCluster();
    const rows: Row[] = [];
    const client = new KubeClient(connectionTo(cluster));
    await client.create(CONFIG_MAPS, configMap(0));
    for (const width of WIDTHS) {
      for (const [name, open] of Object.entries(WAYS)) {
        progress(`${name}, ${width} at once`);
        rows.push(await measure(cluster, { name, open, width, requests }));
      }
    }
    await client.close();
    return {
      tables: [
        {
          title: `GET of one ConfigMap, ${requests.toLocaleString('en-US')} requests each`,
          rows: withRatios(rows),
        },
      ],
    };
  },
};

interface Way {
  request(): Promise<unknown>;
  close(): Promise<void>;
}

/** The same request by each road. `undici` is the yardstick: parsed JSON, and nothing else done. */
const WAYS: Record<string, (cluster: Cluster) => Way> = {
  undici: (cluster) => {
    const { certificate, key } = cluster.pki.client('bench', ['system:masters']);
    const connect = { ca: cluster.pki.ca.certificate, cert: certificate, key };
    const pool = new Pool(cluster.server, { connections: 32, connect });
    return {
      request: async () => (await pool.request({ method: 'GET', path: PATH })).body.json(),
      close: () => pool.close(),
    };
  },
  'short pool (HTTP/1.1)': (cluster) => {
    const client = new KubeClient(connectionTo(cluster));
    return {
      request: () => client.get(CONFIG_MAPS, { namespace: 'default', name: 'object-0' }),
      close: () => client.close(),
    };
  },
  'stream pool (HTTP/2)': (cluster) => {
    const client = new KubeClient(connectionTo(cluster));
    return {
      request: async () => {
        const { body } = await client.request({ method: 'GET', path: PATH, pool: 'stream' });
        const chunks: Buffer[] = [];
        for await (const chunk of body) chunks.push(chunk as Buffer);
        return JSON.parse(Buffer.concat(chunks).toString()) as unknown;
      },
      close: () => client.close(),
    };
  },
};

interface Row extends Record<string, string | number> {
  way: string;
  'at once': number;
  'requests/s': number;
  'client CPU µs': number;
  'server CPU µs': number;
}

async function measure(
  cluster: Cluster,
  task: { name: string; open: (cluster: Cluster) => Way; width: number; requests: number },
): Promise<Row> {
  const { name, open, width, requests } = task;
  const way = open(cluster);
  await inParallel(Math.ceil(requests / 10), width, () => way.request()); // warm
  await delay(200); // Let the collector and the server settle.
  const serverPid = cluster.apiServer.pid ?? 0;
  const serverBefore = cpuTimeMs(serverPid);
  const clientBefore = process.cpuUsage();
  const startedMs = performance.now();
  await inParallel(requests, width, () => way.request());
  const elapsedMs = performance.now() - startedMs;
  const { user, system } = process.cpuUsage(clientBefore);
  const serverMs = cpuTimeMs(serverPid) - serverBefore;
  await way.close();
  return {
    way: name,
    'at once': width,
    'requests/s': requests / (elapsedMs / 1000),
    'client CPU µs': (user + system) / requests,
    'server CPU µs': (serverMs * 1000) / requests,
  };
}

function withRatios(rows: readonly Row[]): Record<string, string | number>[] {
  return rows.map((row) => {
    const yardstick = rows.find((other) => other.way === 'undici' && other['at once'] === row['at once']);
    return { ...row, 'of undici': row['requests/s'] / (yardstick?.['requests/s'] ?? Number.NaN) };
  });
}
