import type { KubeObject } from '@banyan/api';

/** Objects by something that they say, kept up to date by whoever owns it. */
export class ObjectIndex<T extends KubeObject> {
  readonly #keysOf: (object: Readonly<T>) => readonly string[];
  /** By index key, then by `namespace/name`. */
  readonly #objects = new Map<string, Map<string, Readonly<T>>>();

  constructor(keysOf: (object: Readonly<T>) => readonly string[]) {
    this.#keysOf = keysOf;
  }

  /** In no particular order. */
  get(key: string): Readonly<T>[] {
    return [...(this.#objects.get(key)?.values() ?? [])];
  }

  count(key: string): number {
    return this.#objects.get(key)?.size ?? 0;
  }

  add(object: Readonly<T>): void {
    for (const key of this.#keysOf(object)) {
      let group = this.#objects.get(key);
      if (group === undefined) this.#objects.set(key, (group = new Map()));
      group.set(identity(object), object);
    }
  }

  remove(object: Readonly<T>): void {
    for (const key of this.#keysOf(object)) {
      const group = this.#objects.get(key);
      group?.delete(identity(object));
      if (group?.size === 0) this.#objects.delete(key);
    }
  }
}

function identity({ metadata: { namespace = '', name = '' } }: Readonly<KubeObject>): string {
  return `${namespace}/${name}`;
}
