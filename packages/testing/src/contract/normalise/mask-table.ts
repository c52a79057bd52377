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

/** What the server says of a custom column that has no description: it is made of the column's path. */
const CUSTOM_COLUMN = /^Custom resource definition column /;

export interface TableContext {
  /** Those of the watch's first Table, for events that leave them out. */
  readonly columns: readonly Json[] | undefined;
  /** Whether the client sent this very text. */
  readonly isSent: (text: string) => boolean;
}

/** A Table without the ages in its cells and the documentation of its columns; anything else as it is. */
export function maskTable(value: Json, { columns, isSent }: TableContext): Json {
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
  const columnDefinitions = own.map((column) => withoutProse(column, isSent));
  return { ...value, ...(Array.isArray(value['columnDefinitions']) && { columnDefinitions }), rows };
}

/** Descriptions are documentation, not behaviour; those that a case wrote itself are its own. */
function withoutProse(column: Json, isSent: (text: string) => boolean): Json {
  const description = isJsonObject(column) ? column['description'] : undefined;
  if (typeof description !== 'string' || isSent(description) || CUSTOM_COLUMN.test(description))
    return column;
  return { ...(column as object), description: '<prose>' };
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
