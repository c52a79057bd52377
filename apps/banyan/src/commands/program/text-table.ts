const GAP = '   ';

/** Columns as wide as they need to be. The first row is the heading. */
export function textTable(rows: readonly (readonly string[])[]): string {
  const widths = widthsOf(rows);
  return rows.map((row) => padded(row, widths)).join('\n');
}

/** One more row, under the columns of a table that is already printed. */
export function paddedRow(row: readonly string[], table: readonly (readonly string[])[]): string {
  return padded(row, widthsOf(table));
}

function widthsOf(rows: readonly (readonly string[])[]): number[] {
  return (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
}

function padded(row: readonly string[], widths: readonly number[]): string {
  return row
    .map((cell, column) => cell.padEnd(widths[column] ?? 0))
    .join(GAP)
    .trimEnd();
}

export function countOf(members: number): string {
  return members === 1 ? '1 member' : `${members} members`;
}
