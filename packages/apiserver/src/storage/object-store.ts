import type { KubeObject } from '@banyan/api';
import { GroupCommitter } from './group-committer.ts';
import { HistoryBudget } from './history-budget.ts';
import { notify, ObjectTable } from './object-table.ts';
import type { Persistence } from './persistence.ts';
import { StorageError } from './storage-error.ts';
import { loadedObject, storedObject, type StoredObject, type StoreEvent } from './stored-object.ts';

/** What a write does with the version it found. `keep` writes nothing. */
export type Change =
  | { readonly type: 'put'; readonly object: KubeObject }
  /** `object`, if given, is the last state that watchers are shown. */
  | { readonly type: 'delete'; readonly object?: KubeObject }
  | { readonly type: 'keep' };

export interface WriteResult {
  /** The version that is there after the write; of a deletion the last one. Undefined: there was none, and is none. */
  readonly stored: StoredObject | undefined;
  readonly previous: StoredObject | undefined;
}

/**
 * Characters of JSON. No client could send back what is larger; defaults and patches that copy can make much of
 * little. (etcd takes 1.5 MiB, of a denser form.)
 */
const MAX_OBJECT_SIZE = 3 * 1024 * 1024;

/** The newest version of a key with writes under way; `latest` is undefined when it is being deleted. */
interface Pending {
  readonly revision: number;
  readonly latest: StoredObject | undefined;
  /** Resolves when that version is on the disk, rejects when it could not be put there. */
  readonly written: Promise<void>;
}

/**
 * All objects of an API server: in memory, and on the disk by a Persistence. One sequence of revisions over all
 * tables. A change is seen by readers and watchers, and its writer is answered, only when it is on the disk.
 */
export class ObjectStore {
  readonly #persistence: Persistence;
  readonly #committer: GroupCommitter;
  readonly #tables = new Map<string, ObjectTable>();
  readonly #history = new HistoryBudget();
  /** The next write to one of these keys starts from what is pending. */
  readonly #pending = new Map<string, Pending>();
  readonly #listeners = new Set<(tableName: string, event: StoreEvent) => void>();
  /** From here on history is known; a table that nobody has touched has had no events since. */
  #historySince: number;
  #assignedRevision: number;
  #revision: number;
  #closing: Promise<void> | undefined;

  private constructor(persistence: Persistence, revision: number) {
    this.#persistence = persistence;
    this.#committer = new GroupCommitter(persistence);
    this.#historySince = revision;
    this.#assignedRevision = revision;
    this.#revision = revision;
  }

  /** Loads what there is. Throws Damaged rather than start with less than was acknowledged. */
  static async open(persistence: Persistence): Promise<ObjectStore> {
    try {
      const { revision, rows } = await persistence.load();
      // Revision 1 is the empty store's, so that a list of nothing has a version that can be watched from.
      const store = new ObjectStore(persistence, Math.max(revision, 1));
      for (const { table, key, revision: written, json } of rows) {
        store.table(table).load(loadedObject(key, written, json));
      }
      return store;
    } catch (error) {
      await persistence.close().catch(() => undefined);
      throw error;
    }
  }

  /** The newest revision that readers can see. */
  get revision(): number {
    return this.#revision;
  }

  /** Set once a write could not be put on the disk. Reads go on. */
  get failure(): StorageError | undefined {
    return this.#committer.failure;
  }

  table(name: string): ObjectTable {
    let table = this.#tables.get(name);
    if (table === undefined) {
      table = new ObjectTable(this.#historySince, this.#history);
      this.#tables.set(name, table);
    }
    return table;
  }

  /** Of every table that anyone has asked for, and so of all that have objects. */
  tableNames(): readonly string[] {
    return [...this.#tables.keys()];
  }

  /** The events of all tables, those to come too; else as a table's `listen`, after its listeners. */
  listen(listener: (tableName: string, event: StoreEvent) => void): () => void {
    const own: typeof listener = (tableName, event) => listener(tableName, event);
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  /**
   * `change` is called at once with the newest version, that of writes under way included, and decides; what it
   * throws is thrown here, and nothing is written. It must be synchronous and must not change what it is given.
   */
  async write(
    tableName: string,
    key: string,
    change: (current: StoredObject | undefined) => Change,
  ): Promise<WriteResult> {
    if (this.#closing !== undefined) throw new StorageError('Closed', 'the store is closed');
    if (this.failure !== undefined) throw this.failure;
    const pendingKey = `${tableName}|${key}`;
    const pending = this.#pending.get(pendingKey);
    const previous = pending === undefined ? this.table(tableName).get(key) : pending.latest;
    let decided: Change;
    try {
      decided = change(previous);
    } catch (error) {
      // A refusal tells of the version it found, as an answer does.
      await pending?.written;
      throw error;
    }
    if (decided.type === 'keep' || (decided.type === 'delete' && previous === undefined)) {
      // The version that is kept may not be on the disk yet: the answer waits for it.
      await pending?.written;
      return { stored: previous, previous };
    }
    const event = eventOf(key, this.#assignedRevision + 1, previous, decided);
    this.#assignedRevision += 1;
    await this.#commit(tableName, pendingKey, event);
    return { stored: event.current, previous };
  }

  /** Forgets history up to now, as etcd's compaction does. */
  compact(): void {
    this.#historySince = this.#revision;
    for (const table of this.#tables.values()) table.compact(this.#revision);
  }

  /** Waits for the writes under way. What is in memory can still be read. */
  async close(): Promise<void> {
    this.#closing ??= this.#committer.drain().then(() => this.#persistence.close());
    await this.#closing;
  }

  #commit(tableName: string, pendingKey: string, event: StoreEvent): Promise<void> {
    const { current, previous, revision, type } = event;
    const latest = type === 'DELETED' ? undefined : current;
    const replaces = previous?.revision;
    const change = { table: tableName, key: current.key, revision, replaces, json: latest?.json };
    const { promise: written, resolve, reject } = Promise.withResolvers<void>();
    this.#pending.set(pendingKey, { revision, latest, written });
    const settle = () => {
      if (this.#pending.get(pendingKey)?.revision === revision) this.#pending.delete(pendingKey);
    };
    const onCommitted = () => {
      settle();
      this.#revision = revision;
      this.table(tableName).apply(event);
      for (const listener of this.#listeners) notify(() => listener(tableName, event));
      resolve();
    };
    const onFailed = (error: StorageError) => {
      settle();
      reject(error);
    };
    this.#committer.add(change, onCommitted, onFailed);
    return written;
  }
}

function eventOf(
  key: string,
  revision: number,
  previous: StoredObject | undefined,
  change: Exclude<Change, { type: 'keep' }>,
): StoreEvent {
  if (change.type === 'put') {
    const current = sizedObject(key, revision, change.object);
    return { type: previous === undefined ? 'ADDED' : 'MODIFIED', revision, current, previous };
  }
  const last = change.object ?? previous?.object;
  if (last === undefined) throw new Error(`a deletion of ${key}, which does not exist`);
  return { type: 'DELETED', revision, current: storedObject(key, revision, last), previous };
}

function sizedObject(key: string, revision: number, object: KubeObject): StoredObject {
  const tooLarge = () => new StorageError('TooLarge', 'etcdserver: request is too large');
  try {
    const stored = storedObject(key, revision, object);
    if (stored.json.length > MAX_OBJECT_SIZE) throw tooLarge();
    return stored;
  } catch (error) {
    // No string can be so long.
    throw error instanceof RangeError ? tooLarge() : error;
  }
}
