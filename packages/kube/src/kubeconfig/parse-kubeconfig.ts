import { dirname, resolve, sep } from 'node:path';
import { parse } from 'yaml';
import { KubeError } from '../errors/kube-error.ts';
import { FieldReader } from './field-reader.ts';
import type {
  ExecConfig,
  Kubeconfig,
  KubeconfigCluster,
  KubeconfigContext,
  KubeconfigUser,
} from './kubeconfig.ts';

const EXEC_EXTENSION = 'client.authentication.k8s.io/exec';

/**
 * Reads one kubeconfig, YAML or JSON. `origin` is the file's path, for messages and for the relative paths in
 * it, or any name if the text comes from elsewhere. Fields that we do not know are passed over.
 */
export function parseKubeconfig(text: string, origin: string): Kubeconfig {
  const file = new FieldReader(parseYaml(text, origin), origin);
  return {
    origin,
    currentContext: file.text('current-context'),
    contexts: named(file.children('contexts'), (entry) => contextOf(entry.child('context'), origin)),
    clusters: named(file.children('clusters'), (entry) => clusterOf(entry.child('cluster'), origin)),
    users: named(file.children('users'), (entry) => userOf(entry.child('user'), origin)),
  };
}

/** YAML 1.1, as kubectl reads it: `yes` is true. */
function parseYaml(text: string, origin: string): unknown {
  try {
    return parse(text, { version: '1.1', uniqueKeys: false });
  } catch (cause) {
    const words = cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : String(cause);
    // Without the cause: it shows the lines around the mistake, and those may be secrets.
    throw new KubeError('BadConfig', `${origin}: not YAML: ${words}`);
  }
}

/** Of several entries with one name the first counts. */
function named<T>(entries: readonly FieldReader[], read: (entry: FieldReader) => T): Map<string, T> {
  const byName = new Map<string, T>();
  for (const entry of entries) {
    const name = entry.text('name') ?? '';
    if (!byName.has(name)) byName.set(name, read(entry));
  }
  return byName;
}

function contextOf(context: FieldReader, origin: string): KubeconfigContext {
  return {
    origin,
    cluster: context.text('cluster'),
    user: context.text('user'),
    namespace: context.text('namespace'),
  };
}

function clusterOf(cluster: FieldReader, origin: string): KubeconfigCluster {
  const extensions = cluster.children('extensions');
  return {
    origin,
    server: cluster.text('server'),
    certificateAuthority: pathIn(origin, cluster.text('certificate-authority')),
    certificateAuthorityData: cluster.data('certificate-authority-data'),
    tlsServerName: cluster.text('tls-server-name'),
    insecureSkipTlsVerify: cluster.flag('insecure-skip-tls-verify'),
    proxyUrl: cluster.text('proxy-url'),
    disableCompression: cluster.flag('disable-compression'),
    execExtension: extensions.find((entry) => entry.text('name') === EXEC_EXTENSION)?.raw('extension'),
  };
}

function userOf(user: FieldReader, origin: string): KubeconfigUser {
  return {
    origin,
    token: user.text('token'),
    tokenFile: pathIn(origin, user.text('tokenFile')),
    clientCertificate: pathIn(origin, user.text('client-certificate')),
    clientCertificateData: user.data('client-certificate-data'),
    clientKey: pathIn(origin, user.text('client-key')),
    clientKeyData: user.data('client-key-data'),
    username: user.text('username'),
    password: user.text('password'),
    impersonate: user.text('as'),
    impersonateUid: user.text('as-uid'),
    impersonateGroups: user.texts('as-groups'),
    impersonateExtra: user.textLists('as-user-extra'),
    authProvider: user.has('auth-provider')
      ? (user.child('auth-provider').text('name') ?? 'unnamed')
      : undefined,
    exec: user.has('exec') ? execOf(user.child('exec'), origin) : undefined,
  };
}

function execOf(exec: FieldReader, origin: string): ExecConfig {
  const command = exec.text('command');
  return {
    apiVersion: exec.text('apiVersion'),
    // A bare name is looked up in PATH; with a slash it is a path like the others.
    command: command?.includes(sep) === true ? pathIn(origin, command) : command,
    args: exec.texts('args'),
    env: exec.children('env').map((entry) => ({
      name: entry.text('name') ?? '',
      value: entry.text('value') ?? '',
    })),
    installHint: exec.text('installHint'),
    provideClusterInfo: exec.flag('provideClusterInfo'),
    interactiveMode: exec.text('interactiveMode'),
  };
}

function pathIn(origin: string, path: string | undefined): string | undefined {
  return path === undefined ? undefined : resolve(dirname(origin), path);
}
