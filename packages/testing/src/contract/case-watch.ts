import type { IncomingMessage } from 'node:http';
import type { Json } from './transcript.ts';

export interface WatchEvent {
  readonly type: string;
  readonly object: {
    readonly kind?: string;
    readonly metadata?: {
      readonly name?: string;
      readonly resourceVersion?: string;
      readonly annotations?: Readonly<Record<string, string>>;
    };
    readonly [key: string]: unknown;
  };
}

/** Ends a wait for an event that never comes. */
const DEADLINE_MS = 300_000;

const INITIAL_EVENTS_END = 'k8s.io/initial-events-end';

/** One open watch of a case. Only what the case waited for is recorded, so that the transcript has a fixed end. */
export class CaseWatch {
  /** What the transcript shows; grows. */
  readonly recorded: Json[] = [];
  /** False if the watch was refused; the answer is then in the transcript already. */
  readonly isStream: boolean;
  readonly #abort: AbortController;
  readonly #arrived: WatchEvent[] = [];
  readonly #timedBookmarks: WatchEvent[] = [];
  readonly #chunks: string[] = [];
  readonly #ended: Promise<void>;
  #rest = '';
  #isEnded = false;
  #wake: () => void = () => {};

  constructor(response: IncomingMessage, abort: AbortController) {
    this.#abort = abort;
    response.setEncoding('utf8');
    this.#ended = new Promise((resolve) => {
      const end = () => {
        this.#isEnded = true;
        this.#wake();
        resolve();
      };
      response.on('end', end).on('error', end).on('close', end);
    });
    this.isStream = response.statusCode === 200;
    response.on('data', (chunk: string) =>
      this.isStream ? this.#take(chunk) : void this.#chunks.push(chunk),
    );
  }

  /** The whole body of an answer that is not a stream. */
  async text(): Promise<string> {
    await this.#ended;
    return this.#chunks.join('');
  }

  /** Waits for so many more events, records and returns them. Bookmarks that only time decides do not count. */
  async next(count: number): Promise<readonly WatchEvent[]> {
    const events: WatchEvent[] = [];
    while (events.length < count) {
      const event = this.#arrived.shift();
      if (event !== undefined) {
        events.push(event);
        this.recorded.push(event as unknown as Json);
        continue;
      }
      if (this.#isEnded) throw new Error(`the watch ended after ${this.recorded.length} events`);
      await this.#arrival();
    }
    return events;
  }

  /** Waits for a bookmark that only time decides, and records one, however many came. */
  async bookmark(): Promise<WatchEvent> {
    for (;;) {
      const event = this.#timedBookmarks.shift();
      if (event !== undefined) {
        this.recorded.push(event as unknown as Json);
        return event;
      }
      if (this.#isEnded) throw new Error('the watch ended without a bookmark');
      await this.#arrival();
    }
  }

  /** Waits until the server ends the stream; records what came before that. */
  async end(): Promise<readonly WatchEvent[]> {
    await withDeadline(this.#ended, 'the end of the watch');
    return this.next(this.#arrived.length);
  }

  close(): void {
    this.#abort.abort();
  }

  #take(chunk: string): void {
    const lines = (this.#rest + chunk).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) {
      const event = parseEvent(line);
      (isTimedBookmark(event) ? this.#timedBookmarks : this.#arrived).push(event);
    }
    this.#wake();
  }

  async #arrival(): Promise<void> {
    const arrival = new Promise<void>((resolve) => (this.#wake = resolve));
    await withDeadline(arrival, `an event after ${this.recorded.length}`);
  }
}

/** A line that is no JSON shows up in the transcript as what it is. */
function parseEvent(line: string): WatchEvent {
  try {
    return JSON.parse(line) as WatchEvent;
  } catch {
    return { type: '(not JSON)', object: { line } };
  }
}

/** A bookmark that ends the initial events is promised; any other comes when the server's clock says so. */
function isTimedBookmark({ type, object }: WatchEvent): boolean {
  return type === 'BOOKMARK' && object.metadata?.annotations?.[INITIAL_EVENTS_END] === undefined;
}

async function withDeadline(wait: Promise<void>, what: string): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not in time: ${what}`)), DEADLINE_MS);
  });
  await Promise.race([wait, deadline]).finally(() => clearTimeout(timer));
}
