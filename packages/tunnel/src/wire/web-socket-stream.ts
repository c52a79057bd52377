import { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';

/** One message carries at most this much: a sign of life for the receiver comes early on a slow line, too. */
const MAX_MESSAGE_BYTES = 64 * 1024;
/** What may wait in the socket before a writer waits with it. Below it writes are acknowledged at once. */
const MAX_UNSENT_BYTES = 1024 * 1024;

/**
 * Node's HTTP/2 does not take anything while it waits for a write of its own. If reading stopped then, two ends that
 * both have much to send would wait for each other for ever. So it is read on: flow control bounds what comes by the
 * session's window, and who sends more than twice that is made to wait.
 */
const MAX_UNREAD_BYTES = 32 * 1024 * 1024;

type Done = (error?: Error | null) => void;

/**
 * The bytes of a WebSocket's binary messages as a stream; where a message begins means nothing. A text message is
 * an error. When the WebSocket goes, in order or not, the stream is destroyed.
 */
export class WebSocketStream extends Duplex {
  readonly #webSocket: WebSocket;
  /** Of payload, for metrics. */
  receivedBytes = 0;
  sentBytes = 0;

  constructor(webSocket: WebSocket) {
    super({ allowHalfOpen: false });
    this.#webSocket = webSocket;
    webSocket.on('message', (data: RawData, isBinary: boolean) => this.#receive(data, isBinary));
    webSocket.once('error', (error) => this.destroy(error));
    webSocket.once('close', () => this.destroy());
  }

  override _read(): void {
    this.#webSocket.resume();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: Done): void {
    let start = 0;
    for (; start + MAX_MESSAGE_BYTES < chunk.length; start += MAX_MESSAGE_BYTES) {
      this.#send(chunk.subarray(start, start + MAX_MESSAGE_BYTES));
    }
    this.#sendLast(start === 0 ? chunk : chunk.subarray(start), done);
  }

  override _writev(chunks: { chunk: Buffer; encoding: BufferEncoding }[], done: Done): void {
    let parts: Buffer[] = [];
    let size = 0;
    for (const { chunk } of chunks) {
      if (size > 0 && size + chunk.length > MAX_MESSAGE_BYTES) {
        this.#send(Buffer.concat(parts, size));
        parts = [];
        size = 0;
      }
      parts.push(chunk);
      size += chunk.length;
    }
    this._write(parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts, size), 'binary', done);
  }

  override _final(done: Done): void {
    this.#webSocket.close(1000);
    done();
  }

  override _destroy(error: Error | null, done: Done): void {
    // After an orderly end the closing handshake goes on; anything else must not wait for a far side that may be dead.
    if (!this.writableFinished) this.#webSocket.terminate();
    done(error);
  }

  #receive(data: RawData, isBinary: boolean): void {
    if (this.destroyed) return;
    if (!isBinary || !Buffer.isBuffer(data)) {
      this.destroy(new Error('the other side sent a text message'));
      return;
    }
    this.receivedBytes += data.length;
    this.push(data);
    if (this.readableLength > MAX_UNREAD_BYTES) this.#webSocket.pause();
  }

  #send(bytes: Buffer): void {
    this.sentBytes += bytes.length;
    this.#webSocket.send(bytes, ignoreError);
  }

  #sendLast(bytes: Buffer, done: Done): void {
    if (this.#webSocket.bufferedAmount + bytes.length < MAX_UNSENT_BYTES) {
      this.#send(bytes);
      done();
      return;
    }
    this.sentBytes += bytes.length;
    this.#webSocket.send(bytes, done);
  }
}

/** The WebSocket's own `error` and `close` tell of it. */
function ignoreError(): void {}
