import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { HeadFile } from './head-file.ts';
import type { PersistedChange } from './persistence.ts';
import {
  addToDigest,
  rowCrc,
  stateColumns,
  takeFromDigest,
  WRITE_STATE,
  type FileState,
} from './sqlite-schema.ts';

/** Four megabytes: a checkpoint then takes milliseconds, and a page that changes often is written back once. */
const CHECKPOINT_AFTER_PAGES = 1000;
const PAGE_SIZE = 4096;
/** Below it free pages are left for the next writes, which need them anyway. */
const MIN_FREE_PAGES = 1000;
/** A megabyte a step: a commit that comes meanwhile waits for no more. */
const VACUUM_PAGES = 256;

/** An opened database that this process alone has. Everything here blocks: it lives on a thread of its own. */
export class SqliteFile {
  readonly #database: DatabaseSync;
  readonly #head: HeadFile;
  readonly #insert: StatementSync;
  readonly #remove: StatementSync;
  readonly #writeState: StatementSync;
  #state: FileState;
  /** Pages of log since the last checkpoint, about. */
  #logPages = 0;

  /** Takes both over, to close them. */
  constructor(database: DatabaseSync, head: HeadFile, state: FileState) {
    this.#database = database;
    this.#head = head;
    this.#state = state;
    this.#insert = database.prepare('INSERT INTO object VALUES (?, ?, ?, ?, ?)');
    this.#remove = database.prepare('DELETE FROM object WHERE revision = ?');
    this.#writeState = database.prepare(WRITE_STATE);
  }

  /** The newest that is on the disk. */
  get revision(): number {
    return this.#state.revision;
  }

  /** All or nothing, and on the disk when it returns. After it threw, close is all that may be called. */
  commit(changes: readonly PersistedChange[]): void {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      const state = this.#write(changes);
      this.#database.exec('COMMIT');
      this.#head.write(state.revision);
      this.#state = state;
    } catch (error) {
      // Some I/O errors have rolled back already.
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  /**
   * Keeps log and file short, in one small step; to be called when a commit has been answered. Returns whether
   * there is more to do.
   */
  maintain(): boolean {
    if (this.#logPages >= CHECKPOINT_AFTER_PAGES) {
      this.#database.exec('PRAGMA wal_checkpoint(PASSIVE)');
      this.#logPages = 0;
    }
    const free = this.#pragma('freelist_count');
    if (free < MIN_FREE_PAGES || free < this.#pragma('page_count') / 4) return false;
    this.#database.exec(`PRAGMA incremental_vacuum(${VACUUM_PAGES})`);
    this.#logPages += VACUUM_PAGES;
    return this.#pragma('freelist_count') < free;
  }

  /** Leaves one complete file, without a log. */
  close(): void {
    try {
      this.#database.close();
    } finally {
      this.#head.close();
    }
  }

  #write(changes: readonly PersistedChange[]): FileState {
    let { revision, objects, digest } = this.#state;
    for (const change of changes) {
      const { table, key, replaces, json } = change;
      ({ revision } = change);
      if (replaces !== undefined) {
        if (this.#remove.run(replaces).changes !== 1)
          throw new Error(`${table} ${key} is not in it any more`);
        objects -= 1;
        digest = takeFromDigest(digest, replaces);
      }
      if (json !== undefined) {
        this.#insert.run(revision, table, key, rowCrc(revision, table, key, json), json);
        objects += 1;
        digest = addToDigest(digest, revision);
      }
      this.#logPages += (json?.length ?? PAGE_SIZE) / PAGE_SIZE;
    }
    const state = { revision, objects, digest };
    this.#writeState.run(...stateColumns(state));
    // The state's page, the last one of the tree and its parent.
    this.#logPages += 3;
    return state;
  }

  #pragma(name: string): number {
    return Number(this.#database.prepare(`PRAGMA ${name}`).get()?.[name]);
  }
}
