import type { Override } from '../words/override.ts';

/** The overrides of one object of the user, with what their place depends on. */
export interface OverrideSet {
  /** Sets of a higher rank come after all of a lower one: 0 for all clusters, 1 for one. */
  readonly rank: number;
  readonly priority: number;
  /** RFC 3339. */
  readonly createdAt: string;
  readonly name: string;
  /** Another whenever the set was changed. */
  readonly revision: string;
  /** It waits until something else is a reason to render. */
  readonly isLazy: boolean;
  readonly overrides: readonly Override[];
}

/** In the order in which they apply: by rank, then priority, then age (the younger wins), then name; inside of a set in its own order. */
export function orderOverrides(sets: readonly OverrideSet[]): Override[] {
  return orderSets(sets).flatMap(({ overrides }) => overrides);
}

export function orderSets(sets: readonly OverrideSet[]): OverrideSet[] {
  return [...sets].sort(compareSets);
}

function compareSets(a: OverrideSet, b: OverrideSet): number {
  return (
    a.rank - b.rank ||
    a.priority - b.priority ||
    compareText(a.createdAt, b.createdAt) ||
    compareText(a.name, b.name)
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
