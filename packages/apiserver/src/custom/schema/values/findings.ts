import type { StatusCause } from '@banyan/api';

interface Finding {
  /** Tells findings apart: the same is told once. */
  readonly text: string;
  readonly cause: StatusCause;
}

/** More is told to nobody: a list may have a million items, all of them wrong. */
export const MAX_CAUSES = 10_000;

/** What is wrong with a value, and how many checks it came through: the alternative that came furthest is reported. */
export class Findings {
  readonly list: Finding[] = [];
  matches = 0;
  #texts: Set<string> | undefined;

  get isValid(): boolean {
    return this.list.length === 0;
  }

  get isFull(): boolean {
    return this.list.length >= MAX_CAUSES;
  }

  add(text: string, cause: StatusCause): void {
    this.#texts ??= new Set();
    if (this.isFull || this.#texts.has(text)) return;
    this.#texts.add(text);
    this.list.push({ text, cause });
  }

  merge(other: Findings): void {
    this.matches += other.matches;
    for (const { text, cause } of other.list) this.add(text, cause);
  }
}

/** Checks a value at a path (`spec.list[0].name`, empty at the root). */
export type ValueCheck = (context: CheckContext, value: unknown, path: string) => void;

export interface CheckContext {
  readonly findings: Findings;
  /** What was there before, for who lets unchanged values through; undefined if there is nothing to compare with. */
  readonly correlation: Correlation | undefined;
  /** Put before the path of every cause. */
  readonly prefix: string;
}

/** A value beside the one it replaces. */
export interface Correlation {
  readonly isEqual: boolean;
  key(name: string): Correlation | undefined;
  index(index: number): Correlation | undefined;
}

/** The field that a cause names. */
export function causeField({ prefix }: CheckContext, path: string): string {
  const name = path.startsWith('.') ? path.slice(1) : path;
  if (name === '') return prefix === '' ? '<nil>' : prefix;
  return prefix === '' ? name : `${prefix}.${name}`;
}

/** The same context for a value inside. */
export function withCorrelation(context: CheckContext, correlation: Correlation | undefined): CheckContext {
  return context.correlation === correlation ? context : { ...context, correlation };
}
