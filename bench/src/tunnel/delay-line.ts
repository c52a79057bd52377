import type { Socket } from 'node:net';

/** More than any window in use: the line holds what is under way, and is never what slows a sender down. */
const MAX_HELD_BYTES = 64 * 1024 * 1024;

interface Held {
  readonly dueMs: number;
  /** Undefined: the end. */
  readonly bytes: Buffer | undefined;
}

/** One direction of a long line: what comes from one socket goes into the other later, in order and just as fast. */
export class DelayLine {
  readonly #from: Socket;
  readonly #to: Socket;
  readonly #delayMs: () => number;
  readonly #held: Held[] = [];
  #heldBytes = 0;
  #timer: NodeJS.Timeout | undefined;
  #isFull = false;

  constructor(from: Socket, to: Socket, delayMs: () => number) {
    this.#from = from;
    this.#to = to;
    this.#delayMs = delayMs;
    from.on('data', (bytes: Buffer) => this.#take(bytes));
    from.once('end', () => this.#take(undefined));
    from.once('close', (hadError) => hadError && to.destroy());
    to.on('drain', () => {
      this.#isFull = false;
      this.#give();
    });
    to.once('close', () => {
      clearTimeout(this.#timer);
      from.destroy();
    });
  }

  #take(bytes: Buffer | undefined): void {
    this.#held.push({ dueMs: performance.now() + this.#delayMs(), bytes });
    this.#heldBytes += bytes?.length ?? 0;
    if (this.#heldBytes > MAX_HELD_BYTES) this.#from.pause();
    this.#give();
  }

  #give(): void {
    while (!this.#isFull) {
      const [first] = this.#held;
      if (first === undefined) return;
      const waitMs = first.dueMs - performance.now();
      if (waitMs > 0) {
        this.#timer ??= setTimeout(() => {
          this.#timer = undefined;
          this.#give();
        }, waitMs);
        return;
      }
      this.#held.shift();
      this.#pass(first.bytes);
    }
  }

  #pass(bytes: Buffer | undefined): void {
    if (bytes === undefined) {
      this.#to.end();
      return;
    }
    this.#heldBytes -= bytes.length;
    if (this.#heldBytes < MAX_HELD_BYTES / 2) this.#from.resume();
    this.#isFull = !this.#to.write(bytes);
  }
}
