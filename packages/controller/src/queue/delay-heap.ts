export interface Delayed {
  readyAtMs: number;
  /** Kept by the heap; -1 while outside of it. */
  heapIndex: number;
}

/** A binary heap, earliest first, from which any item can be taken out in O(log n). */
export class DelayHeap<T extends Delayed> {
  readonly #items: T[] = [];

  get size(): number {
    return this.#items.length;
  }

  get earliest(): T | undefined {
    return this.#items[0];
  }

  add(item: T): void {
    this.#place(item, this.#items.length);
    this.#rise(item);
  }

  remove(item: T): void {
    const hole = item.heapIndex;
    const last = this.#items.pop();
    item.heapIndex = -1;
    if (last === undefined || last === item) return;
    this.#place(last, hole);
    this.#sink(last);
    this.#rise(last);
  }

  #rise(item: T): void {
    while (item.heapIndex > 0) {
      const parent = this.#items[(item.heapIndex - 1) >> 1];
      if (parent === undefined || parent.readyAtMs <= item.readyAtMs) return;
      this.#swap(parent, item);
    }
  }

  #sink(item: T): void {
    for (;;) {
      const child = this.#earlierChild(item.heapIndex);
      if (child === undefined || item.readyAtMs <= child.readyAtMs) return;
      this.#swap(item, child);
    }
  }

  #earlierChild(index: number): T | undefined {
    const left = this.#items[2 * index + 1];
    const right = this.#items[2 * index + 2];
    if (left === undefined || right === undefined) return left;
    return right.readyAtMs < left.readyAtMs ? right : left;
  }

  #swap(a: T, b: T): void {
    const index = a.heapIndex;
    this.#place(a, b.heapIndex);
    this.#place(b, index);
  }

  #place(item: T, index: number): void {
    this.#items[index] = item;
    item.heapIndex = index;
  }
}
