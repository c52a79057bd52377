import type { DeclType } from './decl-type.ts';

/** What evaluating a node may cost at worst, and how large its value may be. */
export interface Estimate {
  readonly cost: number;
  /** Characters, items or members; Infinity if nothing is known. */
  readonly size: number;
  /** Of a part of the object. */
  readonly decl?: DeclType | undefined;
  /** Of what a list or a map that the expression made holds. */
  readonly elementSize?: number | undefined;
}

/** Nothing times anything is nothing, also without a limit. */
export function times(a: number, b: number): number {
  return a === 0 || b === 0 ? 0 : a * b;
}

/** Of going through a text once: ten characters are one step. */
export function traversal(size: number, factor = 0.1): number {
  return Math.ceil(size * factor);
}
