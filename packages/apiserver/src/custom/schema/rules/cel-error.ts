import type { CelNode } from './cel-node.ts';

/** What the library says of an error. */
export interface CelError extends Error {
  readonly code: string;
  readonly summary: string;
  readonly node?: CelNode;
  readonly range?: { readonly start: number; readonly end: number };
}

export function isCelError(error: unknown): error is CelError {
  return error instanceof Error && 'code' in error && 'summary' in error;
}
