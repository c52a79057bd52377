import type { Duplex } from 'node:stream';
import { systemClock, type Clock } from '../clock.ts';
import type { DialTarget } from '../dial-target.ts';
import { RemotedialerSession } from '../remotedialer/remotedialer-session.ts';
import { reconnectSpreadMs } from '../reconnect/reconnect-spread.ts';
import { isTunnelError, messageOf, TunnelError } from '../tunnel-error.ts';
import type { TunnelObserver, TunnelProtocol } from '../tunnel-observer.ts';
import { acceptWebSocket, offersH2, refuseUpgrade, type Upgrade } from './accept-web-socket.ts';
import { H2HubSession } from './h2-hub-session.ts';
import { HubSweep } from './hub-sweep.ts';
import { DEFAULT_HUB_LIMITS, type HubLimits } from './hub-limits.ts';
import { MemberSession } from './member-session.ts';

export interface TunnelHubOptions {
  readonly observer?: TunnelObserver;
  readonly limits?: Partial<HubLimits>;
  readonly clock?: Clock;
}

/** Where a member that has no session here may be reached. */
export interface PeerRoutes {
  readonly hasMember: (memberId: string) => boolean;
  /** Rejects with a TunnelError. */
  readonly dial: (memberId: string, target: DialTarget, signal: AbortSignal) => Promise<Duplex>;
}

/** The hub's half of all tunnels. One per process. */
export class TunnelHub {
  readonly #observer: TunnelObserver;
  readonly #limits: HubLimits;
  readonly #clock: Clock;
  readonly #sweep: HubSweep;
  /** By member, the newest session last. No member without a session. */
  readonly #members = new Map<string, MemberSession[]>();
  readonly #listeners = new Set<(memberId: string) => void>();
  #peers: PeerRoutes | undefined;
  #isDraining = false;
  #isClosed = false;

  constructor({ observer = {}, limits = {}, clock = systemClock }: TunnelHubOptions = {}) {
    this.#observer = observer;
    this.#limits = { ...DEFAULT_HUB_LIMITS, ...limits };
    this.#clock = clock;
    const { maxBufferedBytes } = this.#limits;
    this.#sweep = new HubSweep({ clock, observer, maxBufferedBytes, spreadMs: () => this.#spreadMs() });
  }

  /**
   * Opens a byte stream in the member's network, by a session here or at a peer. Rejects with a TunnelError. The
   * signal gives up the opening; an open stream is ended by its owner.
   */
  async dial(memberId: string, target: DialTarget, signal: AbortSignal): Promise<Duplex> {
    try {
      return await this.#dialAnywhere(memberId, target, signal);
    } catch (error) {
      const failure = asTunnelError(error);
      this.#observer.dialFailed?.({ memberId, code: failure.code });
      throw failure;
    }
  }

  /** By a session of this process only: what a peer asks for goes no further. */
  async dialLocal(memberId: string, target: DialTarget, signal: AbortSignal): Promise<Duplex> {
    const startMs = this.#clock.elapsed();
    const tried = new Set<MemberSession>();
    for (;;) {
      const entry = this.#pick(memberId, tried);
      try {
        const stream = await entry.session.open(target, signal);
        this.#opened(entry, stream, this.#clock.elapsed() - startMs);
        return stream;
      } catch (error) {
        // A session that ends just now takes no more streams; if there is another, that one does.
        tried.add(entry);
        if (!isTunnelError(error, 'closed') || !this.#hasOther(memberId, tried)) throw asTunnelError(error);
      }
    }
  }

  /**
   * Takes the upgrade request of an agent that was found to be, and to be allowed to be, this member. Who offers
   * `banyan.h2.v1` is spoken to in it, also where remotedialer is expected.
   */
  accept(memberId: string, upgrade: Upgrade, expected: Exclude<TunnelProtocol, 'peer'>): void {
    const protocol = offersH2(upgrade.request) ? 'h2' : expected;
    if (this.#isClosed || this.#isDraining) {
      refuseUpgrade(upgrade.socket, 503, 'this hub is stopping');
      return;
    }
    if (expected === 'h2' && !offersH2(upgrade.request)) {
      refuseUpgrade(upgrade.socket, 400, 'attach needs the WebSocket subprotocol banyan.h2.v1');
      return;
    }
    acceptWebSocket(upgrade, (webSocket) => {
      const closed = (reason: string): void => this.#remove(entry, reason);
      const session =
        protocol === 'h2'
          ? new H2HubSession(webSocket, this.#spreadMs(), closed)
          : new RemotedialerSession(webSocket, closed);
      const sinceMs = this.#clock.elapsed();
      const entry: MemberSession = new MemberSession({ memberId, protocol, session, webSocket, sinceMs });
      this.#add(entry);
      if (this.#isClosed) entry.end('the hub is stopping');
    });
  }

  /** Of this process. */
  sessions(memberId: string): number {
    return this.#members.get(memberId)?.length ?? 0;
  }

  /** Through sessions of this process. */
  openStreams(memberId: string): number {
    const entries = this.#members.get(memberId) ?? [];
    return entries.reduce((sum, { session }) => sum + session.streams.size, 0);
  }

  /** Here or at a peer. */
  isConnected(memberId: string): boolean {
    return this.#members.has(memberId) || (this.#peers?.hasMember(memberId) ?? false);
  }

  /** Those with a session in this process. */
  members(): Iterable<string> {
    return this.#members.keys();
  }

  /** Tells the id of a member that got its first session here, or lost its last. The answer ends it. */
  onChange(listener: (memberId: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** What knows the ways through other replicas; see `PeerMesh`. */
  usePeers(peers: PeerRoutes | undefined): void {
    this.#peers = peers;
  }

  /**
   * Asks every agent that can to connect anew (to another replica, when this one is about to stop). They do so within
   * some five seconds, and their streams finish here.
   */
  moveAgents(): void {
    for (const entries of this.#members.values()) for (const { session } of entries) session.move();
  }

  /**
   * Before it stops, where there are other replicas: takes no new sessions and asks agents to go elsewhere. Resolves when
   * the last has gone, or when the signal aborts; streams that are open go on until then.
   */
  async drain(signal: AbortSignal): Promise<void> {
    this.#isDraining = true;
    this.moveAgents();
    if (signal.aborted || this.#members.size === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const stopListening = this.onChange(() => this.#members.size === 0 && resolve());
    signal.addEventListener('abort', () => resolve(), { once: true });
    await promise;
    stopListening();
  }

  /** Ends the sessions of one member here: it may connect anew, if it is still let in. */
  disconnect(memberId: string, reason: string): void {
    for (const entry of this.#members.get(memberId) ?? []) entry.end(reason);
  }

  /** Ends every session; their streams fail with `closed`. New ones are answered by 503. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#sweep.stop();
    const entries = [...this.#members.values()].flat();
    for (const entry of entries) entry.end('the hub is stopping');
    await Promise.all(entries.map((entry) => entry.gone));
  }

  async #dialAnywhere(memberId: string, target: DialTarget, signal: AbortSignal): Promise<Duplex> {
    try {
      return await this.dialLocal(memberId, target, signal);
    } catch (error) {
      // An agent that moves has its new session at a peer, perhaps, while the old one still ends here.
      const isGone = isTunnelError(error, 'not-connected') || isTunnelError(error, 'closed');
      if (!isGone || !this.#peers?.hasMember(memberId)) throw error;
      const startMs = this.#clock.elapsed();
      const stream = await this.#peers.dial(memberId, target, signal);
      this.#opened({ memberId, protocol: 'peer' }, stream, this.#clock.elapsed() - startMs);
      return stream;
    }
  }

  /** The newest that takes streams. */
  #pick(memberId: string, tried: ReadonlySet<MemberSession>): MemberSession {
    const entries = this.#members.get(memberId) ?? [];
    const entry = entries.findLast((each) => each.session.isAccepting && !tried.has(each));
    if (entry === undefined)
      throw new TunnelError('not-connected', `the agent of ${memberId} is not connected`);
    const streams = this.openStreams(memberId);
    if (streams >= this.#limits.maxStreamsPerMember) {
      throw new TunnelError('refused', `${memberId} has ${streams} streams open, which is the limit`);
    }
    return entry;
  }

  #hasOther(memberId: string, tried: ReadonlySet<MemberSession>): boolean {
    const entries = this.#members.get(memberId) ?? [];
    return entries.some((entry) => entry.session.isAccepting && !tried.has(entry));
  }

  #opened(
    { memberId, protocol }: Pick<MemberSession, 'memberId' | 'protocol'>,
    stream: Duplex,
    dialMs: number,
  ): void {
    this.#observer.streamOpened?.({ memberId, protocol, dialMs });
    if (this.#observer.streamClosed) {
      stream.once('close', () => this.#observer.streamClosed?.({ memberId, protocol }));
    }
  }

  #add(entry: MemberSession): void {
    const { memberId, protocol } = entry;
    const entries = this.#members.get(memberId) ?? [];
    entries.push(entry);
    this.#members.set(memberId, entries);
    this.#sweep.add(entry);
    this.#observer.sessionOpened?.({ memberId, protocol });
    if (entries.length === 1) this.#tell(memberId);
    // Those that come at once find the oldest still there, though its end was asked for by the first of them.
    const staying = entries.filter((each) => !each.isEnding);
    if (staying.length > this.#limits.maxSessionsPerMember) {
      staying[0]?.end('the member has too many sessions; this is the oldest');
    }
  }

  #remove(entry: MemberSession, reason: string): void {
    const { memberId, protocol, sinceMs } = entry;
    const left = (this.#members.get(memberId) ?? []).filter((other) => other !== entry);
    if (left.length > 0) this.#members.set(memberId, left);
    else this.#members.delete(memberId);
    this.#sweep.delete(entry);
    this.#observer.sessionClosed?.({
      memberId,
      protocol,
      durationMs: this.#clock.elapsed() - sinceMs,
      reason,
    });
    entry.markGone();
    if (left.length === 0) this.#tell(memberId);
  }

  #spreadMs(): number {
    return reconnectSpreadMs(this.#members.size, this.#limits.reconnectsPerSecond);
  }

  #tell(memberId: string): void {
    for (const listener of this.#listeners) listener(memberId);
  }
}

/** A target that cannot be written down is refused, before it goes anywhere. */
function asTunnelError(error: unknown): TunnelError {
  return error instanceof TunnelError ? error : new TunnelError('refused', messageOf(error), error);
}
