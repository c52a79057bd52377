import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { kubeProgram } from './kube-binaries.ts';
import { ServerProcess } from './server-process.ts';

/** One etcd, which several clusters can share, each under a prefix of its own. */
export interface Etcd {
  readonly url: string;
  readonly process: ServerProcess;
}

export interface EtcdOptions {
  readonly dir: string;
  /** Sync every write to the disk, as in production. Tests do without it; benchmarks must not. */
  readonly durable?: boolean;
}

export async function startEtcd({ dir, durable = false }: EtcdOptions): Promise<Etcd> {
  const [clientPort, peerPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${clientPort}`;
  const process = new ServerProcess({
    name: 'etcd',
    program: kubeProgram('etcd'),
    args: [
      `--data-dir=${join(dir, 'etcd')}`,
      `--listen-client-urls=${url}`,
      `--advertise-client-urls=${url}`,
      `--listen-peer-urls=http://127.0.0.1:${peerPort}`,
      '--log-level=warn',
      ...(durable ? [] : ['--unsafe-no-fsync']),
    ],
    logFile: join(dir, 'etcd.log'),
    isReady: async () => (await fetch(`${url}/health`)).ok,
  });
  await process.start();
  return { url, process };
}

/** Forgets all revisions before the newest, so that older watches and continue tokens get 410. */
export async function compactEtcd({ url }: Etcd): Promise<void> {
  const post = async (path: string, body: object) => {
    const response = await fetch(url + path, { method: 'POST', body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`etcd ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as { header: { revision: string } };
  };
  const { header } = await post('/v3/kv/range', { key: Buffer.from('/').toString('base64') });
  await post('/v3/kv/compaction', { revision: header.revision });
}
