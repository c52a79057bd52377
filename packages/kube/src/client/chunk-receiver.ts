import { AbortableReceiver } from './abortable-receiver.ts';
import type { ResponseHeaders } from './request-options.ts';

/** Above this nothing more is taken from the connection until the reader has caught up. */
const PAUSE_AT_BYTES = 256 * 1024;

export interface ChunkedResponse {
  readonly status: number;
  readonly headers: ResponseHeaders;
  /** To be read once. Leaving the loop early ends the exchange. */
  readonly chunks: AsyncIterable<Buffer>;
  /** Ends the exchange if nobody is going to read it. */
  discard(): void;
}

/**
 * The body chunk by chunk. Unlike a stream of Node's, whose destruction throws away what is buffered, an error
 * of the connection comes after every byte that arrived before it. The caller's signal comes at once.
 */
export class ChunkReceiver extends AbortableReceiver {
  readonly response: Promise<ChunkedResponse>;
  readonly #resolve: (response: ChunkedResponse) => void;
  readonly #reject: (error: Error) => void;
  readonly #mapError: (error: Error) => Error;
  readonly #chunks: Buffer[] = [];
  #bufferedBytes = 0;
  #ended = false;
  #failure: Error | undefined;
  #wake: () => void = () => undefined;

  /** `mapError` makes what the reader is told from what the connection said. */
  constructor(signal: AbortSignal, mapError: (error: Error) => Error) {
    super(signal);
    const { promise, resolve, reject } = Promise.withResolvers<ChunkedResponse>();
    this.response = promise;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#mapError = mapError;
  }

  override onHeaders(status: number, headers: ResponseHeaders): void {
    this.answered = true;
    this.#resolve({ status, headers, chunks: this.#read(), discard: () => this.#finish() });
  }

  override onData(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#bufferedBytes += chunk.length;
    if (this.#bufferedBytes > PAUSE_AT_BYTES) this.control?.pause();
    this.#wake();
  }

  override onEnd(): void {
    this.release();
    this.#ended = true;
    this.#wake();
  }

  override onError(error: Error): void {
    this.release();
    if (this.isAborted) this.#chunks.length = 0;
    this.#failure ??= this.#mapError(this.explain(error));
    this.#reject(this.#failure);
    this.#wake();
  }

  async *#read(): AsyncGenerator<Buffer, void, void> {
    try {
      for (;;) {
        const chunk = this.#take();
        if (chunk !== undefined) yield chunk;
        else if (this.#failure !== undefined) throw this.#failure;
        else if (this.#ended) return;
        else await new Promise<void>((resolve) => (this.#wake = resolve));
      }
    } finally {
      this.#finish();
    }
  }

  #take(): Buffer | undefined {
    const chunk = this.#chunks.shift();
    if (chunk === undefined) return undefined;
    const wasFull = this.#bufferedBytes > PAUSE_AT_BYTES;
    this.#bufferedBytes -= chunk.length;
    if (wasFull && this.#bufferedBytes <= PAUSE_AT_BYTES) this.control?.resume();
    return chunk;
  }

  #finish(): void {
    this.release();
    if (!this.#ended && this.#failure === undefined) this.control?.abort(new Error('the reader went away'));
  }
}
