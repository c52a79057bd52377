import { delegatedSecurity, ResourceCatalogue, serveApi, type AnsweredRequest } from '@banyan/apiserver';
import type { Logger } from '@banyan/controller';
import type { CertificateAndKey, KubeClient } from '@banyan/kube';
import { auditLine, type AuditContext } from './audit/audit-line.ts';
import { withPassedCredentials } from './gateway-security.ts';
import type { MemberTunnels } from './member-tunnels.ts';
import { MemberDirectory } from './members/member-directory.ts';
import { PEERS_PATH, servePeer, withPeers, type PeerAcceptor } from './peers/serve-peers.ts';
import { ConnectionPools } from './proxy/connection-pools.ts';
import { SOCKETS_PATH } from './routing/socket-path.ts';
import { H2_PROTOCOL, serveSocket, type SocketRouteOptions } from './routing/socket-routes.ts';
import { socketResource } from './socket-resource.ts';
import { templates as templateApi } from './templates/templates.ts';
import { withdrawTemplates } from './templates/withdraw-templates.ts';

export interface GatewayOptions {
  /** The hub's own cluster. Needs what `delegatedSecurity` needs, and to watch members and their Secrets. */
  readonly parent: KubeClient;
  readonly tunnels: MemberTunnels;
  readonly host: string;
  /** 0: any that is free. */
  readonly port: number;
  readonly certificate: string;
  readonly key: string;
  /** Lets callers through who do not say who they are; in the member, too, they are nobody. Default false. */
  readonly anonymousProxy?: boolean;
  /** Hosts, or hosts with ports, behind `http/` and `https/` that would be refused: `localhost:8080`. Default none. */
  readonly allowedTargets?: readonly string[];
  /** Takes connections of other replicas at PEERS_PATH. Default: there are none. */
  readonly peers?: PeerAcceptor;
  /** Serves templates: the shadow group, and native paths below TEMPLATES_PATH. Default false. */
  readonly templates?: boolean;
  /** Gets one line of JSON for every request that concerns a member, when it is over. */
  readonly audit?: (line: string) => void;
  readonly logger: Logger;
  /** Stops it. */
  readonly signal: AbortSignal;
  readonly now?: () => Date;
}

/** The aggregated API server of `proxies.clusternet.io`. */
export interface Gateway {
  readonly port: number;
  /** Whether it knows its members: before, requests to them are answered 503. */
  readonly isReady: () => boolean;
  /** Shows another certificate to clients that come from now on. */
  readonly renewCertificate: (pair: CertificateAndKey) => void;
  /** What `signal` does, and waits until it is done. */
  readonly stop: () => Promise<void>;
}

/** Resolves when it listens. Throws if it cannot, or if the parent does not answer. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { parent, tunnels, peers, logger, now = () => new Date() } = options;
  const { host, port, certificate, key, anonymousProxy = false, allowedTargets = [] } = options;
  const ended = new AbortController();
  const signal = AbortSignal.any([options.signal, ended.signal]);
  const delegated = await delegatedSecurity({ parent, signal, now });
  const security = withPassedCredentials(peers === undefined ? delegated : withPeers(delegated));
  const onError = (err: unknown) => logger.warn({ err }, 'a watch of members or their Secrets failed');
  const members = new MemberDirectory({ hubClient: parent, onError });
  // Whoever let it in was asked when it came, and not since.
  members.onGone((id) => tunnels.disconnect(id, 'this cluster is no member any more'));
  const isSynced = syncedWith(members, signal);
  const pools = new ConnectionPools();
  const { passedWith } = security;
  const ways = { members, tunnels, pools, allowedTargets };
  const route: SocketRouteOptions = { ...ways, security, passedWith, anonymousProxy, isSynced };
  const resources = new ResourceCatalogue();
  resources.add(socketResource());
  const templates =
    options.templates === true ? templateApi({ parent, resources, security, logger, now }) : undefined;
  const following = templates?.run(signal) ?? withdraw(parent, logger, signal);
  const { clientCa } = delegated;
  const server = await serveApi({
    host,
    port,
    certificate,
    key,
    clientCa,
    // Agents come back in thousands when a network does, and by themselves: people's requests go first.
    patient: { protocol: H2_PROTOCOL },
    resources,
    security,
    healthChecks: [{ name: 'members', isWell: isSynced }],
    addPaths: (routes) => {
      routes.below(SOCKETS_PATH, (scope) => serveSocket(scope, route));
      if (peers !== undefined) routes.at(PEERS_PATH, (scope) => servePeer(scope, peers));
      templates?.addPaths(routes);
    },
    onAnswered: auditor(options, { findMember: (name) => members.find(name), now }),
    now,
    onDefect: (err) => logger.error({ err }, 'a request to the gateway failed'),
  }).catch(async (error: unknown) => {
    ended.abort();
    await Promise.all([members.close(), pools.close()]);
    throw error;
  });
  const stop = once(async () => {
    ended.abort();
    await Promise.all([server.stop(), members.close(), pools.close(), following]);
  });
  options.signal.addEventListener('abort', () => void stop(), { once: true });
  const renewCertificate = (pair: CertificateAndKey) => server.renewCertificate(pair);
  return { port: server.port, isReady: isSynced, renewCertificate, stop };
}

function syncedWith(members: MemberDirectory, signal: AbortSignal): () => boolean {
  let isSynced = false;
  members.waitForSync(signal).then(
    () => (isSynced = true),
    // It stops before it has begun.
    () => {},
  );
  return () => isSynced;
}

async function withdraw(parent: KubeClient, logger: Logger, signal: AbortSignal): Promise<void> {
  try {
    await withdrawTemplates(parent, signal);
  } catch (err) {
    if (!signal.aborted)
      logger.warn({ err }, 'the API groups of templates are still known, and nobody answers for them');
  }
}

function auditor(
  { audit, logger }: Pick<GatewayOptions, 'audit' | 'logger'>,
  context: AuditContext,
): (answered: AnsweredRequest) => void {
  if (audit === undefined) return () => {};
  return (answered) => {
    try {
      const line = auditLine(answered, context);
      if (line !== undefined) audit(line);
    } catch (err) {
      logger.error({ err }, 'a request was not written down');
    }
  };
}

function once(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => (running ??= run());
}
