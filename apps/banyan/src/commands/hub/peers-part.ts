import { randomBytes } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { SYSTEM_NAMESPACE } from '@banyan/api/clusternet';
import { systemClock, type Logger, type MetricsRegistry } from '@banyan/controller';
import { PeerDirectory, PEERS_PATH } from '@banyan/gateway';
import type { KubeClient } from '@banyan/kube';
import { PeerMesh, type PeerObserver, type TunnelHub } from '@banyan/tunnel';
import { SERVICE_HOST } from './gateway-part.ts';

const SECRET_BYTES = 32;

export interface PeersPartOptions {
  readonly leaseClient: KubeClient;
  readonly tunnels: TunnelHub;
  readonly registry: MetricsRegistry;
  readonly logger: Logger;
}

/** The other replicas of this hub: agents are connected to one of them, callers come to any. */
export class PeersPart {
  readonly mesh: PeerMesh;
  readonly #options: PeersPartOptions;
  readonly #id = randomBytes(5).toString('hex');
  #directory: PeerDirectory | undefined;

  constructor(options: PeersPartOptions) {
    const { tunnels: hub, registry, logger } = options;
    this.#options = options;
    const observer = peerObserver(registry, logger);
    this.mesh = new PeerMesh({
      hub,
      id: this.#id,
      secrets: () => this.#directory?.secrets() ?? [],
      observer,
    });
  }

  /** Whether another replica is known. */
  areThere(): boolean {
    return this.#directory?.peers().some(({ id }) => id !== this.#id) ?? false;
  }

  /** Until the signal aborts. `url` and `ca`: how others reach this replica's gateway. */
  async run({ url, ca }: { url: string; ca: string }, signal: AbortSignal): Promise<void> {
    const { leaseClient, logger } = this.#options;
    const directory = new PeerDirectory({
      hubClient: leaseClient,
      namespace: SYSTEM_NAMESPACE,
      self: {
        id: this.#id,
        url: `${url.replace(/^https:/, 'wss:')}${PEERS_PATH}`,
        ca,
        serverName: SERVICE_HOST,
      },
      clock: systemClock,
      random: () => randomBytes(SECRET_BYTES).toString('base64url'),
      logger,
    });
    this.#directory = directory;
    directory.onChange(() => this.mesh.setPeers(directory.peers()));
    await Promise.all([this.mesh.run(signal), directory.run(signal)]);
  }
}

/** Where other replicas reach this one: as told, else by the address of its pod or, on one machine, by loopback. */
export function peerUrl(
  { told, bound, port }: { told: string | undefined; bound: string; port: number },
  addresses = networkInterfaces(),
): string {
  const isAny = bound === '0.0.0.0' || bound === '::';
  const own = Object.values(addresses)
    .flatMap((list) => list ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4')?.address;
  const host = told ?? (isAny ? (own ?? '127.0.0.1') : bound);
  return `https://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

function peerObserver(registry: MetricsRegistry, logger: Logger): PeerObserver {
  const links = registry.gauge({
    name: 'banyan_hub_peers',
    help: 'Other replicas that this one is connected to.',
  });
  links.set(0);
  return {
    connected: (event) => {
      links.add(1);
      logger.info(event, 'connected to another replica');
    },
    disconnected: (event) => {
      links.add(-1);
      logger.info(event, 'the connection to another replica has ended');
    },
    connectFailed: ({ peerId, error: err, isRefused, retryInMs }) =>
      logger.warn(
        { peerId, err, isRefused, retryInMs: Math.round(retryInMs) },
        'another replica is not reached',
      ),
  };
}
