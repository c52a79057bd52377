import { KubeClient, type ClusterConnection } from '@banyan/kube';
import { CONFIG_MAPS, configMap } from '../bench-cluster.ts';
import { inParallel } from '../in-parallel.ts';

export interface FanOut {
  readonly watchers: number;
  readonly updates: number;
}

const PATH = '/api/v1/namespaces/default/configmaps?watch=1&labelSelector=tier%3Dfront&resourceVersion=';
const NEW_LINE = 10;

/** Updates objects that so many watchers follow; resolves when the last has seen the last. */
export async function fanOut(
  connection: ClusterConnection,
  { watchers, updates }: FanOut,
  begin: () => void,
): Promise<void> {
  const writer = new KubeClient(connection);
  const { metadata } = await writer.list(CONFIG_MAPS, { namespace: 'default', limit: 1 });
  const leave = new AbortController();
  const seen = Array.from({ length: watchers }, () => Promise.withResolvers<void>());
  const reader = new KubeClient(connection);
  await Promise.all(
    seen.map(async ({ resolve, reject }) => {
      const { body } = await reader.request({
        method: 'GET',
        path: PATH + metadata.resourceVersion,
        pool: 'stream',
        timeoutMs: 0,
        signal: leave.signal,
      });
      let events = 0;
      body.on('error', reject);
      body.on('data', (chunk: Buffer) => {
        events += linesIn(chunk);
        if (events >= updates) resolve();
      });
    }),
  );
  begin();
  // Only every second object is in front.
  await inParallel(updates, 32, (i) => writer.update(CONFIG_MAPS, configMap(2 * (i % 500), 2 + i)));
  await Promise.all(seen.map(({ promise }) => promise));
  leave.abort();
  await Promise.all([reader.close(), writer.close()]);
}

function linesIn(chunk: Buffer): number {
  let lines = 0;
  for (let at = chunk.indexOf(NEW_LINE); at >= 0; at = chunk.indexOf(NEW_LINE, at + 1)) lines += 1;
  return lines;
}
