import type { ServerResponse } from 'node:http';
import { ApiError, internalError } from '../errors/api-error.ts';
import type { KeptEvent } from '../registry/resource-storage.ts';
import type { WatchEncoder } from './views/watch-view.ts';

/** A reader that is this far behind is let go; it comes back and lists. What it was sent to begin with does not count. */
const MAX_BEHIND = 10_000;

/**
 * Writes events to a client as fast as it reads. What waits is kept as events, which all watchers share, not as
 * bytes: a thousand watchers that never read cost a thousand short lists.
 */
export class WatchStream {
  readonly #response: ServerResponse;
  readonly #encode: WatchEncoder;
  #waiting: KeptEvent[] = [];
  /** How many may wait: more at the beginning, when all that exists is sent at once. */
  #limit = Infinity;
  #isBlocked = false;

  constructor(response: ServerResponse, encode: WatchEncoder) {
    this.#response = response;
    this.#encode = encode;
    response.on('drain', () => this.#flush());
  }

  /** Resolves when the watch is over and its stream closed. An error goes out as the last event. */
  async serve(watch: (onEvent: (event: KeptEvent) => boolean) => Promise<void>): Promise<void> {
    try {
      const ended = watch((event) => this.#accept(event));
      this.#limit = this.#waiting.length + MAX_BEHIND;
      await ended;
    } catch (error) {
      const known = error instanceof ApiError ? error : internalError('the watch failed', error);
      this.#response.write(`${JSON.stringify({ type: 'ERROR', object: known.status })}\n`);
    }
    this.#response.end();
  }

  #accept(event: KeptEvent): boolean {
    if (this.#response.destroyed) return false;
    this.#waiting.push(event);
    if (!this.#isBlocked) this.#flush();
    return this.#waiting.length <= this.#limit;
  }

  #flush(): void {
    this.#isBlocked = false;
    let sent = 0;
    for (const event of this.#waiting) {
      sent += 1;
      if (this.#response.write(this.#encode(event))) continue;
      this.#isBlocked = true;
      break;
    }
    this.#waiting = sent === this.#waiting.length ? [] : this.#waiting.slice(sent);
  }
}
