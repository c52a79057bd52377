import { MemoryTree } from '../../shell/memory-tree.ts';

/** What is in claimed volumes: it outlives pods, and is shared by those that claim the same. It ends with the process. */
export class KeptVolumes {
  readonly #trees = new Map<string, MemoryTree>();

  of(namespace: string, claim: string): MemoryTree {
    const key = `${namespace}/${claim}`;
    const tree = this.#trees.get(key) ?? new MemoryTree();
    this.#trees.set(key, tree);
    return tree;
  }

  forget(namespace: string, claim: string): void {
    this.#trees.delete(`${namespace}/${claim}`);
  }
}
