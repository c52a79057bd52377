import { RE2JS } from 're2js';

/** A regular expression that takes no longer than the text is long: whoever runs a script may write any. */
export interface SafePattern {
  test(text: string): boolean;
  /** The first part of the text that matches. */
  find(text: string): string | undefined;
}

/** Undefined: it is no expression. A dot stands for newlines too. */
export function safePattern(source: string, { ignoresCase = false } = {}): SafePattern | undefined {
  try {
    const compiled = RE2JS.compile(source, RE2JS.DOTALL | (ignoresCase ? RE2JS.CASE_INSENSITIVE : 0));
    return {
      test: (text) => compiled.matcher(text).find(),
      find: (text) => {
        const matcher = compiled.matcher(text);
        return matcher.find() ? (matcher.group() ?? undefined) : undefined;
      },
    };
  } catch {
    return undefined;
  }
}

/** A text as an expression for itself. */
export function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
