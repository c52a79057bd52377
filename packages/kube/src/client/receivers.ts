import { Readable } from 'node:stream';
import { AbortableReceiver } from './abortable-receiver.ts';
import type { RawResponse, ResponseHeaders } from './request-options.ts';

export interface CollectedResponse {
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly body: Buffer;
}

/** The whole answer in memory. */
export class CollectingReceiver extends AbortableReceiver {
  readonly response: Promise<CollectedResponse>;
  readonly #resolve: (response: CollectedResponse) => void;
  readonly #reject: (error: Error) => void;
  readonly #chunks: Buffer[] = [];
  #status = 0;
  #headers: ResponseHeaders = {};

  constructor(signal: AbortSignal) {
    super(signal);
    const { promise, resolve, reject } = Promise.withResolvers<CollectedResponse>();
    this.response = promise;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  override onHeaders(status: number, headers: ResponseHeaders): void {
    this.answered = true;
    this.#status = status;
    this.#headers = headers;
  }

  override onData(chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  override onEnd(): void {
    this.release();
    const [first] = this.#chunks;
    const body = this.#chunks.length === 1 && first !== undefined ? first : Buffer.concat(this.#chunks);
    this.#resolve({ status: this.#status, headers: this.#headers, body });
  }

  override onError(error: Error): void {
    this.release();
    this.#reject(this.explain(error));
  }
}

/** The answer's body as a stream that is read no faster than its reader takes it. */
export class StreamingReceiver extends AbortableReceiver {
  readonly response: Promise<RawResponse>;
  readonly #resolve: (response: RawResponse) => void;
  readonly #reject: (error: Error) => void;
  readonly #mapError: (error: Error) => Error;
  #body: Readable | undefined;

  /** `mapError` makes what the body's reader is told from what the connection said. */
  constructor(signal: AbortSignal, mapError: (error: Error) => Error) {
    super(signal);
    const { promise, resolve, reject } = Promise.withResolvers<RawResponse>();
    this.response = promise;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#mapError = mapError;
  }

  override onHeaders(status: number, headers: ResponseHeaders): void {
    this.answered = true;
    const body = new Readable({
      read: () => this.control?.resume(),
      destroy: (error, callback) => {
        this.release();
        this.control?.abort(error ?? new Error('the reader went away'));
        callback(error);
      },
    });
    // A reader that has gone away, or has not come yet, must not end the process.
    body.on('error', () => undefined);
    this.#body = body;
    this.#resolve({ status, headers, body });
  }

  override onData(chunk: Buffer): void {
    if (this.#body?.push(chunk) === false) this.control?.pause();
  }

  override onEnd(): void {
    this.release();
    this.#body?.push(null);
  }

  override onError(error: Error): void {
    this.release();
    const mapped = this.#mapError(this.explain(error));
    if (this.#body === undefined) this.#reject(mapped);
    else this.#body.destroy(mapped);
  }
}
