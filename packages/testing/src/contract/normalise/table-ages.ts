import { isJsonObject, type Json } from '../transcript.ts';

/** Columns that count the time since something. */
const SINCE: ReadonlySet<Json> = new Set<Json>([
  'Age',
  'Duration',
  'Last Schedule',
  'Last Seen',
  'First Seen',
  'LastSeen',
  'Requested Duration',
]);
const SPAN = /^(\d+[smhdy])+$/;

/** A Table with the ages in its cells masked; anything else as it is. */
export function maskTableAges(value: Json, columns: readonly Json[] | undefined): Json {
  if (!isJsonObject(value) || value['kind'] !== 'Table' || !Array.isArray(value['rows'])) return value;
  const own = (value['columnDefinitions'] ?? []) as readonly Json[];
  const definitions = own.length > 0 ? own : (columns ?? []);
  const isAge = definitions.map(
    (column) => isJsonObject(column) && (column['type'] === 'date' || SINCE.has(column['name'] ?? null)),
  );
  const rows = (value['rows'] as readonly Json[]).map((row) => {
    if (!isJsonObject(row) || !Array.isArray(row['cells'])) return row;
    const cells = (row['cells'] as readonly Json[]).map((cell, i) =>
      isAge[i] === true && typeof cell === 'string' && SPAN.test(cell) ? '<age>' : cell,
    );
    return { ...row, cells };
  });
  return { ...value, rows };
}

/** The columns of the first Table of a watch: later events of the same watch leave them out. */
export function columnsOf(events: readonly Json[] | undefined): readonly Json[] | undefined {
  for (const event of events ?? []) {
    const object = isJsonObject(event) ? event['object'] : undefined;
    if (isJsonObject(object) && Array.isArray(object['columnDefinitions']))
      return object['columnDefinitions'] as Json[];
  }
  return undefined;
}
