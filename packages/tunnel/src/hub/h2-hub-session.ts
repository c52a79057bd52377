import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { formatAuthority, type DialTarget } from '../dial-target.ts';
import { H2ClientSession } from '../h2/h2-client-session.ts';
import { MOVE_PATH, SPREAD_SETTING } from '../h2/h2-settings.ts';
import { isWorthTelling } from '../reconnect/reconnect-spread.ts';
import { WebSocketStream } from '../wire/web-socket-stream.ts';
import type { BufferingStream, SessionClosedListener, TunnelSession } from './tunnel-session.ts';

/** A session of an agent of ours. */
export class H2HubSession implements TunnelSession {
  readonly #transport: WebSocketStream;
  readonly #client: H2ClientSession;
  #toldSpreadMs: number;

  constructor(webSocket: WebSocket, spreadMs: number, onClosed: SessionClosedListener) {
    this.#toldSpreadMs = spreadMs;
    this.#transport = new WebSocketStream(webSocket);
    this.#client = new H2ClientSession(this.#transport, onClosed, { [SPREAD_SETTING]: spreadMs });
  }

  get isAccepting(): boolean {
    return this.#client.isAccepting;
  }

  get streams(): ReadonlySet<BufferingStream> {
    return this.#client.streams;
  }

  get receivedBytes(): number {
    return this.#transport.receivedBytes;
  }

  get sentBytes(): number {
    return this.#transport.sentBytes;
  }

  open(target: DialTarget, signal: AbortSignal): Promise<Duplex> {
    return this.#client.dial(formatAuthority(target), signal);
  }

  move(): void {
    if (!this.isAccepting) return;
    this.#client
      .request('POST', MOVE_PATH)
      .on('error', () => undefined)
      .resume()
      .end();
  }

  tellSpread(spreadMs: number): void {
    if (!isWorthTelling(this.#toldSpreadMs, spreadMs)) return;
    if (this.#client.tell({ [SPREAD_SETTING]: spreadMs })) this.#toldSpreadMs = spreadMs;
  }

  destroy(reason: string): void {
    this.#client.destroy(reason);
  }
}
