/** For tests: stores' files in a temporary folder, and what a crash at some moment would leave of them. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { crc32 } from 'node:zlib';
import type { PersistedChange, PersistedRow, Persistence } from './persistence.ts';
import type { SqliteFile } from './sqlite-file.ts';
import { openSqlite } from './sqlite-open.ts';

/** The suffixes of the files that belong together. */
export const PARTS = ['', '-wal', '.head'] as const;

export function temporaryFile(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'banyan-storage-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'state.db');
}

/** The file's content by part; undefined where there is no such file. Of an open file: what `kill -9` would leave. */
export type Image = Readonly<Record<(typeof PARTS)[number], Buffer | undefined>>;

export function imageOf(file: string): Image {
  const read = (part: string) => (existsSync(file + part) ? readFileSync(file + part) : undefined);
  return { '.head': read('.head'), '-wal': read('-wal'), '': read('') };
}

/** What two images are compared by. */
export function fingerprint(image: Image): string[] {
  return PARTS.map((part) => `${part} ${image[part]?.length} ${crc32(image[part] ?? '')}`);
}

/** Puts an image in the place of whatever is there. */
export function restore(file: string, image: Image): void {
  rmSync(`${file}-shm`, { force: true });
  for (const part of PARTS) {
    const content = image[part];
    if (content === undefined) rmSync(file + part, { force: true });
    else writeFileSync(file + part, content);
  }
}

export interface Opened {
  readonly file: SqliteFile;
  readonly rows: PersistedRow[];
}

export function open(name: string): Opened {
  const rows: PersistedRow[] = [];
  const file = openSqlite(name, (some) => rows.push(...some));
  return { file, rows };
}

/** What is in it; it is closed again. */
export function reopened(name: string): { revision: number; rows: PersistedRow[] } {
  const { file, rows } = open(name);
  file.close();
  return { revision: file.revision, rows };
}

export function addition(
  revision: number,
  key = `key-${revision}`,
  size = 100,
): PersistedChange & PersistedRow {
  return {
    table: 'pods',
    key,
    revision,
    replaces: undefined,
    json: JSON.stringify({ revision, text: 'x'.repeat(size) }),
  };
}

/** Rows in the order a file gives them. */
export function rowsAfter(changes: readonly PersistedChange[]): PersistedRow[] {
  const rows = new Map<number, PersistedRow>();
  for (const { table, key, revision, replaces, json } of changes) {
    if (replaces !== undefined) rows.delete(replaces);
    if (json !== undefined) rows.set(revision, { table, key, revision, json });
  }
  return [...rows.values()];
}

/** The real file without the thread: what a property test can afford to open a hundred times. */
export function inProcessPersistence(name: string): Persistence {
  let file: SqliteFile | undefined;
  return {
    load() {
      const opened = open(name);
      file = opened.file;
      return Promise.resolve({ revision: file.revision, rows: opened.rows });
    },
    async commit(changes) {
      await new Promise((resolve) => setImmediate(resolve));
      file?.commit(changes);
    },
    close() {
      file?.close();
      file = undefined;
      return Promise.resolve();
    },
  };
}
