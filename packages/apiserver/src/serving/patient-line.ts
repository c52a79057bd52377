import type { Socket } from 'node:net';

export interface PatientLineOptions {
  /** Connections between the beginning of their handshake and the answer to their first request. */
  readonly atOnce: number;
  /** That begin in one turn of the event loop. */
  readonly perTurn: number;
  /** Connections that wait for that. Who comes when there are so many is let go, and comes again later. */
  readonly maxWaiting: number;
  /** One that has not asked for anything after this long is no longer waited for. */
  readonly maxHoldMs: number;
}

/**
 * Where clients wait that can: programs that come in thousands when a network is back, and come again by themselves. So
 * few are dealt with at once that whoever else has a request hardly notices, and whoever would wait for longer than he
 * has patience for is let go before he has cost anything.
 */
export class PatientLine {
  readonly #options: PatientLineOptions;
  readonly #waiting = new Map<Socket, () => void>();
  readonly #held = new Map<string, NodeJS.Timeout>();
  #isScheduled = false;

  constructor(options: PatientLineOptions) {
    this.#options = options;
  }

  /** `begin` is called when it is this one's turn. `id` names it from then on. */
  enter(socket: Socket, id: string, begin: () => void): void {
    if (this.#waiting.size >= this.#options.maxWaiting) {
      socket.destroy();
      return;
    }
    const gone = () => {
      this.#waiting.delete(socket);
      this.leave(id);
    };
    socket.once('close', gone);
    this.#waiting.set(socket, () => {
      this.#held.set(id, setTimeout(() => this.leave(id), this.#options.maxHoldMs).unref());
      begin();
    });
    this.#next();
  }

  /** It has been answered, or has gone: the next one's turn. Of others nothing is known. */
  leave(id: string): void {
    const timer = this.#held.get(id);
    if (timer === undefined) return;
    clearTimeout(timer);
    this.#held.delete(id);
    this.#next();
  }

  #next(): void {
    if (this.#isScheduled || !this.#isAnyonesTurn()) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      for (let begun = 0; begun < this.#options.perTurn && this.#isAnyonesTurn(); begun += 1) {
        this.#beginFirst();
      }
      this.#next();
    });
  }

  #isAnyonesTurn(): boolean {
    return this.#waiting.size > 0 && this.#held.size < this.#options.atOnce;
  }

  #beginFirst(): void {
    const [first] = this.#waiting;
    if (first === undefined) return;
    const [socket, begin] = first;
    this.#waiting.delete(socket);
    begin();
  }
}
