/** One reader of the reflector benchmark: told on standard input what to do, reports on standard output. */
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { KubeClient, staticCredentials, watchedObjects, watchedRaw } from '@banyan/kube';
import { Pool } from 'undici';
import { CONFIG_MAPS } from '../bench-cluster.ts';

export interface ReaderReport {
  readonly elapsedMs: number;
  readonly cpuMs: number;
  /** Heap and buffers after a full collection, less what was there before. */
  readonly heldBytes?: number;
  readonly lists?: number;
}

interface Task {
  readonly reader: 'objects' | 'metadata' | 'raw' | 'undici' | 'undici-no-parse';
  readonly connection: { server: string; ca: string; certificate: string; key: string };
}

const PAGE = 500;
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const nextMessage = async <T>() => JSON.parse(String((await lines.next()).value)) as T;
const report = (message: ReaderReport) => process.stdout.write(`${JSON.stringify(message)}\n`);

const task = await nextMessage<Task>();
if (task.reader === 'undici' || task.reader === 'undici-no-parse') await listWithUndici(task);
else await fillCache(task);

async function fillCache({ reader, connection: { server, ca, certificate, key } }: Task): Promise<void> {
  const credentials = staticCredentials({ clientCertificate: { cert: certificate, key } });
  const client = new KubeClient({ name: 'bench', server, ca, credentials });
  await client.get({ group: '', version: 'v1', resource: 'namespaces' }, { name: 'default' });
  const emptyBytes = heldBytes();
  const measured = stopwatch();
  const stop = new AbortController();
  const spec = { resource: CONFIG_MAPS, namespace: 'default' };
  const watched =
    reader === 'raw'
      ? watchedRaw(client, spec)
      : watchedObjects(client, { ...spec, metadataOnly: reader === 'metadata' });
  const { reflector, cache } = watched;
  const running = reflector.run(stop.signal);
  await reflector.waitForSync(stop.signal);
  const synced = measured();
  report({ ...synced, heldBytes: heldBytes() - emptyBytes });

  const { until } = await nextMessage<{ until: string }>();
  const caughtUp = stopwatch();
  while (BigInt(reflector.status.lastSyncedResourceVersion ?? '0') < BigInt(until)) await delay(1);
  report({ ...caughtUp(), lists: reflector.status.lists });
  if (cache.size === 0) throw new Error('the cache is empty');
  stop.abort();
  await running;
  await client.close();
}

/** The least that any client must do: pages over one kept connection. */
async function listWithUndici({ reader, connection: { server, ca, certificate, key } }: Task): Promise<void> {
  const pool = new Pool(server, { connections: 1, connect: { ca, cert: certificate, key } });
  const measured = stopwatch();
  let next = '';
  do {
    const path = `/api/v1/namespaces/default/configmaps?limit=${PAGE}&continue=${encodeURIComponent(next)}`;
    const { body } = await pool.request({ method: 'GET', path, headers: { accept: 'application/json' } });
    next = reader === 'undici' ? continueOf(await body.json()) : continueOf(headOf(await body.bytes()));
  } while (next !== '');
  report(measured());
  await pool.close();
}

function continueOf(list: unknown): string {
  return (list as { metadata: { continue?: string } }).metadata.continue ?? '';
}

/** A list begins with its metadata: the token is had without parsing the items. */
function headOf(bytes: Uint8Array): unknown {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 4096)).toString(
    'latin1',
  );
  return { metadata: { continue: /"continue":"([^"]*)"/.exec(head.split('"items"')[0] ?? '')?.[1] ?? '' } };
}

function stopwatch(): () => { elapsedMs: number; cpuMs: number } {
  const startedMs = performance.now();
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return { elapsedMs: performance.now() - startedMs, cpuMs: (user + system) / 1000 };
  };
}

function heldBytes(): number {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
