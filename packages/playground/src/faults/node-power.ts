/** Which nodes of a cluster play dead: no heartbeats, and nothing is done about their pods. */
export class NodePower {
  readonly #dead = new Set<string>();
  readonly #onRevived: ((node: string) => void)[] = [];

  get dead(): readonly string[] {
    return [...this.#dead].sort();
  }

  readonly isAlive = (node: string): boolean => !this.#dead.has(node);

  kill(node: string): void {
    this.#dead.add(node);
  }

  revive(node: string): void {
    if (!this.#dead.delete(node)) return;
    for (const listener of this.#onRevived) listener(node);
  }

  reviveAll(): void {
    for (const node of this.dead) this.revive(node);
  }

  /** Called for every node that comes back. */
  onRevived(listener: (node: string) => void): void {
    this.#onRevived.push(listener);
  }
}
