import { chmodSync, existsSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { HeadFile } from './head-file.ts';
import type { PersistedRow } from './persistence.ts';
import { createSqliteFile } from './sqlite-create.ts';
import { SqliteFile } from './sqlite-file.ts';
import { readState, stateColumns, WRITE_STATE, type FileState } from './sqlite-schema.ts';
import { verifySqliteFile, type FoundState } from './sqlite-verify.ts';
import { StorageError } from './storage-error.ts';

/**
 * Opens a store's file for this process alone, makes it if there is none, and gives all its rows to `onRows`.
 * Throws a StorageError, and leaves the file as it was, unless everything that was ever acknowledged is there, or
 * a file `<file>.accept` says that what is there will do. In that case revisions go on after the newest that was
 * acknowledged: none is ever given twice.
 */
export function openSqlite(file: string, onRows: (rows: PersistedRow[]) => void): SqliteFile {
  createSqliteFile(file);
  const isAccepted = existsSync(`${file}.accept`);
  const found = verifySqliteFile(file, onRows);
  const acknowledged = isAccepted ? acceptedHead(file) : HeadFile.read(`${file}.head`);
  if (!isAccepted) refuseLoss(file, found, acknowledged);
  const revision = Math.max(found.said.revision, found.counted.revision, acknowledged ?? 0);
  const database = openAlone(file, found.said);
  try {
    const state = { ...found.counted, revision };
    if (isAccepted) database.prepare(WRITE_STATE).run(...stateColumns(state));
    // Behind is where a crash between commit and head leaves it.
    if (acknowledged !== revision) HeadFile.create(`${file}.head`, revision);
    rmSync(`${file}.accept`, { force: true });
    return new SqliteFile(database, new HeadFile(`${file}.head`), state);
  } catch (error) {
    database.close();
    throw error;
  }
}

function acceptedHead(file: string): number | undefined {
  try {
    return HeadFile.read(`${file}.head`);
  } catch {
    return undefined;
  }
}

function refuseLoss(file: string, { said, counted }: FoundState, acknowledged: number | undefined): void {
  const goOn = `Restore a backup; or, to go on with what is there, create the file ${file}.accept`;
  const loss = lossOf(said, counted, acknowledged);
  if (loss !== undefined) throw new StorageError('Damaged', `${loss}. ${goOn}`);
}

function lossOf(said: FileState, counted: FileState, acknowledged: number | undefined): string | undefined {
  if (counted.objects !== said.objects || counted.digest !== said.digest) {
    return `its ${counted.objects} objects are not the ${said.objects} of revision ${said.revision}: it is of several times`;
  }
  if (acknowledged === undefined) {
    return 'its .head file is missing, without which nobody can say whether it is complete';
  }
  if (said.revision < acknowledged) {
    return `it ends at revision ${said.revision}, but ${acknowledged} was acknowledged: it is an old copy, or its log was lost or damaged`;
  }
  return undefined;
}

/** From here on no other process can open it. */
function openAlone(file: string, expected: FileState): DatabaseSync {
  chmodSync(file, 0o600);
  const database = new DatabaseSync(file);
  try {
    database.exec(`
      PRAGMA locking_mode = EXCLUSIVE;
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA wal_autocheckpoint = 0;
      PRAGMA journal_size_limit = 16777216;
    `);
    if (readState(database).revision !== expected.revision) {
      throw new StorageError('InUse', 'another process wrote to it just now');
    }
    // What the reading connection of someone whose process was killed has left; alone we need none.
    rmSync(`${file}-shm`, { force: true });
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
