import { maskText, type OwnWords } from './mask-rules.ts';
import { sortKey, type MaskedText, type MaskNumbers } from './masked-text.ts';
import { parseTable, printTable, tableLength } from './table.ts';

export interface NormaliseOptions {
  readonly numbers: MaskNumbers;
  readonly ownWords?: OwnWords;
  readonly unordered?: boolean;
}

/** Columns that tell how long ago something was. `<unknown>`, `<none>` and the like stay: those are facts. */
const AGE_TITLES = new Set(['AGE', 'LAST SEEN', 'LAST SCHEDULE', 'DURATION', 'Age']);
const AGE = /^(?:\d+(?:ms|s|m|h|d|y))+(?: \(x\d+ over [\dsmhd]+\))?$/;

/** kubectl's watches log how they ended if that was at an unlucky moment: chance, and not said to the user. */
const WATCH_LOG = /^[IWE]\d{4} [\d:.]+ +\d+ reflector\.go:/;

/** One stream of a command as it would be on every run. */
export function normaliseOutput(text: string, options: NormaliseOptions): string {
  const lines = text.split('\n').filter((line) => !WATCH_LOG.test(line));
  const shown: string[] = [];
  for (let i = 0; i < lines.length;) {
    const length = tableLength(lines.slice(i));
    const end = length > 0 ? i + length : plainEnd(lines, i);
    const part = lines.slice(i, end);
    shown.push(...(length > 0 ? normaliseTable(part, options) : normaliseLines(part, options)));
    i = end;
  }
  return shown.join('\n');
}

function plainEnd(lines: readonly string[], start: number): number {
  let end = start + 1;
  while (end < lines.length && tableLength(lines.slice(end)) === 0) end += 1;
  return end;
}

function normaliseLines(lines: readonly string[], options: NormaliseOptions): string[] {
  const { numbers, ownWords, unordered } = options;
  if (!unordered) return numbers.show(maskText(lines.join('\n'), ownWords)).split('\n');
  // The empty text after the last line break is no line.
  const last = lines.at(-1) === '' ? [''] : [];
  const masked = lines.slice(0, lines.length - last.length).map((line) => maskText(line, ownWords));
  return [
    ...inOneOrder(
      masked,
      (line) => line,
      (line) => numbers.show(line),
    ),
    ...last,
  ];
}

function normaliseTable(lines: readonly string[], options: NormaliseOptions): string[] {
  const table = parseTable(lines);
  const masked = table.rows.map((cells) =>
    cells.map((cell, column) => maskCell(cell, table.titles[column] ?? '', options.ownWords)),
  );
  const isMasked = masked.some((cells) => cells.flat().some((piece) => typeof piece !== 'string'));
  if (!isMasked && !options.unordered) return [...lines];
  const show = (cells: readonly MaskedText[]) => cells.map((cell) => options.numbers.show(cell));
  const rows = options.unordered ? inOneOrder(masked, (cells) => cells.flat(), show) : masked.map(show);
  return printTable({ ...table, rows });
}

function maskCell(cell: string, title: string, ownWords?: OwnWords): MaskedText {
  if (AGE_TITLES.has(title) && AGE.test(cell)) return [{ kind: 'age', value: cell }];
  return maskText(cell, ownWords);
}

/**
 * By the text with all masks alike; then, since equal ones may have been numbered by an earlier answer, by what
 * is shown.
 */
function inOneOrder<T, Shown extends string | readonly string[]>(
  items: readonly T[],
  textOf: (item: T) => MaskedText,
  show: (item: T) => Shown,
): Shown[] {
  return items
    .map((item) => ({ item, key: sortKey(textOf(item)) }))
    .toSorted((a, b) => compareText(a.key, b.key))
    .map(({ item, key }) => ({ key, shown: show(item) }))
    .toSorted((a, b) => compareText(a.key, b.key) || compareText(String(a.shown), String(b.shown)))
    .map(({ shown }) => shown);
}

function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
