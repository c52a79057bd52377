/** What differs from one run to the next, by the words that stand for it in a README; examples/README.md explains them. */
export const PLACEHOLDERS: Readonly<Record<string, string>> = {
  '<age>': '(?:\\d+[smhdy])+',
  '<id>': '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}',
  '<hash>': '[a-z0-9]{4,64}',
  '<ip>': '\\d+\\.\\d+\\.\\d+\\.\\d+',
  '<any>': '.*',
};

/** Alone in a line: any lines, or none. */
const ANY_LINES = '...';

/** Whether a reader sees what the README says. Columns may be wider or narrower; the end is not counted. */
export function isAsExpected(expected: string, actual: string): boolean {
  const parts = linesOf(expected).map((line) =>
    line === ANY_LINES ? '(?:[^\\n]*\\n)*' : `${linePattern(line)}\\n`,
  );
  return new RegExp(`^${parts.join('')}$`).test(`${linesOf(actual).join('\n')}\n`);
}

function linePattern(line: string): string {
  const words = Object.keys(PLACEHOLDERS);
  const pieces = line.split(new RegExp(`(${words.join('|')})`));
  return pieces.map((piece) => PLACEHOLDERS[piece] ?? literally(piece)).join('');
}

function literally(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function linesOf(text: string): string[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => line.trim().replaceAll(/[ \t]+/g, ' '));
}
