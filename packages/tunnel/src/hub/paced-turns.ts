/** Does what it is given in turn, a few pieces in each turn of the event loop: what is between two turns goes on. */
export class PacedTurns {
  readonly #perTurn: number;
  #waiting: (() => void)[] = [];
  #done = 0;
  #isScheduled = false;

  constructor(perTurn: number) {
    this.#perTurn = perTurn;
  }

  add(piece: () => void): void {
    this.#waiting.push(piece);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.#turn());
  }

  #turn(): void {
    this.#isScheduled = false;
    const until = Math.min(this.#waiting.length, this.#done + this.#perTurn);
    if (until < this.#waiting.length) this.#schedule();
    while (this.#done < until) {
      const piece = this.#waiting[this.#done];
      this.#done += 1;
      piece?.();
    }
    if (this.#done < this.#waiting.length) return;
    this.#waiting = [];
    this.#done = 0;
  }
}
