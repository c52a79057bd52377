import type { Duplex } from 'node:stream';
import type { Clock } from '../clock.ts';
import type { DialTarget } from '../dial-target.ts';
import { BackOff, GOOD_SESSION_MS } from '../reconnect/back-off.ts';
import { isCredentialRefusal } from '../reconnect/connect-failure.ts';
import { messageOf, TunnelError } from '../tunnel-error.ts';
import { openPeerWebSocket, type Peer } from './open-peer-web-socket.ts';
import { PeerConnection } from './peer-connection.ts';

/** Told of the connections between replicas, for logs and metrics. It must be quick and must not throw. */
export interface PeerObserver {
  readonly connected?: (event: { peerId: string }) => void;
  readonly disconnected?: (event: { peerId: string; reason: string }) => void;
  /** `isRefused`: the peer does not take the secret. */
  readonly connectFailed?: (event: {
    peerId: string;
    error: Error;
    isRefused: boolean;
    retryInMs: number;
  }) => void;
}

export interface PeerLinkOptions {
  readonly selfId: string;
  readonly peer: Peer;
  /** Asked at each connection; undefined while none is known. */
  readonly secret: () => string | undefined;
  readonly observer: PeerObserver;
  readonly clock: Clock;
  readonly random: () => number;
}

/** This replica's way to one other, by which it dials the members that the other holds. */
export class PeerLink {
  readonly #options: PeerLinkOptions;
  readonly #backOff: BackOff;
  /** The one that is used last, and those before it that still finish their streams. */
  readonly #connections = new Set<PeerConnection>();
  #current: PeerConnection | undefined;
  #usedSecret: string | undefined;
  #renewal = Promise.withResolvers<void>();

  constructor(options: PeerLinkOptions) {
    this.#options = options;
    this.#backOff = new BackOff(options.random);
  }

  hasMember(memberId: string): boolean {
    return this.#current?.hasMember(memberId) ?? false;
  }

  async dial(memberId: string, target: DialTarget, signal: AbortSignal): Promise<Duplex> {
    if (this.#current === undefined) throw new TunnelError('not-connected', 'the peer is not connected');
    return this.#current.dial(memberId, target, signal);
  }

  /** Connects anew if the secret is another by now. Streams of the old connection finish on it. */
  renew(): void {
    if (this.#current !== undefined && this.#options.secret() !== this.#usedSecret) this.#renewal.resolve();
  }

  /** Keeps connected until the signal aborts. It never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    const stop = (): void => {
      for (const connection of this.#connections) connection.destroy('no longer a peer');
    };
    signal.addEventListener('abort', stop, { once: true });
    while (!signal.aborted) {
      try {
        const connection = await this.#connect(signal);
        const closed = connection.closed.then(() => true);
        if (!(await Promise.race([closed, this.#renewal.promise.then(() => false)]))) continue;
        if (!signal.aborted) await this.#sleep(this.#backOff.nextMs(), signal);
      } catch (error) {
        if (!signal.aborted) await this.#failed(error, signal);
      }
    }
  }

  async #connect(signal: AbortSignal): Promise<PeerConnection> {
    const { selfId, peer, clock, observer } = this.#options;
    const secret = this.#options.secret();
    if (secret === undefined) throw new Error('the secret of the replicas is not known yet');
    const webSocket = await openPeerWebSocket({ peer, selfId, secret, signal });
    const connection = new PeerConnection(webSocket, clock);
    this.#connections.add(connection);
    void connection.closed.then(() => this.#connections.delete(connection));
    if (signal.aborted) connection.destroy('no longer a peer');
    await connection.ready;
    const startMs = clock.elapsed();
    this.#use(connection, secret);
    observer.connected?.({ peerId: peer.id });
    void connection.closed.then((reason) => {
      if (this.#current === connection) this.#current = undefined;
      if (clock.elapsed() - startMs >= GOOD_SESSION_MS) this.#backOff.reset();
      observer.disconnected?.({ peerId: peer.id, reason });
    });
    return connection;
  }

  #use(connection: PeerConnection, secret: string): void {
    this.#current?.retire();
    this.#current = connection;
    this.#usedSecret = secret;
    this.#renewal = Promise.withResolvers<void>();
    // It may have changed once more while this one connected.
    this.renew();
  }

  /** A peer is soon there again, or taken off the list; a secret that is not taken may be the moment of its rotation. */
  async #failed(cause: unknown, signal: AbortSignal): Promise<void> {
    const { peer, observer } = this.#options;
    const retryInMs = this.#backOff.nextMs();
    const error = cause instanceof Error ? cause : new Error(messageOf(cause));
    observer.connectFailed?.({ peerId: peer.id, error, isRefused: isCredentialRefusal(cause), retryInMs });
    await this.#sleep(retryInMs, signal);
  }

  async #sleep(ms: number, signal: AbortSignal): Promise<void> {
    // Only the signal ends it early, and then there is nothing left to do.
    await this.#options.clock.sleep(ms, signal).catch(() => undefined);
  }
}
