/** Random numbers that are the same for the same seed (mulberry32), so that fixtures can be made again. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** From 0 up to and without `bound`. */
  int(bound: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let bits = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) % bound;
  }

  /** True in `percent` of a hundred times. */
  chance(percent: number): boolean {
    return this.int(100) < percent;
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.int(items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }

  /** Some of the items, in their order. */
  some<T>(items: readonly T[]): T[] {
    return items.filter(() => this.chance(50));
  }

  shuffled<T>(items: readonly T[]): T[] {
    const keyed = items.map((item) => ({ item, key: this.int(1_000_000) }));
    return keyed.toSorted((left, right) => left.key - right.key).map(({ item }) => item);
  }
}
