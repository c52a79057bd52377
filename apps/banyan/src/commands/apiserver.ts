import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { keptCertificates, ObjectStore, sqlitePersistence, startApiServer } from '@banyan/apiserver';
import { writeKubeconfig, type CertificateAndKey } from '@banyan/kube';
import { onParentGone, reportReady } from './demo-folder/child-program.ts';

const HOST = '127.0.0.1';
/** Certificates last a year: those that are used are never older than this. */
const RENEW_MS = 7 * 86_400_000;

/** One embedded API server, until a signal ends it. */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      'data-dir': { type: 'string' },
      port: { type: 'string', default: '6443' },
      'kubeconfig-out': { type: 'string' },
    },
  });
  const dataDir = values['data-dir'];
  const port = /^\d{1,5}$/.test(values.port) ? Number(values.port) : Infinity;
  if (dataDir === undefined || dataDir === '' || port > 65_535) {
    console.error('usage: banyan apiserver --data-dir DIR [--port PORT] [--kubeconfig-out FILE]');
    return 2;
  }
  const dir = resolve(dataDir);
  await serve({ dir, port, kubeconfig: values['kubeconfig-out'] ?? join(dir, 'kubeconfig') });
  return 0;
}

async function serve({
  dir,
  port,
  kubeconfig,
}: {
  dir: string;
  port: number;
  kubeconfig: string;
}): Promise<void> {
  // From the beginning: what started it may be gone before it serves.
  const gone = new Promise<void>((resolve) => onParentGone(resolve));
  const ended = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT'), gone]);
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const certificates = () => keptCertificates(join(dir, 'pki'), [HOST, 'localhost']);
  const kept = await certificates();
  const { ca, server: certificate, admin, serviceAccountKey, frontProxyCa, frontProxyClient } = kept;
  const store = await ObjectStore.open(sqlitePersistence(join(dir, 'objects.db')));
  try {
    const onDefect = (error: unknown) => console.error(error);
    // Kubelets, too, show a certificate of this cluster's own.
    const kubelet = { ...kept.kubeletClient, ca };
    const trust = { clientCa: ca, serviceAccountKey, frontProxyCa, frontProxyClient, kubelet };
    const address = { host: HOST, port, ...trust };
    const server = await startApiServer({ store, ...address, ...certificate, onDefect }).catch(
      portError(port),
    );
    const url = `https://${HOST}:${server.port}`;
    const writeAdmin = ({ certificate: cert, key }: CertificateAndKey) =>
      writeKubeconfig(kubeconfig, [{ name: 'banyan', server: url, ca, clientCertificate: { cert, key } }]);
    await writeAdmin(admin);
    const renew = async () => {
      const renewed = await certificates();
      server.renewCertificate(renewed.server);
      await writeAdmin(renewed.admin);
    };
    // One that fails (a full disk) is told, and tried again a week later: the old ones last for months.
    const renewing = setInterval(() => void renew().catch(onDefect), RENEW_MS);
    console.log(`serving on ${url}; kubectl --kubeconfig ${kubeconfig}`);
    reportReady(url);
    await ended;
    clearInterval(renewing);
    await server.stop();
  } finally {
    await store.close();
  }
}

function portError(port: number): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new Error(`port ${port} is in use; choose another with --port`, { cause: error });
  };
}
