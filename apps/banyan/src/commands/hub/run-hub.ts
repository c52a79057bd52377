import { MetricsRegistry, type Logger } from '@banyan/controller';
import { KubeClient } from '@banyan/kube';
import { installHub } from '@banyan/membership';
import { TunnelHub } from '@banyan/tunnel';
import manifest from '../../../package.json' with { type: 'json' };
import { reportReady } from '../program/child-program.ts';
import { gatesFlag } from '../program/gates-flag.ts';
import { loggerOf } from '../program/log-flags.ts';
import { observeProcess } from '../program/observed-process.ts';
import { aborted } from '../program/stop-signal.ts';
import { openAuditLog } from './audit-log.ts';
import { startGatewayPart, type GatewayPart } from './gateway-part.ts';
import type { HubFlags } from './hub-flags.ts';
import { PeersPart, peerUrl } from './peers-part.ts';
import { openParent, type ParentCluster } from './parent-cluster.ts';
import { startWork } from './start-work.ts';
import { withTunnelLog } from './tunnel-log.ts';
import { tunnelMetrics } from './tunnel-metrics.ts';
import { waitForParent } from './wait-for-parent.ts';

const USUAL_SECURE_PORT = 8443;
/** Agents that are asked to move spread over five seconds; a pod has thirty to end. */
const MAX_DRAIN_MS = 8_000;
/** As many as a replica has Leases: none of them waits for another. */
const LEASE_CONNECTIONS = 12;

/** Runs a hub until the signal aborts, or until it cannot go on. */
export async function runHub(flags: HubFlags, signal: AbortSignal): Promise<void> {
  const logger = loggerOf(flags.log, 'hub');
  const parent = await openParent(flags, { logger, signal });
  const userAgent = `banyan-hub/${manifest.version}`;
  const leaseClient = new KubeClient(parent.connection, { userAgent, maxConnections: LEASE_CONNECTIONS });
  const hubClient = new KubeClient(parent.connection, {
    userAgent,
    ...(flags.qps !== undefined && { qps: flags.qps }),
    ...(flags.burst !== undefined && { burst: flags.burst }),
  });
  const ending = new AbortController();
  const end = () => ending.abort();
  // While it starts, a stop is the end; once it serves, agents are sent elsewhere first.
  signal.addEventListener('abort', end, { once: true });
  const serving = () => signal.removeEventListener('abort', end);
  try {
    await serveHub({
      flags,
      parent,
      hubClient,
      leaseClient,
      logger,
      signal: ending.signal,
      asked: signal,
      end,
      serving,
    });
  } finally {
    ending.abort();
    await Promise.all([hubClient.close(), leaseClient.close()]);
    await parent.stop();
  }
}

interface HubSetting {
  readonly flags: HubFlags;
  readonly parent: ParentCluster;
  readonly hubClient: KubeClient;
  readonly leaseClient: KubeClient;
  readonly logger: Logger;
  /** The end of everything. */
  readonly signal: AbortSignal;
  /** Aborts `signal`. */
  readonly end: () => void;
  /** A person, or the system, asks it to stop. */
  readonly asked: AbortSignal;
  /** From now on `asked` does not abort `signal` by itself. */
  readonly serving: () => void;
}

async function serveHub(setting: HubSetting): Promise<void> {
  const { flags, parent, hubClient, logger, signal } = setting;
  await waitForParent(hubClient, { logger, signal });
  if (installs(setting)) await installHub({ hubClient, signal });
  // Whatever has been started is stopped, the last first.
  await using parts = new AsyncDisposableStack();
  const registry = new MetricsRegistry();
  const onAuditError = (err: unknown) => logger.error({ err }, 'the audit log cannot be written');
  const audit = await openAuditLog(flags.auditLog, onAuditError);
  parts.defer(audit.close);
  const tunnels = new TunnelHub({ observer: withTunnelLog(logger, tunnelMetrics(registry)) });
  parts.defer(() => tunnels.close());
  const gateway = flags.roles.has('gateway')
    ? await startGatewayAndPeers(setting, { tunnels, registry, audit: audit.write })
    : undefined;
  parts.defer(async () => gateway?.stop());
  const working = startWork({
    ...setting,
    tunnels,
    registry,
    tunnelCa: flags.tunnelAddress === undefined ? undefined : gateway?.caBundle,
    installs: installs(setting),
  });
  parts.defer(async () => {
    setting.end();
    await working.ended;
  });
  const observed = await observeProcess({
    registry,
    host: bindAddress(setting),
    port: flags.metricsPort,
    checks: [
      {
        name: 'gateway',
        problem: () => (gateway?.isReady() === false ? 'members are not read yet' : undefined),
      },
      { name: 'controllers', problem: working.problem },
    ],
  });
  parts.defer(observed.stop);
  const ports = { gatewayPort: gateway?.port, metricsPort: observed.port };
  logger.info({ ...ports, parent: parent.connection.server }, 'hub started');
  reportReady({ ...ports, server: parent.connection.server });
  setting.serving();
  await Promise.race([aborted(setting.asked), aborted(signal), parent.broken]);
  if (!signal.aborted && gateway?.hasPeers() === true) await tunnels.drain(AbortSignal.timeout(MAX_DRAIN_MS));
}

/** A pod has the rights that its manifests give it, and those brought the rest. */
function installs({ flags, parent }: HubSetting): boolean {
  return flags.install ?? !parent.isOwnPod;
}

interface GatewaySurroundings {
  readonly tunnels: TunnelHub;
  readonly registry: MetricsRegistry;
  readonly audit: ((line: string) => void) | undefined;
}

async function startGatewayAndPeers(
  setting: HubSetting,
  { tunnels, registry, audit }: GatewaySurroundings,
): Promise<GatewayPart & { hasPeers: () => boolean }> {
  const { flags, parent, hubClient, leaseClient, logger, signal } = setting;
  const usualPort = flags.embedded === undefined ? USUAL_SECURE_PORT : 0;
  const host = bindAddress(setting);
  const peers = new PeersPart({ leaseClient, tunnels, registry, logger });
  const gateway = await startGatewayPart({
    hubClient,
    tunnels,
    peers: peers.mesh,
    host,
    port: flags.securePort ?? usualPort,
    gatewayHost: flags.gatewayHost ?? (parent.isOwnPod ? undefined : 'localhost'),
    urls: flags.tunnelAddress === undefined ? [] : [flags.tunnelAddress],
    anonymousProxy: flags.anonymousProxy,
    templates: gatesFlag(flags.featureGates).ShadowAPI,
    install: installs(setting),
    audit,
    logger,
    signal,
  });
  const { port, caBundle: ca } = gateway;
  const running = peers.run({ url: peerUrl({ told: flags.peerAddress, bound: host, port }), ca }, signal);
  running.catch((err: unknown) => logger.error({ err }, 'other replicas are no longer followed'));
  return {
    ...gateway,
    hasPeers: () => peers.areThere(),
    stop: async () => {
      await gateway.stop();
      await running.catch(() => {});
    },
  };
}

function bindAddress({ flags, parent }: HubSetting): string {
  return flags.bindAddress ?? (parent.isOwnPod ? '0.0.0.0' : '127.0.0.1');
}
