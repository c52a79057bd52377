/** A block is split in two above it: moving a thousand references costs less than a microsecond. */
const MAX_BLOCK = 1024;

/** A set of keys in order, kept in blocks: one long array takes as long to insert into as it is long. */
export class SortedKeys {
  /** Each in order, none empty, and each before the next. */
  readonly #blocks: string[][] = [];
  /** Not sorted in yet: many that come at once are cheaper sorted together. */
  #loaded: string[] = [];

  /** Of keys that are not in it. To be used for many at once, before the first `add`. */
  load(key: string): void {
    this.#loaded.push(key);
  }

  /** The key must not be in it. */
  add(key: string): void {
    this.#sortLoaded();
    const index = this.#blockOf(key);
    const block = this.#blocks[index];
    if (block === undefined) {
      this.#blocks.push([key]);
      return;
    }
    block.splice(lowerBound(block, key), 0, key);
    if (block.length > MAX_BLOCK) this.#blocks.splice(index + 1, 0, block.splice(MAX_BLOCK / 2));
  }

  /** A key that is not in it is no error. */
  delete(key: string): void {
    this.#sortLoaded();
    const index = this.#blockOf(key);
    const block = this.#blocks[index];
    if (block === undefined) return;
    const position = lowerBound(block, key);
    if (block[position] === key) block.splice(position, 1);
    if (block.length === 0) this.#blocks.splice(index, 1);
  }

  /** In order, from `startKey` on, itself included. The set must not change meanwhile. */
  *from(startKey: string): Generator<string> {
    this.#sortLoaded();
    for (let index = this.#blockOf(startKey); index < this.#blocks.length; index += 1) {
      const block = this.#blocks[index] ?? [];
      const isFirst = (block[0] ?? '') < startKey;
      for (let i = isFirst ? lowerBound(block, startKey) : 0; i < block.length; i += 1) yield block[i] ?? '';
    }
  }

  /** How many there are before a key, itself not included: quick, however many there are. */
  countBefore(key: string): number {
    this.#sortLoaded();
    const index = this.#blockOf(key);
    let count = lowerBound(this.#blocks[index] ?? [], key);
    for (let i = 0; i < index; i += 1) count += this.#blocks[i]?.length ?? 0;
    return count;
  }

  /** The last block that begins at or before the key; the first one if all begin after it. */
  #blockOf(key: string): number {
    let [low, high] = [0, this.#blocks.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#blocks[middle]?.[0] ?? '') <= key) low = middle + 1;
      else high = middle;
    }
    return Math.max(low - 1, 0);
  }

  #sortLoaded(): void {
    if (this.#loaded.length === 0) return;
    const keys = [...this.#blocks.flat(), ...this.#loaded].toSorted(compareKeys);
    this.#loaded = [];
    this.#blocks.length = 0;
    // Half full, so that the next additions split none.
    const size = MAX_BLOCK / 2;
    for (let start = 0; start < keys.length; start += size)
      this.#blocks.push(keys.slice(start, start + size));
  }
}

/** As etcd orders them: by bytes, which for the characters of names is the order of UTF-16 units too. */
export function compareKeys(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The first text after all that begin with a prefix, which must not be empty. */
export function afterPrefix(prefix: string): string {
  return prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1);
}

/** The index of the first that is not before the key. */
function lowerBound(keys: readonly string[], key: string): number {
  let [low, high] = [0, keys.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle] ?? '') < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
