import { systemClock, type Clock } from '../client/clock.ts';
import { withoutPassword } from '../client/server-address.ts';
import { KubeError } from '../errors/kube-error.ts';
import { checkCluster, checkUser } from './check-kubeconfig.ts';
import type { ClusterConnection, Impersonation } from './cluster-connection.ts';
import { ExecCredentialCache } from './exec-credential-cache.ts';
import type { Kubeconfig, KubeconfigCluster, KubeconfigContext, KubeconfigUser } from './kubeconfig.ts';
import { loadKubeconfig, type KubeconfigLocation } from './load-kubeconfig.ts';
import { proxyFromEnvironment } from './proxy-from-environment.ts';
import { RereadFile } from './reread-file.ts';
import { userCredentials } from './user-credentials.ts';

export interface ConnectionOptions {
  /** As `--context`. Default: the current context. */
  readonly context?: string;
  /** Asked for the proxy variables, and handed to exec plugins. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /**
   * False for a kubeconfig that someone else wrote (one out of a Secret): it may then name no file and no
   * program of this machine. Default true.
   */
  readonly trusted?: boolean;
  /** A person sits in front of us: exec plugins may ask them. Default false. */
  readonly isTerminal?: boolean;
  readonly clock?: Clock;
  readonly execCache?: ExecCredentialCache;
}

const sharedExecCache = new ExecCredentialCache();

/** Finds and reads the kubeconfig as kubectl does, and makes the connection of one of its contexts. */
export async function loadConnection(
  options: KubeconfigLocation & ConnectionOptions,
): Promise<ClusterConnection> {
  return kubeconfigConnection(await loadKubeconfig(options), options);
}

/** The connection of a context. Files and plugins that it names are looked at when it is used, not before. */
export function kubeconfigConnection(config: Kubeconfig, options: ConnectionOptions): ClusterConnection {
  const { name, context, cluster, user } = chosenEntries(config, options.context);
  if (options.trusted === false) refuseLocal(name, cluster, user);
  const server = serverUrl(name, cluster);
  const clock = options.clock ?? systemClock;
  const ca = caOf(context.cluster ?? '', cluster, clock);
  const proxyUrl = cluster.proxyUrl ?? proxyFromEnvironment(server, options.env);
  const impersonate = user === undefined ? undefined : impersonationOf(user);
  const credentials =
    user === undefined
      ? undefined
      : userCredentials({
          name: context.user ?? '',
          user,
          cluster,
          server,
          ca,
          env: options.env,
          clock,
          isTerminal: options.isTerminal ?? false,
          execCache: options.execCache ?? sharedExecCache,
        });
  return {
    name,
    server: server.href.replace(/\/$/, ''),
    ...(context.namespace !== undefined && { namespace: context.namespace }),
    ...(ca !== undefined && { ca }),
    ...(cluster.tlsServerName !== undefined && { tlsServerName: cluster.tlsServerName }),
    ...(cluster.insecureSkipTlsVerify && { insecureSkipTlsVerify: true }),
    ...(credentials !== undefined && { credentials }),
    ...(impersonate !== undefined && { impersonate }),
    ...(proxyUrl !== undefined && { proxyUrl }),
    ...(cluster.disableCompression && { disableCompression: true }),
  };
}

interface ChosenEntries {
  readonly name: string;
  readonly context: KubeconfigContext;
  readonly cluster: KubeconfigCluster;
  readonly user: KubeconfigUser | undefined;
}

function chosenEntries(config: Kubeconfig, wanted: string | undefined): ChosenEntries {
  const name = wanted ?? config.currentContext;
  if (name === undefined) {
    throw new KubeError('BadConfig', `${config.origin}: current-context is not set. ${contextsOf(config)}`);
  }
  const context = config.contexts.get(name);
  if (context === undefined) {
    throw new KubeError(
      'BadConfig',
      `${config.origin}: context "${name}" does not exist. ${contextsOf(config)}`,
    );
  }
  const cluster = config.clusters.get(context.cluster ?? '');
  if (cluster === undefined) {
    const words = `context "${name}": cluster "${context.cluster ?? ''}" does not exist`;
    throw new KubeError('BadConfig', `${context.origin}: ${words}`);
  }
  const user = config.users.get(context.user ?? '');
  if (user === undefined && context.user !== undefined) {
    throw new KubeError(
      'BadConfig',
      `${context.origin}: context "${name}": user "${context.user}" does not exist`,
    );
  }
  checkCluster(context.cluster ?? '', cluster);
  if (user !== undefined) checkUser(context.user ?? '', user);
  return { name, context, cluster, user };
}

function contextsOf(config: Kubeconfig): string {
  const names = [...config.contexts.keys()];
  return names.length === 0 ? 'It has no contexts.' : `There are: ${names.join(', ')}.`;
}

/** Without a scheme it is plain http, even beside a CA: so kubectl takes it. No credentials are sent then. */
function serverUrl(context: string, cluster: KubeconfigCluster): URL {
  const server = cluster.server ?? '';
  const url = URL.parse(server.includes('://') ? server : `http://${server}`);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new KubeError(
      'BadConfig',
      `${cluster.origin}: context "${context}": server "${withoutPassword(server)}" is not an http(s) URL`,
    );
  }
  url.search = '';
  url.hash = '';
  return url;
}

function caOf(name: string, cluster: KubeconfigCluster, clock: Clock): ClusterConnection['ca'] {
  if (cluster.certificateAuthorityData !== undefined) return cluster.certificateAuthorityData;
  if (cluster.certificateAuthority === undefined) return undefined;
  const field = `${cluster.origin}: cluster "${name}": certificate-authority`;
  const file = new RereadFile({ path: cluster.certificateAuthority, field, clock });
  return () => file.read();
}

function impersonationOf(user: KubeconfigUser): Impersonation | undefined {
  if (user.impersonate === undefined) return undefined;
  return {
    user: user.impersonate,
    ...(user.impersonateUid !== undefined && { uid: user.impersonateUid }),
    groups: user.impersonateGroups,
    extra: user.impersonateExtra,
  };
}

function refuseLocal(context: string, cluster: KubeconfigCluster, user: KubeconfigUser | undefined): void {
  const named = {
    'certificate-authority': cluster.certificateAuthority,
    'client-certificate': user?.clientCertificate,
    'client-key': user?.clientKey,
    tokenFile: user?.tokenFile,
    exec: user?.exec,
  };
  const field = Object.entries(named).find(([, value]) => value !== undefined)?.[0];
  if (field === undefined) return;
  throw new KubeError(
    'BadConfig',
    `${cluster.origin}: context "${context}": ${field} names something on the machine that reads it; give the data itself`,
  );
}
