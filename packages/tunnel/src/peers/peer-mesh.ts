import type { Duplex } from 'node:stream';
import { systemClock, type Clock } from '../clock.ts';
import type { DialTarget } from '../dial-target.ts';
import { acceptWebSocket, offersH2, refuseUpgrade, type Upgrade } from '../hub/accept-web-socket.ts';
import type { PeerRoutes, TunnelHub } from '../hub/tunnel-hub.ts';
import { isTunnelError, TunnelError } from '../tunnel-error.ts';
import type { Peer } from './open-peer-web-socket.ts';
import { PeerLink, type PeerObserver } from './peer-link.ts';
import { PeerServer } from './peer-server.ts';
import { showsSecret } from './peer-secret.ts';

export interface PeerMeshOptions {
  readonly hub: TunnelHub;
  /** Of this replica. It may be among the peers; it does not connect to itself. */
  readonly id: string;
  /**
   * The valid secrets: the first is shown to peers, each is taken from them. To rotate without a gap: append the new
   * one everywhere, then put it first everywhere, then drop the old one. Asked at each connection.
   */
  readonly secrets: () => readonly string[];
  readonly observer?: PeerObserver;
  readonly clock?: Clock;
  readonly random?: () => number;
}

interface RunningLink {
  readonly peer: Peer;
  readonly link: PeerLink;
  readonly stop: () => void;
}

/** Joins the replicas of a hub: each learns which members the others hold, and dials through them, one hop at most. */
export class PeerMesh implements PeerRoutes {
  readonly #options: PeerMeshOptions;
  readonly #clock: Clock;
  readonly #links = new Map<string, RunningLink>();
  /** With what each has shown. */
  readonly #servers = new Map<PeerServer, string | undefined>();
  #peers: readonly Peer[] = [];
  #isRunning = false;

  constructor(options: PeerMeshOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  /** Makes the hub dial through peers until the signal aborts; then every connection to and from them is cut. */
  async run(signal: AbortSignal): Promise<void> {
    const { hub } = this.#options;
    this.#isRunning = true;
    hub.usePeers(this);
    this.setPeers(this.#peers);
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    this.#isRunning = false;
    hub.usePeers(undefined);
    for (const id of this.#links.keys()) this.#drop(id);
    for (const server of this.#servers.keys()) server.destroy('the hub is stopping');
  }

  /**
   * All that there are now; to be called when the secrets have changed, too. One that changed is connected anew, the
   * members of one that went are gone at once, and who has shown a secret that is not valid any more is cut off.
   */
  setPeers(peers: readonly Peer[]): void {
    this.#peers = peers;
    if (!this.#isRunning) return;
    this.#dropStale();
    const wanted = new Map(peers.filter(({ id }) => id !== this.#options.id).map((peer) => [peer.id, peer]));
    for (const [id, { peer }] of this.#links) {
      const now = wanted.get(id);
      if (now === undefined || !isSame(now, peer)) this.#drop(id);
    }
    for (const { link } of this.#links.values()) link.renew();
    for (const peer of wanted.values()) if (!this.#links.has(peer.id)) this.#start(peer);
  }

  /** Takes the upgrade request of whoever shows a secret; others are answered by 401. */
  accept(upgrade: Upgrade): void {
    const { request, socket } = upgrade;
    const { hub, secrets } = this.#options;
    if (!this.#isRunning) {
      refuseUpgrade(socket, 503, 'this hub is stopping');
    } else if (!showsSecret(request.headers.authorization, secrets())) {
      refuseUpgrade(socket, 401, 'not the secret of this hub');
    } else if (!offersH2(request)) {
      refuseUpgrade(socket, 400, 'peers need the WebSocket subprotocol banyan.h2.v1');
    } else {
      acceptWebSocket(upgrade, (webSocket) => {
        const onClosed = (): void => void this.#servers.delete(server);
        const server: PeerServer = new PeerServer({ hub, webSocket, clock: this.#clock, onClosed });
        this.#servers.set(server, request.headers.authorization);
      });
    }
  }

  readonly hasMember = (memberId: string): boolean =>
    this.#links.values().some(({ link }) => link.hasMember(memberId));

  /** By the first peer that still has it. */
  readonly dial = async (memberId: string, target: DialTarget, signal: AbortSignal): Promise<Duplex> => {
    let failure = new TunnelError('not-connected', `the agent of ${memberId} is not connected`);
    for (const { link } of this.#links.values()) {
      if (!link.hasMember(memberId)) continue;
      try {
        return await link.dial(memberId, target, signal);
      } catch (error) {
        const isGone = isTunnelError(error, 'not-connected') || isTunnelError(error, 'closed');
        if (!isGone) throw error;
        failure = error;
      }
    }
    throw failure;
  };

  #start(peer: Peer): void {
    const { id: selfId, secrets, observer = {}, random = Math.random } = this.#options;
    const secret = (): string | undefined => secrets()[0];
    const link = new PeerLink({ selfId, peer, secret, observer, clock: this.#clock, random });
    const stopping = new AbortController();
    this.#links.set(peer.id, { peer, link, stop: () => stopping.abort() });
    void link.run(stopping.signal);
  }

  #dropStale(): void {
    const secrets = this.#options.secrets();
    for (const [server, authorization] of this.#servers) {
      if (!showsSecret(authorization, secrets)) server.destroy('its secret is not valid any more');
    }
  }

  #drop(id: string): void {
    this.#links.get(id)?.stop();
    this.#links.delete(id);
  }
}

function isSame(a: Peer, b: Peer): boolean {
  return a.url === b.url && a.ca === b.ca && a.serverName === b.serverName;
}
