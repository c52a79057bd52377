import { DecodeError } from '../decode-error.ts';

const [LOW, HIGH] = [400_000, 4_000_000];

/** Keeps a few lines of anchors from becoming gigabytes: the limits are those of Kubernetes' YAML reader. */
export class AliasBudget {
  readonly #open = new Set<string>();
  #nodes = 0;
  #nodesOfAliases = 0;

  /** Called for every node that is read, again for each time that an alias repeats it. */
  count(): void {
    this.#nodes += 1;
    if (this.#open.size > 0) this.#nodesOfAliases += 1;
    const isSmall = this.#nodesOfAliases <= 100 || this.#nodes <= 1000;
    if (!isSmall && this.#nodesOfAliases / this.#nodes > allowedShare(this.#nodes))
      throw new DecodeError('yaml: document contains excessive aliasing');
  }

  expand<T>(anchor: string, read: () => T): T {
    if (this.#open.has(anchor)) throw new DecodeError(`yaml: anchor '${anchor}' value contains itself`);
    this.#open.add(anchor);
    const value = read();
    this.#open.delete(anchor);
    return value;
  }
}

/** Nearly all of a small document may come from aliases, a tenth of a large one. */
function allowedShare(nodes: number): number {
  if (nodes <= LOW) return 0.99;
  if (nodes >= HIGH) return 0.1;
  return 0.99 - 0.89 * ((nodes - LOW) / (HIGH - LOW));
}
