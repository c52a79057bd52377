import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { HeadFile, syncFolderOf } from './head-file.ts';
import { EMPTY_STATE, SCHEMA, stateColumns, WRITE_STATE } from './sqlite-schema.ts';
import { StorageError } from './storage-error.ts';

/**
 * Makes an empty store's file if there is none. It gets its name when it is complete and on the disk: a file that
 * is there but empty is a damaged one.
 */
export function createSqliteFile(file: string): void {
  if (existsSync(file)) return;
  const left = [`${file}-wal`, `${file}.head`].filter((name) => existsSync(name));
  // A head of nothing is what a start leaves that was cut short in here.
  if (left.length > 0 && (left.length > 1 || HeadFile.read(`${file}.head`) !== 0)) {
    throw new StorageError(
      'Damaged',
      `it is gone, but ${left.join(' and ')} not. Restore a backup, or remove these to begin anew`,
    );
  }
  const draft = `${file}.new`;
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(draft + suffix, { force: true });
  // Secrets are in it. SQLite gives the log the rights of the file.
  closeSync(openSync(draft, 'wx', 0o600));
  fill(draft);
  HeadFile.create(`${file}.head`, 0);
  renameSync(draft, file);
  syncFolderOf(file);
}

function fill(draft: string): void {
  const database = new DatabaseSync(draft);
  try {
    // The order matters: how the file is vacuumed can be chosen only before its first page is written.
    database.exec(`PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; ${SCHEMA}`);
    database.prepare(WRITE_STATE).run(...stateColumns(EMPTY_STATE));
  } finally {
    database.close();
  }
  const descriptor = openSync(draft, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
