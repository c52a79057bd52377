import type { Clock } from '../client/clock.ts';
import type { ClusterConnection, CredentialSource } from './cluster-connection.ts';
import type { ExecCredentialCache } from './exec-credential-cache.ts';
import { ExecCredentials, type ExecClusterInfo } from './exec-credentials.ts';
import { FileCredentials } from './file-credentials.ts';
import type { KubeconfigCluster, KubeconfigUser } from './kubeconfig.ts';
import { RereadFile } from './reread-file.ts';

export interface UserCredentialsOptions {
  readonly name: string;
  readonly user: KubeconfigUser;
  readonly cluster: KubeconfigCluster;
  readonly server: URL;
  readonly ca: ClusterConnection['ca'];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly isTerminal: boolean;
  readonly execCache: ExecCredentialCache;
}

/** A token, a password or a certificate of the user's own is used before an exec plugin is asked, as in kubectl. */
export function userCredentials(options: UserCredentialsOptions): CredentialSource | undefined {
  const { user } = options;
  const file = (path: string, field: string): RereadFile =>
    new RereadFile({ path, field: `${owner(options)}: ${field}`, clock: options.clock });
  const token = user.tokenFile === undefined ? user.token : file(user.tokenFile, 'tokenFile');
  const cert =
    user.clientCertificate === undefined
      ? user.clientCertificateData
      : file(user.clientCertificate, 'client-certificate');
  const key = user.clientKey === undefined ? user.clientKeyData : file(user.clientKey, 'client-key');
  const basic =
    user.username === undefined && user.password === undefined
      ? undefined
      : { username: user.username ?? '', password: user.password ?? '' };
  if (token === undefined && cert === undefined && basic === undefined) return execSource(options);
  return new FileCredentials({
    ...(token !== undefined && { token }),
    ...(basic !== undefined && { basic }),
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
  });
}

function execSource(options: UserCredentialsOptions): CredentialSource | undefined {
  const { user, cluster, env, clock, isTerminal } = options;
  const { exec } = user;
  if (exec === undefined) return undefined;
  return options.execCache.get(
    user,
    cluster,
    env,
    () =>
      new ExecCredentials({
        exec,
        cluster: () => execClusterInfo(options),
        owner: owner(options),
        env,
        clock,
        isTerminal,
      }),
  );
}

async function execClusterInfo({ cluster, server, ca }: UserCredentialsOptions): Promise<ExecClusterInfo> {
  const pem = typeof ca === 'function' ? await ca() : ca;
  return {
    server: server.href.replace(/\/$/, ''),
    ...(cluster.tlsServerName !== undefined && { 'tls-server-name': cluster.tlsServerName }),
    ...(cluster.insecureSkipTlsVerify && { 'insecure-skip-tls-verify': true }),
    ...(pem !== undefined && { 'certificate-authority-data': Buffer.from(pem).toString('base64') }),
    ...(cluster.proxyUrl !== undefined && { 'proxy-url': cluster.proxyUrl }),
    ...(cluster.disableCompression && { 'disable-compression': true }),
    config: cluster.execExtension ?? null,
  };
}

function owner({ name, user }: UserCredentialsOptions): string {
  return `${user.origin}: user "${name}"`;
}
