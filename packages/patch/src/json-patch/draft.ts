import { isJsonArray, isJsonObject, ownValue, setOwnValue, type JsonValue } from '../json-value.ts';
import { placeInList } from './pointer.ts';

/** A list or object that belongs to the draft and may be changed. */
export type Container = JsonValue[] | Record<string, JsonValue>;

/**
 * A document while operations change it. Lists and objects on the way to a change are copied at their first
 * change and changed in place after it: ten thousand operations on one large list cost one copy of it.
 */
export class Draft {
  #root: JsonValue;
  readonly #owned = new Set<object>();

  constructor(document: JsonValue) {
    this.#root = document;
  }

  get root(): JsonValue {
    return this.#root;
  }

  replaceRoot(value: JsonValue): void {
    this.#root = value;
  }

  /** The value that the keys lead to, or undefined if a step of the way is missing or no list or object. */
  find(keys: readonly string[]): JsonValue | undefined {
    let value: JsonValue | undefined = this.#root;
    for (const key of keys) value = child(value, key);
    return value;
  }

  /** The list or object that the keys lead to, made the draft's own. */
  own(keys: readonly string[]): Container | undefined {
    const target = this.find(keys);
    if (!isJsonArray(target) && !isJsonObject(target)) return undefined;
    let container = this.#ownCopy(this.#root);
    this.#root = container;
    for (const key of keys) {
      const owned = this.#ownCopy(child(container, key));
      putChild(container, key, owned);
      container = owned;
    }
    return container;
  }

  /**
   * Gives up what the draft may change inside a value, since the value is to stand in a second place. What
   * the draft owns is owned up to the root, so below a foreign value there is nothing to give up.
   */
  share(value: JsonValue | undefined): void {
    if (!isContainer(value) || !this.#owned.delete(value)) return;
    for (const inner of Object.values(value)) this.share(inner);
  }

  #ownCopy(value: JsonValue | undefined): Container {
    if (isContainer(value) && this.#owned.has(value)) return value;
    const copy: Container = isJsonArray(value) ? [...value] : { ...(value as Record<string, JsonValue>) };
    this.#owned.add(copy);
    return copy;
  }
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}

function child(value: JsonValue | undefined, key: string): JsonValue | undefined {
  if (isJsonObject(value)) return ownValue(value, key);
  if (!isJsonArray(value)) return undefined;
  const place = placeInList(key, value.length);
  return 'problem' in place ? undefined : value[place.index];
}

function putChild(container: Container, key: string, value: JsonValue): void {
  if (!Array.isArray(container)) {
    setOwnValue(container, key, value);
    return;
  }
  const place = placeInList(key, container.length);
  if ('index' in place) container[place.index] = value;
}
