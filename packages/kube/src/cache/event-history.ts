import type { CacheHandler } from './event-handlers.ts';
import type { ItemIdentity } from './item-identity.ts';
import { isOlderResourceVersion } from './resource-version.ts';

/**
 * For tests: hears of everything and notes, and throws at, each event that no history can hold: an add of what is
 * there, an update or delete of what is not, a version older than one told before, an uid that changes.
 */
export class EventHistory<T> implements CacheHandler<T> {
  readonly events: string[] = [];
  readonly violations: string[] = [];
  readonly #identity: ItemIdentity<T>;
  readonly #present = new Map<string, T>();
  readonly #newest = new Map<string, string>();

  constructor(identity: ItemIdentity<T>) {
    this.#identity = identity;
  }

  /** What a reader that only heard the events believes to be there: key → resourceVersion. */
  state(): Record<string, string> {
    return Object.fromEntries(
      [...this.#present].map(([key, item]) => [key, this.#identity.resourceVersion(item)]),
    );
  }

  onAdd(item: T): void {
    const key = this.#note('add', item);
    if (this.#present.has(key)) this.#violated(`${key} was added twice`);
    this.#present.set(key, item);
  }

  onUpdate(item: T, previous: T): void {
    const key = this.#note('update', item);
    const told = this.#present.get(key);
    const toldVersion = told === undefined ? undefined : this.#identity.resourceVersion(told);
    if (toldVersion !== this.#identity.resourceVersion(previous))
      this.#violated(`${key} was updated from a state never told`);
    if (this.#identity.uid(item) !== this.#identity.uid(previous)) this.#violated(`${key} is another object`);
    this.#present.set(key, item);
  }

  onDelete(item: T): void {
    const key = this.#note('delete', item);
    if (!this.#present.delete(key)) this.#violated(`${key} was deleted and not there`);
  }

  #violated(what: string): never {
    this.violations.push(what);
    throw new Error(what);
  }

  #note(what: string, item: T): string {
    const key = this.#identity.key(item);
    const version = this.#identity.resourceVersion(item);
    this.events.push(`${what} ${key} ${version}`);
    const newest = this.#newest.get(key);
    if (newest !== undefined && isOlderResourceVersion(version, newest)) {
      this.#violated(`${key} went back from ${newest} to ${version}`);
    }
    this.#newest.set(key, version);
    return key;
  }
}
