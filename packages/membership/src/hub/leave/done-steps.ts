/** Does one step, unless it was done before. */
export type Once = (step: string, act: () => Promise<void>) => Promise<void>;

/** For those who do a thing only once anyway. */
export const always: Once = (_step, act) => act();

/**
 * Which steps of a workflow were done, for as long as this process runs: after a failure the next try goes on where the
 * last one stopped. Another process does them again, and finds nothing to do.
 */
export class DoneSteps {
  readonly #done = new Map<string, Set<string>>();

  /** Of the workflow with this id. */
  of(id: string): Once {
    const done = this.#done.get(id) ?? new Set();
    this.#done.set(id, done);
    return async (step, act) => {
      if (done.has(step)) return;
      await act();
      done.add(step);
    };
  }

  forget(id: string): void {
    this.#done.delete(id);
  }
}
