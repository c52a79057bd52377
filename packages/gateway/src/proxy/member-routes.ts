import { createHash } from 'node:crypto';
import { rootCertificates } from 'node:tls';
import {
  kubeconfigConnection,
  parseKubeconfig,
  type ClusterConnection,
  type Credentials,
} from '@banyan/kube';
import { badGateway, badRequest, notReachable } from '../gateway-errors.ts';
import type { MemberTunnels } from '../member-tunnels.ts';
import type { Member } from '../members/member.ts';
import type { SocketPath } from '../routing/socket-path.ts';
import { targetOrigin } from './target-host.ts';

export type ProxiedPath = Extract<SocketPath, { path: string }>;

/** A way to something in a member's network. */
export interface MemberRoute {
  /** Equal for requests that may share connections, apart from the credentials that these are made with. */
  readonly key: string;
  /** Whether the hub's own credential of the member may be sent there. */
  readonly isApiServer: boolean;
  /** Throws 502 or 503 for what the hub knows of the member and cannot use. */
  readonly connection: () => ClusterConnection;
}

export interface RouteOptions {
  readonly tunnels: Pick<MemberTunnels, 'dial'>;
  readonly allowedTargets: readonly string[];
}

/** Of the API server of a member, made once: it is asked for at every request. */
const apiServerKeys = new WeakMap<Member, string>();

/** Finds the way. Throws 400 and 403 for a target that is none, 503 for a member of which too little is known. */
export function routeTo(member: Member, path: ProxiedPath, options: RouteOptions): MemberRoute {
  const { access } = member;
  if (path.type !== 'direct') return toService(member, path, options);
  if (access.type === 'kubeconfig') return byKubeconfig(member, access.kubeconfig);
  const { apiServerUrl, ca } = access;
  if (apiServerUrl === '')
    throw notReachable(`${said(member)}: its agent has not said yet where its API server is`);
  const dial = dialTo(member, options);
  const trust = { ...(ca !== undefined && { ca }), insecureSkipTlsVerify: member.isInsecure };
  return {
    key: apiServerKey(member, apiServerUrl, ca ?? '', String(member.isInsecure)),
    isApiServer: true,
    connection: () => secure(member, { name: member.name, server: apiServerUrl, ...trust, dial }),
  };
}

/** How messages name a member. */
export function said({ name, id }: Member): string {
  return `member "${name}" (${id})`;
}

function toService(
  member: Member,
  { type, host }: Extract<ProxiedPath, { host: string }>,
  options: RouteOptions,
): MemberRoute {
  const { access, name, id } = member;
  const { origin } = targetOrigin(type, host, options.allowedTargets);
  if (access.type === 'kubeconfig')
    throw badRequest(`${said(member)} has no agent that could reach ${host}; only proxy/direct leads to it`);
  const { ca } = access;
  return {
    key: keyOf(id, origin, type === 'https' ? (ca ?? '') : ''),
    isApiServer: false,
    // What a member runs may have a certificate of the member's own authority, or one that everybody trusts.
    connection: () => ({
      name,
      server: origin,
      ...(ca !== undefined && { ca: [...rootCertificates, ca].join('\n') }),
      dial: dialTo(member, options),
    }),
  };
}

function byKubeconfig(member: Member, kubeconfig: string | undefined): MemberRoute {
  if (kubeconfig === undefined)
    throw notReachable(
      `${said(member)}: the Secret member-kubeconfig is missing in namespace ${member.namespace}`,
    );
  return {
    key: apiServerKey(member, 'kubeconfig', kubeconfig),
    isApiServer: true,
    connection: () => secure(member, readKubeconfig(member, kubeconfig)),
  };
}

function readKubeconfig(member: Member, text: string): ClusterConnection {
  try {
    const config = parseKubeconfig(text, `Secret ${member.namespace}/member-kubeconfig`);
    return kubeconfigConnection(config, { env: {}, trusted: false });
  } catch (error) {
    throw badGateway(`${said(member)}: its kubeconfig is of no use: ${(error as Error).message}`, error);
  }
}

/** Credentials would be there for all to read. */
function secure(member: Member, connection: ClusterConnection): ClusterConnection {
  if (URL.parse(connection.server)?.protocol === 'https:') return connection;
  throw badGateway(`${said(member)}: its API server's address is not an https URL`);
}

function dialTo({ id }: Member, { tunnels }: RouteOptions): NonNullable<ClusterConnection['dial']> {
  return (host, port, signal) => tunnels.dial(id, { host, port }, signal);
}

function apiServerKey(member: Member, ...parts: readonly string[]): string {
  const key = apiServerKeys.get(member) ?? keyOf(member.id, ...parts);
  apiServerKeys.set(member, key);
  return key;
}

/** Credentials stand in no key: a dump of them gives nothing away. */
export function credentialsKey({ token, clientCertificate }: Credentials): string {
  return keyOf(token ?? '', clientCertificate?.cert ?? '', clientCertificate?.key ?? '');
}

function keyOf(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64');
}
