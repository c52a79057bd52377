import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { systemClock, type Clock } from '../client/clock.ts';
import { KubeError } from '../errors/kube-error.ts';
import type { ClusterConnection } from './cluster-connection.ts';
import { FileCredentials } from './file-credentials.ts';
import { proxyFromEnvironment } from './proxy-from-environment.ts';
import { RereadFile } from './reread-file.ts';

const SERVICE_ACCOUNT_FOLDER = '/var/run/secrets/kubernetes.io/serviceaccount';

export interface InClusterOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where the kubelet mounts token, CA and namespace. */
  readonly folder?: string;
  readonly clock?: Clock;
}

/** True in a pod that has a service account. */
export function isInCluster({ env }: Pick<InClusterOptions, 'env'>): boolean {
  return Boolean(env['KUBERNETES_SERVICE_HOST']) && Boolean(env['KUBERNETES_SERVICE_PORT']);
}

/** The cluster that this pod runs in. Token and CA are read again as the kubelet renews them. */
export async function inClusterConnection(options: InClusterOptions): Promise<ClusterConnection> {
  const { env, folder = SERVICE_ACCOUNT_FOLDER, clock = systemClock } = options;
  const host = env['KUBERNETES_SERVICE_HOST'] ?? '';
  const port = env['KUBERNETES_SERVICE_PORT'] ?? '';
  if (host === '' || port === '') {
    throw new KubeError(
      'BadConfig',
      'this is no pod: KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT are not set. Give --kubeconfig.',
    );
  }
  const file = (name: string): RereadFile =>
    new RereadFile({ path: join(folder, name), field: 'in-cluster', clock });
  const token = file('token');
  await token.read();
  const ca = file('ca.crt');
  const server = new URL(`https://${isIP(host) === 6 ? `[${host}]` : host}:${port}`);
  const namespace = env['POD_NAMESPACE'] || (await readNamespace(join(folder, 'namespace')));
  const proxyUrl = proxyFromEnvironment(server, env);
  return {
    name: 'in-cluster',
    server: server.origin,
    ca: () => ca.read(),
    credentials: new FileCredentials({ token }),
    ...(namespace !== undefined && { namespace }),
    ...(proxyUrl !== undefined && { proxyUrl }),
  };
}

async function readNamespace(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim() || undefined;
  } catch {
    return undefined;
  }
}
