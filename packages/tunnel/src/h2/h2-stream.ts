import { constants, type ClientHttp2Stream } from 'node:http2';
import { Duplex } from 'node:stream';
import { TunnelError } from '../tunnel-error.ts';
import { STREAM_WINDOW_BYTES } from './h2-settings.ts';

/** Node's `close` would send an end before the reset, and the far side take what was cut for all there is. */
const GIVEN_UP = new Error('given up');

type Done = (error?: Error | null) => void;

/**
 * The bytes of one CONNECT stream. Half-close is carried both ways. Node's own stream ends without an error when it
 * is cut, as if all had been said; this one fails with a TunnelError.
 */
export class H2Stream extends Duplex {
  readonly #stream: ClientHttp2Stream;
  #isOver = false;

  constructor(stream: ClientHttp2Stream) {
    super({ highWaterMark: 64 * 1024 });
    this.#stream = stream;
    stream.on('data', (chunk: Buffer) => {
      if (!this.push(chunk)) stream.pause();
    });
    stream.once('end', () => {
      if (stream.rstCode === constants.NGHTTP2_NO_ERROR) this.push(null);
    });
    stream.once('close', () => this.#closed());
    // It may fail before its new owner listens, and without a listener that would end the process.
    this.on('error', () => undefined);
  }

  /** What came and has not been read. */
  get bufferedBytes(): number {
    const window = this.#stream.state.localWindowSize ?? STREAM_WINDOW_BYTES;
    return Math.max(0, STREAM_WINDOW_BYTES - window) + this.readableLength;
  }

  override _read(): void {
    this.#stream.resume();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: Done): void {
    if (this.#stream.write(chunk)) done();
    else this.#stream.once('drain', done);
  }

  override _final(done: Done): void {
    this.#stream.end(done);
  }

  override _destroy(error: Error | null, done: Done): void {
    const isComplete = this.readableEnded && this.writableFinished;
    if (!isComplete && !this.#isOver) this.#stream.destroy(GIVEN_UP);
    done(error);
  }

  #closed(): void {
    this.#isOver = true;
    const { rstCode } = this.#stream;
    if (rstCode !== constants.NGHTTP2_NO_ERROR) {
      this.destroy(new TunnelError('closed', `the far side cut the stream (HTTP/2 code ${rstCode})`));
    }
  }
}
