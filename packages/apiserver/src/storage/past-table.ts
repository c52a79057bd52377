import type { ReadableTable } from './readable-table.ts';
import { compareKeys } from './sorted-keys.ts';
import type { StoredObject } from './stored-object.ts';

/** A table as it was: as it is, but for what has changed since. */
export class PastTable implements ReadableTable {
  readonly #present: ReadableTable & { get(key: string): StoredObject | undefined };
  /** What has changed since, as it was then; undefined: not there. */
  readonly #changed: ReadonlyMap<string, StoredObject | undefined>;
  /** Those of them that were there, in order. */
  readonly #former: readonly StoredObject[];

  constructor(
    present: ReadableTable & { get(key: string): StoredObject | undefined },
    changed: ReadonlyMap<string, StoredObject | undefined>,
  ) {
    this.#present = present;
    this.#changed = changed;
    this.#former = [...changed.values()]
      .filter((object) => object !== undefined)
      .toSorted((a, b) => compareKeys(a.key, b.key));
  }

  *scan(prefix = '', startKey = prefix): Generator<StoredObject> {
    const former = this.#former.filter(({ key }) => key.startsWith(prefix) && key >= startKey);
    let next = 0;
    for (const object of this.#present.scan(prefix, startKey)) {
      if (this.#changed.has(object.key)) continue;
      for (let one = former[next]; one !== undefined && one.key < object.key; one = former[next]) {
        yield one;
        next += 1;
      }
      yield object;
    }
    yield* former.slice(next);
  }

  count(prefix = '', startKey = prefix): number {
    let count = this.#present.count(prefix, startKey);
    for (const [key, former] of this.#changed) {
      if (!key.startsWith(prefix) || key < startKey) continue;
      if (this.#present.get(key) !== undefined) count -= 1;
      if (former !== undefined) count += 1;
    }
    return count;
  }
}
