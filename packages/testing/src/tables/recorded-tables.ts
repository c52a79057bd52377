import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RecordedTable } from './record-tables.ts';

/** Where the truth is kept. */
const FILE = join(import.meta.dirname, '../../generated/tables.json');

export function readTables(): RecordedTable[] {
  return JSON.parse(readFileSync(FILE, 'utf8')) as RecordedTable[];
}

/** Returns the file's path. */
export async function writeTables(tables: readonly RecordedTable[]): Promise<string> {
  const rows = (table: RecordedTable) => table.rows.map((row) => `\n   ${JSON.stringify(row)}`).join(',');
  const texts = tables.map(
    (table) => ` {"collection":${JSON.stringify(table.collection)},"now":${JSON.stringify(table.now)},
  "columns":${JSON.stringify(table.columns)},
  "rows":[${rows(table)}]}`,
  );
  await writeFile(FILE, `[\n${texts.join(',\n')}\n]\n`);
  return FILE;
}

/** Ages, times, ids and addresses: every recording has others. */
const PASSING =
  /\b(\d{4}-\d\d-\d\dT[\d:]+Z|[\da-f]{8}-[\da-f-]{27}|10\.96\.\d+\.\d+|(\d+[smhdy])+)(?![\w.])/g;

/** The columns and cells, without what every recording has otherwise. One text a row. */
export function steadyTables(tables: readonly RecordedTable[]): string[] {
  return tables.flatMap(({ collection, columns, rows }) => [
    `${collection} ${JSON.stringify(columns)}`,
    ...rows.map(({ cells }) => `${collection} ${JSON.stringify(cells).replaceAll(PASSING, '<passing>')}`),
  ]);
}
