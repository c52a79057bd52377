import { join, resolve } from 'node:path';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import { parseArgs } from 'node:util';
import { keptCertificates, ObjectStore, sqlitePersistence, startApiServer } from '@banyan/apiserver';
import { writeKubeconfig, type CertificateAndKey } from '@banyan/kube';
import type { CoreControllersOptions } from '@banyan/playground';
import { onParentGone, reportReady } from './program/child-program.ts';
import { makeFolder } from './program/make-folder.ts';

const LOOPBACK = '127.0.0.1';
/** Certificates last a year: those that are used are never older than this. */
const RENEW_MS = 7 * 86_400_000;

const USAGE = `usage: banyan apiserver --data-dir DIR [--port PORT] [--kubeconfig-out FILE]
  --bind-address HOST   where it listens (${LOOPBACK})
  --advertise-url URL   where others reach it: its certificate is for that name too
  --controllers         namespaces end, accounts get tokens, what lost its owner goes: as in a cluster`;

/** One embedded API server, until a signal ends it. */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      'data-dir': { type: 'string' },
      port: { type: 'string', default: '6443' },
      'kubeconfig-out': { type: 'string' },
      'bind-address': { type: 'string', default: LOOPBACK },
      'advertise-url': { type: 'string' },
      controllers: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const dataDir = values['data-dir'];
  const port = /^\d{1,5}$/.test(values.port) ? Number(values.port) : Infinity;
  const advertised = values['advertise-url'];
  const isUrl = advertised === undefined || URL.parse(advertised)?.protocol === 'https:';
  if (dataDir === undefined || dataDir === '' || port > 65_535 || !isUrl) {
    console.error(USAGE);
    return 2;
  }
  const dir = resolve(dataDir);
  const kubeconfig = values['kubeconfig-out'] ?? join(dir, 'kubeconfig');
  const { controllers, 'bind-address': host } = values;
  await serve({ dir, port, kubeconfig, controllers, host, advertised });
  return 0;
}

interface ServeOptions {
  readonly dir: string;
  readonly port: number;
  readonly kubeconfig: string;
  /** Namespaces end, accounts get tokens, what lost its owner goes: in this process. */
  readonly controllers: boolean;
  readonly host: string;
  /** The URL by which others reach it, where that is not where it listens. */
  readonly advertised: string | undefined;
}

async function serve(options: ServeOptions): Promise<void> {
  const { dir, port, kubeconfig, host } = options;
  // From the beginning: what started it may be gone before it serves.
  const gone = new Promise<void>((resolve) => onParentGone(resolve));
  const ended = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT'), gone]);
  await makeFolder(dir, 0o700);
  const certificates = () => keptCertificates(join(dir, 'pki'), certificateNames(options));
  const kept = await certificates();
  const { ca, server: certificate, admin, serviceAccountKey, frontProxyCa, frontProxyClient } = kept;
  const store = await ObjectStore.open(sqlitePersistence(join(dir, 'objects.db')));
  try {
    const onDefect = (error: unknown) => console.error(error);
    // Kubelets, too, show a certificate of this cluster's own.
    const kubelet = { ...kept.kubeletClient, ca };
    const trust = { clientCa: ca, serviceAccountKey, frontProxyCa, frontProxyClient, kubelet };
    const address = { host, port, ...trust };
    const server = await startApiServer({ store, ...address, ...certificate, onDefect }).catch(
      portError(port),
    );
    const url = `https://${isAnyAddress(host) ? LOOPBACK : urlHost(host)}:${server.port}`;
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
    const stopping = new AbortController();
    const running = options.controllers
      ? runControllers(
          { store, server, url: options.advertised ?? url, ca, serviceAccountKey },
          stopping.signal,
        ).catch(onDefect)
      : undefined;
    console.log(`serving on ${url}; kubectl --kubeconfig ${kubeconfig}`);
    reportReady(url);
    await ended;
    clearInterval(renewing);
    stopping.abort();
    await running;
    await server.stop();
  } finally {
    await store.close();
  }
}

/** Their code is loaded only where they run. */
async function runControllers(options: CoreControllersOptions, signal: AbortSignal): Promise<void> {
  const { runCoreControllers } = await import('@banyan/playground');
  await runCoreControllers(options, signal);
}

function certificateNames({ host, advertised }: ServeOptions): string[] {
  const name = advertised === undefined ? undefined : new URL(advertised).hostname.replace(/^\[|\]$/g, '');
  const wanted = [LOOPBACK, 'localhost', isAnyAddress(host) ? undefined : host, name];
  return [...new Set(wanted.filter((one) => one !== undefined))];
}

function isAnyAddress(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

function urlHost(host: string): string {
  return isIPv6(host) ? `[${host}]` : host;
}

function portError(port: number): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new Error(`port ${port} is in use; choose another with --port`, { cause: error });
  };
}
