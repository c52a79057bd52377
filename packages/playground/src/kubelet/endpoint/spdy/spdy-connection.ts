import { Duplex } from 'node:stream';
import { HeaderBlocks } from './header-blocks.ts';
import { controlFrame, dataFrame, FLAG_FIN, FRAME, FrameReader, type SpdyFrame } from './spdy-frames.ts';

/** A stream that the other side opened. Ending it ends our half. */
export class SpdyStream extends Duplex {
  readonly headers: ReadonlyMap<string, string>;
  readonly #send: (data: Buffer, flags: number, sent: (error?: Error | null) => void) => void;

  constructor(
    headers: ReadonlyMap<string, string>,
    send: (data: Buffer, flags: number, sent: (error?: Error | null) => void) => void,
  ) {
    super();
    this.headers = headers;
    this.#send = send;
  }

  // Without windows there is no way to make the other side wait.
  override _read(): void {}

  override _write(data: Buffer, _encoding: string, sent: (error?: Error | null) => void): void {
    this.#send(data, 0, sent);
  }

  override _final(sent: (error?: Error | null) => void): void {
    this.#send(Buffer.alloc(0), FLAG_FIN, sent);
  }
}

/**
 * The server's side of SPDY/3.1 on a byte stream, as far as Kubernetes' streams need it: the client opens streams, both
 * sides write and end. There are no windows: Go's implementation has none either.
 */
export class SpdyConnection {
  readonly #wire: Duplex;
  readonly #headers = new HeaderBlocks();
  readonly #streams = new Map<number, SpdyStream>();
  readonly #onStream: (stream: SpdyStream) => void;

  constructor(wire: Duplex, onStream: (stream: SpdyStream) => void) {
    this.#wire = wire;
    // What goes wrong ends it, which is told by the end.
    wire.on('error', () => {});
    this.#onStream = onStream;
  }

  /** Serves until the connection ends, however it does. */
  async run(): Promise<void> {
    const reader = new FrameReader();
    try {
      for await (const bytes of this.#wire as AsyncIterable<Buffer>)
        for (const frame of reader.read(bytes)) await this.#receive(frame);
    } catch {
      // A side that goes, or says what cannot be read, is how connections end.
    } finally {
      for (const stream of this.#streams.values()) stream.destroy();
      this.#headers.close();
      this.#wire.destroy();
    }
  }

  async #receive(frame: SpdyFrame): Promise<void> {
    if (frame.type === 'data') return this.#pass(frame.stream, frame.data, frame.flags);
    const { kind, data, flags } = frame;
    switch (kind) {
      case FRAME.synStream:
        return this.#open(data, flags);
      case FRAME.resetStream:
        this.#streams.get(data.readUInt32BE(0))?.destroy();
        return undefined;
      case FRAME.ping:
        this.#wire.write(controlFrame(FRAME.ping, data));
        return undefined;
      case FRAME.headers:
        // Not of interest, but those that follow build on it.
        await this.#headers.unpack(data.subarray(4));
        return this.#pass(data.readUInt32BE(0), Buffer.alloc(0), flags);
      default:
        return undefined;
    }
  }

  async #open(data: Buffer, flags: number): Promise<void> {
    const id = data.readUInt32BE(0) & 0x7fffffff;
    const headers = await this.#headers.unpack(data.subarray(10));
    const stream = new SpdyStream(headers, (bytes, flag, sent) => {
      if (this.#wire.writable) this.#wire.write(dataFrame(id, bytes, flag), sent);
      else sent(Object.assign(new Error('the connection is closed'), { code: 'EPIPE' }));
    });
    stream.on('error', () => {});
    stream.on('close', () => this.#streams.delete(id));
    this.#streams.set(id, stream);
    const reply = Buffer.concat([data.subarray(0, 4), await this.#headers.pack(new Map())]);
    this.#wire.write(controlFrame(FRAME.synReply, reply));
    this.#onStream(stream);
    this.#pass(id, Buffer.alloc(0), flags);
  }

  #pass(id: number, data: Buffer, flags: number): void {
    const stream = this.#streams.get(id);
    if (stream === undefined || stream.readableEnded) return;
    if (data.length > 0) stream.push(data);
    if ((flags & FLAG_FIN) !== 0) stream.push(null);
  }
}
