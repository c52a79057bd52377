import type { Persistence } from './persistence.ts';
import { SqliteWriterThread } from './sqlite-writer-thread.ts';

/**
 * Keeps a store in one SQLite file, mode 0600, for this process alone. Beside it, while it is open, is its log,
 * `<file>-wal`; and always `<file>.head`, the second opinion on what was acknowledged. The three belong together.
 */
export function sqlitePersistence(file: string): Persistence {
  const writer = new SqliteWriterThread(file);
  return {
    load: () => writer.load(),
    async commit(changes) {
      await writer.ask({ type: 'commit', changes });
    },
    close: () => writer.close(),
  };
}
