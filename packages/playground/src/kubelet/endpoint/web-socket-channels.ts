import type { RawData, WebSocket } from 'ws';
import { BrokenPipe, type ByteSink } from '../../shell/byte-streams.ts';

/** v5: this byte and a channel's number say that nothing more comes on that channel. */
const CLOSE_CHANNEL = 255;
/** A writer waits while the client is this far behind. */
const MAX_WAITING_BYTES = 1024 * 1024;

/** Several byte streams on one WebSocket: the first byte of a message says which. */
export class WebSocketChannels {
  readonly #webSocket: WebSocket;
  readonly #readers = new Map<number, (data: Buffer | undefined) => void>();

  constructor(webSocket: WebSocket) {
    this.#webSocket = webSocket;
    webSocket.on('error', () => {});
    webSocket.on('message', (message) => this.#receive(bufferOf(message)));
    webSocket.on('close', () => {
      for (const reader of this.#readers.values()) reader(undefined);
    });
  }

  /** What comes on a channel; undefined: nothing more will. */
  listen(channel: number, reader: (data: Buffer | undefined) => void): void {
    this.#readers.set(channel, reader);
  }

  sink(channel: number): ByteSink {
    return { write: (data) => this.send(channel, data) };
  }

  async send(channel: number, data: Buffer): Promise<void> {
    const webSocket = this.#webSocket;
    if (webSocket.readyState !== webSocket.OPEN) throw new BrokenPipe('the client is gone');
    const { promise, resolve } = Promise.withResolvers<void>();
    webSocket.send(Buffer.concat([Buffer.from([channel]), data]), () => resolve());
    if (webSocket.bufferedAmount > MAX_WAITING_BYTES) await promise;
  }

  close(): void {
    this.#webSocket.close(1000);
  }

  onClose(listener: () => void): void {
    this.#webSocket.once('close', listener);
  }

  #receive(message: Buffer): void {
    const [channel = -1] = message;
    if (channel === CLOSE_CHANNEL) this.#readers.get(message[1] ?? -1)?.(undefined);
    else this.#readers.get(channel)?.(message.subarray(1));
  }
}

export function bufferOf(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data;
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
}
