import { Readable, Writable } from 'node:stream';
import { WebSocket, type RawData } from 'ws';

/** v5: this byte and a channel's number say that nothing more comes on that channel. */
const CLOSE_CHANNEL = 255;

/**
 * Kubernetes' channel protocol: each binary message begins with the number of the stream it belongs to.
 * All incoming channels share one connection: who does not read one of them stops them all.
 */
export class Channels {
  readonly #webSocket: WebSocket;
  readonly #readers = new Map<number, (data: Buffer) => void>();
  readonly #full = new Set<Readable>();
  readonly #canCloseChannel: boolean;

  constructor(webSocket: WebSocket) {
    this.#webSocket = webSocket;
    this.#canCloseChannel = webSocket.protocol.startsWith('v5.');
    webSocket.on('message', (data) => this.#receive(asBuffer(data)));
    // It comes paused; the channels are set up in this turn.
    process.nextTick(() => webSocket.resume());
  }

  /** What comes in on a channel, as a stream that ends when the connection does. */
  readable(channel: number): Readable {
    const stream = new Readable({ read: () => this.#drained(stream) });
    stream.on('close', () => {
      this.#readers.delete(channel);
      this.#drained(stream);
    });
    this.#readers.set(channel, (data) => {
      if (stream.push(data)) return;
      this.#full.add(stream);
      this.#webSocket.pause();
    });
    this.#webSocket.once('close', () => stream.push(null));
    return stream;
  }

  /** Each message as it comes, for channels that carry few. */
  onMessage(channel: number, listener: (data: Buffer) => void): void {
    this.#readers.set(channel, listener);
  }

  writable(channel: number): Writable {
    return new Writable({
      write: (chunk: Buffer, _encoding, callback) => this.send(channel, chunk, callback),
      final: (callback) => {
        if (this.#canCloseChannel) this.#sendBytes(Buffer.from([CLOSE_CHANNEL, channel]), callback);
        else callback();
      },
    });
  }

  send(channel: number, data: Buffer, callback: (error?: Error | null) => void = () => undefined): void {
    this.#sendBytes(Buffer.concat([Buffer.from([channel]), data]), callback);
  }

  #sendBytes(message: Buffer, callback: (error?: Error | null) => void): void {
    if (this.#webSocket.readyState === WebSocket.OPEN) this.#webSocket.send(message, callback);
    else callback(Object.assign(new Error('the stream is closed'), { code: 'EPIPE' }));
  }

  #receive(message: Buffer): void {
    const [channel = -1] = message;
    if (message.length > 1) this.#readers.get(channel)?.(message.subarray(1));
  }

  #drained(stream: Readable): void {
    if (this.#full.delete(stream) && this.#full.size === 0) this.#webSocket.resume();
  }
}

function asBuffer(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data;
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
}
