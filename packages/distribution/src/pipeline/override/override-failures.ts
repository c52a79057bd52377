import type { WorkFailure } from '@banyan/engine';

export interface MemberFailure {
  readonly member: string;
  readonly failure: WorkFailure;
}

/** What overrides could not be applied to, over all Bases: from the last render of each, in memory. */
export class OverrideFailures {
  readonly #byBase = new Map<
    string,
    { readonly member: string; readonly failures: readonly WorkFailure[] }
  >();
  readonly #byTitle = new Map<string, Map<string, MemberFailure>>();
  readonly #listeners: ((title: string) => void)[] = [];

  /** Called with the title of an override (`Localization a/b`) of which there is more or less to say. */
  onChange(listener: (title: string) => void): void {
    this.#listeners.push(listener);
  }

  isKnown(baseKey: string): boolean {
    return this.#byBase.has(baseKey);
  }

  set(baseKey: string, member: string, failures: readonly WorkFailure[]): void {
    const before = this.#byBase.get(baseKey)?.failures ?? [];
    this.#byBase.set(baseKey, { member, failures });
    this.#replace(baseKey, before, failures, member);
  }

  forget(baseKey: string): void {
    const before = this.#byBase.get(baseKey);
    this.#byBase.delete(baseKey);
    if (before !== undefined) this.#replace(baseKey, before.failures, [], before.member);
  }

  of(title: string): MemberFailure[] {
    const found = [...(this.#byTitle.get(title)?.values() ?? [])];
    return found.sort((a, b) => (a.member < b.member ? -1 : a.member > b.member ? 1 : 0));
  }

  #replace(
    baseKey: string,
    before: readonly WorkFailure[],
    after: readonly WorkFailure[],
    member: string,
  ): void {
    const touched = new Set([...before, ...after].map(titleOf));
    for (const title of touched) this.#byTitle.get(title)?.delete(baseKey);
    for (const failure of after) {
      const title = titleOf(failure);
      const bases = this.#byTitle.get(title) ?? new Map<string, MemberFailure>();
      this.#byTitle.set(title, bases);
      if (!bases.has(baseKey)) bases.set(baseKey, { member, failure });
    }
    for (const title of touched) {
      if (this.#byTitle.get(title)?.size === 0) this.#byTitle.delete(title);
      for (const listener of this.#listeners) listener(title);
    }
  }
}

/** The object that an override is in; names hold no comma. */
function titleOf({ source }: WorkFailure): string {
  const comma = source.indexOf(',');
  return comma < 0 ? source : source.slice(0, comma);
}
