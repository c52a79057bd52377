import { visit, type parseDocument } from 'yaml';
import type { JsonValue } from '@banyan/patch';
import { OverrideProblem } from './override-problem.ts';

export function hasAliases(document: ReturnType<typeof parseDocument>): boolean {
  let found = false;
  visit(document, {
    Alias: () => {
      found = true;
      return visit.BREAK;
    },
  });
  return found;
}

/** What a document says with its aliases written out. Few aliases can say very much, so there is a limit. */
export function plainValue(document: ReturnType<typeof parseDocument>): JsonValue {
  try {
    return document.toJS() as JsonValue;
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    throw new OverrideProblem(`its aliases cannot be written out: ${error.message}`);
  }
}
