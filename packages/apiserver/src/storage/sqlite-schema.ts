import type { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { StorageError } from './storage-error.ts';

/** Raised when the tables change; a file of a newer program is refused, not guessed at. */
export const FORMAT = 1;

/**
 * Objects are keyed by the revision that wrote them: writing then appends to the end of one tree, and touches the
 * fewest pages. That a key stands there once is the store's promise, and checked when the file is opened.
 */
export const SCHEMA = `
  CREATE TABLE object (
    revision INTEGER PRIMARY KEY, resource TEXT NOT NULL, key TEXT NOT NULL, crc INTEGER NOT NULL, json TEXT NOT NULL
  );
  CREATE TABLE state (
    id INTEGER PRIMARY KEY, revision INTEGER NOT NULL, objects INTEGER NOT NULL, digest INTEGER NOT NULL,
    crc INTEGER NOT NULL
  );
  PRAGMA user_version = ${FORMAT};
`;

/** The one row of `state`, written with every commit: what all the rows together must add up to. */
export interface FileState {
  /** Of the newest commit. */
  readonly revision: number;
  /** How many objects there are. */
  readonly objects: number;
  /** The sum of their revisions: pages from two times do not add up, even where each row is sound. */
  readonly digest: number;
}

export const EMPTY_STATE: FileState = { revision: 0, objects: 0, digest: 0 };

/** Sums are kept below it, so that they stay exact. */
const DIGEST_LIMIT = 2 ** 52;

export function addToDigest(digest: number, revision: number): number {
  return (digest + revision) % DIGEST_LIMIT;
}

export function takeFromDigest(digest: number, revision: number): number {
  return (digest - revision + DIGEST_LIMIT) % DIGEST_LIMIT;
}

/** Over all columns: a changed key is as bad as a changed object. */
export function rowCrc(revision: number, resource: string, key: string, json: string): number {
  return crc32(json, crc32(`${revision}|${resource}|${key}|`));
}

/** Its parameters are made by stateColumns. */
export const WRITE_STATE = 'INSERT OR REPLACE INTO state VALUES (1, ?, ?, ?, ?)';

export function stateColumns({ revision, objects, digest }: FileState): number[] {
  return [revision, objects, digest, crc32(`${revision}|${objects}|${digest}`)];
}

/** Throws Damaged if it is not what was written. */
export function readState(database: DatabaseSync): FileState {
  const row = database.prepare('SELECT revision, objects, digest, crc FROM state').get();
  const [revision = 0, objects = 0, digest = 0, crc] = Object.values(row ?? {}).map(Number);
  const state = { revision, objects, digest };
  if (stateColumns(state).at(-1) !== crc) {
    throw new StorageError('Damaged', 'its state row is not what was written');
  }
  return state;
}
