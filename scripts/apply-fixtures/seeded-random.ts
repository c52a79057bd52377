/** The same numbers for the same seed, so that a recording can be made again. */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** From 0 to 1, as Math.random: mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(first: T, ...others: readonly T[]): T {
    return others[Math.floor(this.next() * (others.length + 1)) - 1] ?? first;
  }

  /** Some of the items, in a random order. */
  some<T>(items: readonly T[], probability = 0.5): T[] {
    return items
      .filter(() => this.chance(probability))
      .map((item) => [this.next(), item] as const)
      .sort(([left], [right]) => left - right)
      .map(([, item]) => item);
  }

  /** Each entry with its probability; a value that is a function is made anew. */
  maybe<T>(probability: number, value: () => T): T | undefined {
    return this.chance(probability) ? value() : undefined;
  }
}
