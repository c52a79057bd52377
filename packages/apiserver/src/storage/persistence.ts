/** One row to be written. Every revision is the revision of one change only. */
export interface PersistedChange {
  readonly table: string;
  readonly key: string;
  readonly revision: number;
  /** The revision of the row that stands there now, which this one takes the place of; undefined: there is none. */
  readonly replaces: number | undefined;
  /** Undefined: the object is gone. */
  readonly json: string | undefined;
}

export interface PersistedRow {
  readonly table: string;
  readonly key: string;
  readonly revision: number;
  readonly json: string;
}

/** Where a store keeps its objects between two runs. */
export interface Persistence {
  /**
   * Called once, first: everything there is, and a revision that is at least the newest that was ever
   * acknowledged. Throws a StorageError rather than give less than was acknowledged.
   */
  load(): Promise<{ readonly revision: number; readonly rows: Iterable<PersistedRow> }>;
  /**
   * Resolves when all changes are on the disk, together; rejects when they are not, and the state of the disk is
   * then unknown until it is loaded again. Called with the next batch only after the one before was answered, and
   * never again after it rejected.
   */
  commit(changes: readonly PersistedChange[]): Promise<void>;
  /** Called last, whatever happened before; more than once does no harm. */
  close(): Promise<void>;
}

/** Keeps nothing: for tests and for playgrounds that share one process. */
export function memoryPersistence(): Persistence {
  return {
    load: () => Promise.resolve({ revision: 0, rows: [] }),
    commit: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}
