/** Columns are the keys of the first row; numbers stand right, text left. */
export function formatTable(rows: readonly Readonly<Record<string, string | number>>[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const cells = rows.map((row) => columns.map((column) => text(row[column])));
  const widths = columns.map((column, i) =>
    Math.max(column.length, ...cells.map((row) => row[i]?.length ?? 0)),
  );
  const isNumber = columns.map((column) =>
    rows.every((row) => typeof row[column] === 'number' || row[column] === '-'),
  );
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, i) => (isNumber[i] ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0))).join(' | ')} |`;
  const rule = `|${widths.map((width, i) => (isNumber[i] ? `${'-'.repeat(width + 1)}:` : '-'.repeat(width + 2))).join('|')}|`;
  return [line(columns), rule, ...cells.map(line)].join('\n');
}

function text(value: string | number | undefined): string {
  if (typeof value !== 'number') return value ?? '';
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString('en-US', { maximumFractionDigits: digits, minimumFractionDigits: 0 });
}
