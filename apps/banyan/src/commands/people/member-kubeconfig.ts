import { TEMPLATES_PATH } from '@banyan/api/banyan';
import type { Kubeconfig, KubeconfigCluster, KubeconfigUser } from '@banyan/kube';

export interface MemberAddress {
  readonly name: string;
  readonly clusterId: string;
}

/** The entries of a kubeconfig, as they stand in the file. */
export interface KubeconfigEntries {
  readonly clusterName: string;
  readonly cluster: Record<string, unknown>;
  readonly userName: string;
  readonly user: Record<string, unknown>;
  /** Of the context, if it has one. */
  readonly namespace?: string;
}

/** Where a member's API is, through the hub. */
export function proxyUrl(hubServer: string, clusterId: string): string {
  return `${hubServer.replace(/\/+$/, '')}/apis/proxies.clusternet.io/v1alpha1/sockets/${clusterId}/proxy/direct`;
}

/** A member's entries: the hub's own, but for the address. */
export function memberEntries(
  config: Kubeconfig,
  contextName: string,
  { name, clusterId }: MemberAddress,
): KubeconfigEntries {
  return entriesThroughHub(config, contextName, { name, url: (server) => proxyUrl(server, clusterId) });
}

/** Those of the hub's templates, under their native paths, in the namespace that one is in at the hub. */
export function templateEntries(config: Kubeconfig, contextName: string, name: string): KubeconfigEntries {
  const url = (server: string) => `${server.replace(/\/+$/, '')}${TEMPLATES_PATH}`;
  const namespace = config.contexts.get(contextName)?.namespace;
  const entries = entriesThroughHub(config, contextName, { name, url });
  return { ...entries, ...(namespace !== undefined && { namespace }) };
}

function entriesThroughHub(
  config: Kubeconfig,
  contextName: string,
  { name, url }: { readonly name: string; readonly url: (hubServer: string) => string },
): KubeconfigEntries {
  const context = config.contexts.get(contextName);
  const cluster = config.clusters.get(context?.cluster ?? '');
  const user = config.users.get(context?.user ?? '');
  if (cluster?.server === undefined) throw new Error(`context "${contextName}" names no server`);
  return {
    clusterName: name,
    cluster: { ...clusterFields(cluster), server: url(cluster.server) },
    userName: context?.user ?? contextName,
    user: user === undefined ? {} : userFields(user),
  };
}

/** A whole kubeconfig with one context, named after the member. */
export function memberKubeconfig(entries: KubeconfigEntries): object {
  const { clusterName, cluster, userName, user, namespace } = entries;
  const context = { cluster: clusterName, user: userName, ...(namespace !== undefined && { namespace }) };
  return {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': clusterName,
    clusters: [{ name: clusterName, cluster }],
    contexts: [{ name: clusterName, context }],
    users: [{ name: userName, user }],
  };
}

function clusterFields(cluster: KubeconfigCluster): Record<string, unknown> {
  return withoutUndefined({
    'certificate-authority': cluster.certificateAuthority,
    'certificate-authority-data': base64(cluster.certificateAuthorityData),
    'tls-server-name': cluster.tlsServerName,
    'insecure-skip-tls-verify': cluster.insecureSkipTlsVerify || undefined,
    'proxy-url': cluster.proxyUrl,
    'disable-compression': cluster.disableCompression || undefined,
    extensions:
      cluster.execExtension === undefined
        ? undefined
        : [{ name: 'client.authentication.k8s.io/exec', extension: cluster.execExtension }],
  });
}

function userFields(user: KubeconfigUser): Record<string, unknown> {
  const { exec, impersonateGroups: groups, impersonateExtra: extra } = user;
  return withoutUndefined({
    token: user.token,
    tokenFile: user.tokenFile,
    'client-certificate': user.clientCertificate,
    'client-certificate-data': base64(user.clientCertificateData),
    'client-key': user.clientKey,
    'client-key-data': base64(user.clientKeyData),
    username: user.username,
    password: user.password,
    as: user.impersonate,
    'as-uid': user.impersonateUid,
    'as-groups': groups.length === 0 ? undefined : groups,
    'as-user-extra': Object.keys(extra).length === 0 ? undefined : extra,
    exec: exec && {
      apiVersion: exec.apiVersion,
      command: exec.command,
      args: exec.args,
      env: exec.env,
      provideClusterInfo: exec.provideClusterInfo,
      ...(exec.installHint !== undefined && { installHint: exec.installHint }),
      ...(exec.interactiveMode !== undefined && { interactiveMode: exec.interactiveMode }),
    },
  });
}

function base64(text: string | undefined): string | undefined {
  return text === undefined ? undefined : Buffer.from(text).toString('base64');
}

function withoutUndefined(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
