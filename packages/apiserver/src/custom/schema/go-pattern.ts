import { RE2JS } from 're2js';

/** A regular expression as Go reads it, in time that grows with the text alone: patterns come from clients. */
export interface GoPattern {
  /** True if some part of the text matches. */
  test(text: string): boolean;
  /** All matches from left to right, at most `limit` of them. */
  findAll(text: string, limit: number): string[];
}

/** Throws an Error in Go's words: "error parsing regexp: missing closing ): `(`". */
export function compileGoPattern(source: string): GoPattern {
  const compiled = RE2JS.compile(source);
  return {
    test: (text) => compiled.test(text),
    findAll: (text, limit) => {
      const matcher = compiled.matcher(text);
      const found: string[] = [];
      while (found.length < limit && matcher.find()) found.push(matcher.group() ?? '');
      return found;
    },
  };
}

/** Why a text is no pattern, in Go's words; undefined if it is one. */
export function patternProblem(source: string): string | undefined {
  try {
    RE2JS.compile(source);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
