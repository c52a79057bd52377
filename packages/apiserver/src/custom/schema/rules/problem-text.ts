/** Something that is wrong with an expression, at a place in its text. */
export interface ExpressionProblem {
  readonly offset: number;
  readonly message: string;
}

/** Problems as the real server prints them: the place, the line, and a mark below it. */
export function problemText(text: string, problems: readonly ExpressionProblem[]): string {
  return problems.map(({ offset, message }) => located(text, offset, message)).join('\n');
}

function located(text: string, offset: number, message: string): string {
  const before = text.slice(0, offset).split('\n');
  const column = Array.from(before.at(-1) ?? '').length;
  const line = text.split('\n')[before.length - 1] ?? '';
  return `ERROR: <input>:${before.length}:${column + 1}: ${message}\n | ${line}\n | ${'.'.repeat(column)}^`;
}
