/** What one rule may cost, and all rules of an object together, in units of about one step. */
const MAX_COST_OF_CALL = 1_000_000;
const MAX_COST_OF_OBJECT = 10_000_000;

/** Thrown out of a rule that does too much. */
export class CostExceeded extends Error {
  constructor() {
    super('operation cancelled: actual cost limit exceeded');
  }
}

/**
 * Counts what rules do, so that none can hold up the server. There is one, because evaluation is synchronous: who
 * evaluates begins, and everything that runs until it ends is charged to it.
 */
class Meter {
  #spent = 0;

  begin(): void {
    this.#spent = 0;
  }

  get spent(): number {
    return this.#spent;
  }

  get isExceeded(): boolean {
    return this.#spent > MAX_COST_OF_CALL;
  }

  charge(units: number): void {
    this.#spent += units;
    if (this.#spent > MAX_COST_OF_CALL) throw new CostExceeded();
  }
}

export const meter = new Meter();

/** What is left for the rules of one object. */
export class ObjectBudget {
  #left = MAX_COST_OF_OBJECT;

  get isSpent(): boolean {
    return this.#left <= 0;
  }

  spend(units: number): void {
    this.#left -= units;
  }
}
