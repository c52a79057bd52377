import { existsSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import type { PersistedRow } from './persistence.ts';
import { addToDigest, EMPTY_STATE, FORMAT, readState, rowCrc, type FileState } from './sqlite-schema.ts';
import { StorageError } from './storage-error.ts';

/** Rows a call: enough to be quick, few enough not to hold everything twice. */
const ROWS_A_CALL = 1000;

export interface FoundState {
  /** What the file says of itself. */
  readonly said: FileState;
  /** What its rows add up to; the revision is the newest row's. */
  readonly counted: FileState;
}

/**
 * Reads all there is through a connection that cannot write, so that a damaged file stays as it was found, and
 * gives the rows to `onRows`. Throws Damaged if some part of it is not what was written; whether all of it is
 * there, the caller decides.
 */
export function verifySqliteFile(file: string, onRows: (rows: PersistedRow[]) => void): FoundState {
  const found = statSync(file);
  if (!found.isFile()) throw new StorageError('CannotOpen', 'it is not a file');
  // An empty file is not one that was ever finished, and SQLite would remove its log, even reading.
  if (found.size === 0) throw new StorageError('Damaged', 'it is empty');
  const hadIndex = existsSync(`${file}-shm`);
  const database = openReadOnly(file);
  try {
    refuseForeign(database);
    const flaw = database.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
    if (flaw !== 'ok') throw new StorageError('Damaged', String(flaw));
    const said = readState(database);
    const counted = readRows(database, onRows);
    return { said, counted };
  } finally {
    database.close();
    if (!hadIndex) rmSync(`${file}-shm`, { force: true });
  }
}

function openReadOnly(file: string): DatabaseSync {
  const url = pathToFileURL(file);
  // Without a log nobody is writing; and even this connection would leave an empty one behind, unless told so.
  if (!existsSync(`${file}-wal`)) url.searchParams.set('immutable', '1');
  return new DatabaseSync(url, { readOnly: true });
}

function refuseForeign(database: DatabaseSync): void {
  const format = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
  if (format > FORMAT) {
    throw new StorageError(
      'NewerFormat',
      `it has format ${format}, of a newer version of the program; this one knows ${FORMAT}`,
    );
  }
  if (format < FORMAT) throw new StorageError('Damaged', "it is not a store's file");
}

interface Row {
  readonly resource: string;
  readonly key: string;
  readonly revision: number;
  readonly crc: number;
  readonly json: string;
}

function readRows(database: DatabaseSync, onRows: (rows: PersistedRow[]) => void): FileState {
  let { revision: newest, objects, digest } = EMPTY_STATE;
  let rows: PersistedRow[] = [];
  const keys = new Set<string>();
  for (const row of database.prepare('SELECT * FROM object ORDER BY revision').iterate()) {
    const { resource, key, revision, crc, json } = row as unknown as Row;
    if (rowCrc(revision, resource, key, json) !== crc) {
      throw new StorageError('Damaged', `the row of ${resource} ${key} is not what was written`);
    }
    keys.add(`${resource}|${key}`);
    [newest, objects, digest] = [revision, objects + 1, addToDigest(digest, revision)];
    rows.push({ table: resource, key, revision, json });
    if (rows.length === ROWS_A_CALL) {
      onRows(rows);
      rows = [];
    }
  }
  onRows(rows);
  if (keys.size !== objects) throw new StorageError('Damaged', 'an object is in it twice');
  return { revision: newest, objects, digest };
}
