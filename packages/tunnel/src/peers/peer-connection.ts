import type { WebSocket } from 'ws';
import type { Duplex } from 'node:stream';
import type { Clock } from '../clock.ts';
import { formatAuthority, type DialTarget } from '../dial-target.ts';
import { H2ClientSession } from '../h2/h2-client-session.ts';
import { messageOf } from '../tunnel-error.ts';
import { keepAlive } from '../wire/keep-alive.ts';
import { WebSocketStream } from '../wire/web-socket-stream.ts';
import { MEMBER_HEADER, MEMBERS_PATH, MembersReader } from './peer-protocol.ts';

/** An open connection to another replica: the members that it holds, and the way to them. */
export class PeerConnection {
  readonly #client: H2ClientSession;
  readonly #members = new Set<string>();
  readonly #ready = Promise.withResolvers<void>();
  readonly #closed = Promise.withResolvers<string>();
  #isRetired = false;
  #stopList = (): void => undefined;

  constructor(webSocket: WebSocket, clock: Clock) {
    const stopPings = keepAlive(webSocket, clock);
    this.#client = new H2ClientSession(new WebSocketStream(webSocket), (reason) => {
      stopPings();
      this.#members.clear();
      this.#ready.resolve();
      this.#closed.resolve(reason);
    });
    this.#learnMembers();
  }

  /** Resolves when all members are known, or the connection has gone before. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  /** Resolves with the reason when it has gone. */
  get closed(): Promise<string> {
    return this.#closed.promise;
  }

  hasMember(memberId: string): boolean {
    return this.#members.has(memberId);
  }

  dial(memberId: string, target: DialTarget, signal: AbortSignal): Promise<Duplex> {
    const headers = { [MEMBER_HEADER]: encodeURIComponent(memberId) };
    return this.#client.dial(formatAuthority(target), signal, headers);
  }

  /** Ends when its last stream has ended. */
  retire(): void {
    this.#isRetired = true;
    this.#stopList();
    this.#client.closeWhenIdle();
  }

  destroy(reason: string): void {
    this.#client.destroy(reason);
  }

  #learnMembers(): void {
    const reader = new MembersReader();
    const stream = this.#client.request('GET', MEMBERS_PATH).setEncoding('utf8');
    this.#stopList = () => stream.destroy();
    stream.on('error', () => undefined);
    stream.once('close', () => {
      if (!this.#isRetired) this.destroy('the peer has ended its list of members');
    });
    stream.on('data', (text: string) => {
      try {
        for (const { add = [], remove = [], isWhole = false } of reader.read(text)) {
          for (const id of add) this.#members.add(id);
          for (const id of remove) this.#members.delete(id);
          if (isWhole) this.#ready.resolve();
        }
      } catch (error) {
        this.destroy(`the peer's list of members cannot be read: ${messageOf(error)}`);
      }
    });
  }
}
