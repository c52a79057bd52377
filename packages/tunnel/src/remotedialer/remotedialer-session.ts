import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import { formatAuthority, type DialTarget } from '../dial-target.ts';
import type { SessionClosedListener, TunnelSession } from '../hub/tunnel-session.ts';
import { messageOf, TunnelError } from '../tunnel-error.ts';
import {
  decodeConnectionIds,
  decodeFrame,
  encodeFrame,
  FRAME_TYPES,
  MAX_ADDRESS_BYTES,
  MAX_ERROR_BYTES,
  type Frame,
} from './frames.ts';
import { RemotedialerStream } from './remotedialer-stream.ts';

/** As large as what the agents themselves send, one read of a socket each. */
const MAX_DATA_BYTES = 32 * 1024;
/** What may wait in the socket before a writer waits with it. */
const MAX_UNSENT_BYTES = 1024 * 1024;
/** An agent that asks and does not read the answers is let go. */
const MAX_UNREAD_ANSWERS_BYTES = 64 * 1024 * 1024;
const EMPTY = Buffer.alloc(0);

/** A session of an unmodified clusternet-agent: remotedialer's frames, the hub's side of them. */
export class RemotedialerSession implements TunnelSession {
  readonly #webSocket: WebSocket;
  readonly #streams = new Map<number, RemotedialerStream>();
  readonly #all = new Set<RemotedialerStream>();
  /** Were not in the agent's last list. One that is missing twice is gone; a new one may have crossed the first list. */
  #missing: ReadonlySet<number> = new Set();
  #nextConnectionId = 2;
  #nextMessageId = 1;
  #lost: TunnelError | undefined;
  receivedBytes = 0;
  sentBytes = 0;

  constructor(webSocket: WebSocket, onClosed: SessionClosedListener) {
    this.#webSocket = webSocket;
    webSocket.on('message', (data: RawData, isBinary: boolean) => this.#receive(data, isBinary));
    webSocket.on('error', (error) => this.destroy(messageOf(error)));
    webSocket.once('close', () => {
      this.destroy('the connection was closed');
      onClosed(this.#lost?.message ?? '');
    });
  }

  get isAccepting(): boolean {
    return this.#lost === undefined;
  }

  /** Old agents have their own pauses. */
  tellSpread(): void {}

  get streams(): ReadonlySet<RemotedialerStream> {
    return this.#all;
  }

  /** Resolves at once: the protocol does not say when the agent is connected. A failure is an error of the stream. */
  async open(target: DialTarget, signal: AbortSignal): Promise<Duplex> {
    if (signal.aborted) throw new TunnelError('aborted', 'the dial was given up', signal.reason);
    if (this.#lost !== undefined) throw this.#lost;
    const address = Buffer.from(`tcp/${formatAuthority(target)}`);
    if (address.length > MAX_ADDRESS_BYTES) {
      throw new TunnelError(
        'refused',
        `the address is longer than ${MAX_ADDRESS_BYTES} bytes, which is all that this agent reads`,
      );
    }
    const id = this.#nextConnectionId;
    this.#nextConnectionId += 1;
    this.#send({ type: FRAME_TYPES.connect, connectionId: id, body: address });
    return this.#newStream(id);
  }

  /** The protocol cannot ask for it. */
  move(): void {}

  destroy(reason: string): void {
    if (this.#lost !== undefined) return;
    this.#lost = new TunnelError('closed', reason);
    for (const stream of this.#all) stream.destroy(this.#lost);
    this.#webSocket.terminate();
  }

  #newStream(id: number): RemotedialerStream {
    const stream: RemotedialerStream = new RemotedialerStream({
      send: (bytes, done) => this.#sendData(id, bytes, done),
      pause: () => this.#send({ type: FRAME_TYPES.pause, connectionId: id, body: EMPTY }),
      resume: () => this.#send({ type: FRAME_TYPES.resume, connectionId: id, body: EMPTY }),
      closed: (reason) => {
        this.#streams.delete(id);
        this.#all.delete(stream);
        if (reason !== undefined) this.#sendError(id, reason);
      },
    });
    this.#streams.set(id, stream);
    this.#all.add(stream);
    return stream;
  }

  #receive(data: RawData, isBinary: boolean): void {
    if (this.#lost !== undefined) return;
    try {
      if (!isBinary || !Buffer.isBuffer(data)) throw new RangeError('a text message');
      this.receivedBytes += data.length;
      this.#handle(decodeFrame(data));
    } catch (error) {
      this.destroy(`the agent sent what it may not: ${messageOf(error)}`);
    }
  }

  #handle({ type, connectionId, body }: Frame): void {
    const stream = this.#streams.get(connectionId);
    switch (type) {
      case FRAME_TYPES.data:
        if (stream === undefined) this.#sendError(connectionId, `connection not found ${connectionId}`);
        else stream.receive(body);
        return;
      case FRAME_TYPES.error:
        stream?.agentClosed(body.toString('utf8', 0, MAX_ERROR_BYTES));
        return;
      case FRAME_TYPES.pause:
        stream?.hold();
        return;
      case FRAME_TYPES.resume:
        stream?.release();
        return;
      case FRAME_TYPES.sync:
        this.#closeMissing(decodeConnectionIds(body));
        return;
      default:
        // An agent opens no connections in the hub, and announces no clients: those are for peers.
        throw new RangeError(`a frame of type ${type}`);
    }
  }

  #closeMissing(known: ReadonlySet<number>): void {
    const missing = new Set([...this.#streams.keys()].filter((id) => !known.has(id)));
    for (const id of missing) {
      if (this.#missing.has(id)) this.#streams.get(id)?.agentClosed('the connection is not known any more');
    }
    this.#missing = missing;
  }

  #sendData(id: number, bytes: Buffer, done: (error?: Error | null) => void): void {
    let start = 0;
    for (; start + MAX_DATA_BYTES < bytes.length; start += MAX_DATA_BYTES) {
      this.#send({
        type: FRAME_TYPES.data,
        connectionId: id,
        body: bytes.subarray(start, start + MAX_DATA_BYTES),
      });
    }
    const last: Frame = { type: FRAME_TYPES.data, connectionId: id, body: bytes.subarray(start) };
    if (this.#webSocket.bufferedAmount > MAX_UNSENT_BYTES) {
      this.#send(last, done);
    } else {
      this.#send(last);
      done();
    }
  }

  #sendError(connectionId: number, words: string): void {
    if (this.#webSocket.bufferedAmount > MAX_UNREAD_ANSWERS_BYTES) {
      this.destroy('the agent sends and does not read');
      return;
    }
    const body = Buffer.from(words).subarray(0, MAX_ERROR_BYTES);
    this.#send({ type: FRAME_TYPES.error, connectionId, body });
  }

  #send(frame: Frame, done: (error?: Error) => void = ignoreError): void {
    if (this.#webSocket.readyState !== this.#webSocket.OPEN) return;
    const bytes = encodeFrame(this.#nextMessageId, frame);
    this.#nextMessageId += 1;
    this.sentBytes += bytes.length;
    this.#webSocket.send(bytes, done);
  }
}

/** The WebSocket's own `error` and `close` tell of it. */
function ignoreError(): void {}
