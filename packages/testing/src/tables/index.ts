/** What real servers show of objects, as Tables. */
export { recordTables, type RecordedRow, type RecordedTable } from './record-tables.ts';
export { readTables, steadyTables, writeTables } from './recorded-tables.ts';
export { shownObjects } from './shown-objects.ts';
