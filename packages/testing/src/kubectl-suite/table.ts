/** A table as kubectl prints it: of get, or inside describe, where a line of dashes follows the titles. */
export interface Table {
  readonly indent: string;
  readonly titles: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly inDescribe: boolean;
}

/** Titles of get: capitals, one space inside a title, more between two. */
const GET_TITLES = /^[A-Z][A-Z0-9()/%:-]*(?: {1,}[A-Z0-9()/%:-]+)*$/;
const DASHES = /^ *-{2,}(?: +-{2,})+ *$/;

/** How many of the lines, from the first on, are a table; 0 if it begins none. */
export function tableLength(lines: readonly string[]): number {
  const [first = '', second = ''] = lines;
  if (DASHES.test(second) && !DASHES.test(first)) {
    const indent = leadingSpaces(first);
    const end = lines.findIndex((line, i) => i > 1 && (line === '' || leadingSpaces(line) < indent));
    return end === -1 ? lines.length : end;
  }
  if (!GET_TITLES.test(first) || !first.includes('  ')) return 0;
  const end = lines.findIndex((line, i) => i > 0 && (line === '' || GET_TITLES.test(line)));
  return end === -1 ? lines.length : end;
}

export function parseTable(lines: readonly string[]): Table {
  const [first = '', second = ''] = lines;
  const inDescribe = DASHES.test(second);
  const starts = [...first.matchAll(/\S+(?: \S+)*/g)].map(({ index }) => index);
  return {
    indent: ' '.repeat(leadingSpaces(first)),
    titles: cellsAt(first, starts),
    rows: lines.slice(inDescribe ? 2 : 1).map((line) => rowCells(line, starts)),
    inDescribe,
  };
}

export function printTable({ indent, titles, rows, inDescribe }: Table): string[] {
  const dashes = titles.map((title) => '-'.repeat(title.length));
  const lines = [titles, ...(inDescribe ? [dashes] : []), ...rows];
  const gap = inDescribe ? 2 : 3;
  const widths = titles.map(
    (_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)) + gap,
  );
  return lines.map((cells) =>
    `${indent}${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('')}`.trimEnd(),
  );
}

function rowCells(line: string, starts: readonly number[]): string[] {
  // A row of a watch may be wider than the titles, which were printed before it came.
  const fits = starts.every((start) => start === 0 || line.length < start || line[start - 1] === ' ');
  return fits ? cellsAt(line, starts) : line.trim().split(/ {2,}/);
}

function cellsAt(line: string, starts: readonly number[]): string[] {
  return starts.map((start, i) => line.slice(start, starts[i + 1]).trim());
}

function leadingSpaces(line: string): number {
  return line.length - line.trimStart().length;
}
