import type { Readable } from 'node:stream';
import type { HeaderFields } from './request-headers.ts';
import type { ResponseHeaders } from './request-options.ts';

/** One HTTP request, ready to be sent: nothing about it is decided below this line. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: HeaderFields;
  readonly body?: string | Buffer | Readable;
}

/** How the receiver steers an exchange that has begun. Calls after its end do nothing. */
export interface ExchangeControl {
  pause(): void;
  resume(): void;
  /** The receiver hears `onError` with this reason, unless it has heard the end already. */
  abort(reason: Error): void;
}

/**
 * Takes in one answer. Called in this order: `onStart` once it can be aborted, `onHeaders` once, `onData` any
 * number of times, then `onEnd` or `onError` once. `onError` may come at any point and is the last call.
 */
export interface ResponseReceiver {
  onStart(control: ExchangeControl): void;
  onHeaders(status: number, headers: ResponseHeaders): void;
  onData(chunk: Buffer): void;
  onEnd(): void;
  onError(error: Error): void;
}

/** A way to exchange requests for answers with one server: a pool of connections of one protocol. */
export interface Wire {
  exchange(request: WireRequest, receiver: ResponseReceiver): void;
  /** Its time is over: what is under way finishes, what comes late still goes, nothing is kept open after it. */
  retire(): void;
  /** Nothing is under way. */
  readonly isIdle: boolean;
  /** Cuts everything: what is under way ends in `onError`. */
  destroy(reason: Error): Promise<void>;
}
