import { EventEmitter, once } from 'node:events';
import { KubeClient, type ClusterConnection } from '@banyan/kube';
import { CONFIG_MAPS, configMap } from '../bench-cluster.ts';
import { inParallel } from '../in-parallel.ts';

export interface FanOut {
  readonly watchers: number;
  readonly updates: number;
}

const PATH = '/api/v1/namespaces/default/configmaps?watch=1&labelSelector=tier%3Dfront&resourceVersion=';
const NEW_LINE = 10;
const ROUND = 100;

/** Updates objects that so many watchers follow; resolves when the last has seen the last. */
export async function fanOut(
  connection: ClusterConnection,
  { watchers, updates }: FanOut,
  begin: () => void,
): Promise<void> {
  const writer = new KubeClient(connection);
  const { metadata } = await writer.list(CONFIG_MAPS, { namespace: 'default', limit: 1 });
  const leave = new AbortController();
  const counts = Array.from({ length: watchers }, () => 0);
  const news = new EventEmitter();
  const reader = new KubeClient(connection);
  await Promise.all(
    counts.map(async (_, watcher) => {
      const { body } = await reader.request({
        method: 'GET',
        path: PATH + metadata.resourceVersion,
        pool: 'stream',
        timeoutMs: 0,
        signal: leave.signal,
      });
      body.on('error', (error) => news.emit('error', error));
      body.on('end', () => news.emit('error', new Error('a watch was ended: its reader was too slow')));
      body.on('data', (chunk: Buffer) => {
        counts[watcher] = (counts[watcher] ?? 0) + linesIn(chunk);
        news.emit('seen');
      });
    }),
  );
  begin();
  // All have seen a round before the next: a server may end the watch of who is too far behind.
  for (let done = 0; done < updates;) {
    const round = Math.min(ROUND, updates - done);
    const first = done;
    // Only every second object is in front.
    const update = (i: number) =>
      writer.update(CONFIG_MAPS, configMap(2 * ((first + i) % 500), 2 + first + i));
    await inParallel(round, 32, update);
    done += round;
    while (Math.min(...counts) < done) await once(news, 'seen');
  }
  news.on('error', () => {}); // They are left now.
  leave.abort();
  await Promise.all([reader.close(), writer.close()]);
}

function linesIn(chunk: Buffer): number {
  let lines = 0;
  for (let at = chunk.indexOf(NEW_LINE); at >= 0; at = chunk.indexOf(NEW_LINE, at + 1)) lines += 1;
  return lines;
}
