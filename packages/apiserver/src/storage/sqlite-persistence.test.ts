import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import fc from 'fast-check';
import { ObjectStore } from './object-store.ts';
import type { PersistedChange } from './persistence.ts';
import {
  addition,
  imageOf,
  inProcessPersistence,
  open,
  restore,
  rowsAfter,
  temporaryFile,
} from './sqlite-fixture.ts';
import { sqlitePersistence } from './sqlite-persistence.ts';
import { contents, put, remove } from './test-object.ts';

test('what was written is there after closing and opening, at its revision', async (t) => {
  const file = temporaryFile(t);
  const store = await ObjectStore.open(sqlitePersistence(file));
  await Promise.all([store.write('pods', 'a/x', put('ä€😀')), store.write('pods', 'a/y', put(2))]);
  await store.write('nodes', 'n', put(3));
  await store.write('pods', 'a/y', remove);
  const before = contents(store, 'pods', 'nodes');
  await store.close();
  await store.close();
  const again = await ObjectStore.open(sqlitePersistence(file));
  t.after(() => again.close());
  assert.deepEqual(contents(again, 'pods', 'nodes'), before);
  assert.deepEqual([again.revision, before.length], [5, 2]);
  await again.write('nodes', 'n', put(4));
  assert.equal(again.revision, 6);
});

test('a closed store is one database and its head, and nobody else may read either', async (t) => {
  const file = temporaryFile(t);
  const store = await ObjectStore.open(sqlitePersistence(file));
  await store.write('secrets', 'a', put('secret'));
  const modes = () =>
    readdirSync(dirname(file)).map(
      (name) => `${name} ${(statSync(`${dirname(file)}/${name}`).mode & 0o777).toString(8)}`,
    );
  assert.deepEqual(modes(), ['state.db 600', 'state.db-wal 600', 'state.db.head 600']);
  await store.close();
  assert.deepEqual(modes(), ['state.db 600', 'state.db.head 600']);
  chmodSync(file, 0o644);
  await (await ObjectStore.open(sqlitePersistence(file))).close();
  assert.deepEqual(modes(), ['state.db 600', 'state.db.head 600']);
});

test('a file that is open already is refused with a clear word, and the one who has it goes on', async (t) => {
  const file = temporaryFile(t);
  const store = await ObjectStore.open(sqlitePersistence(file));
  t.after(() => store.close());
  await store.write('pods', 'a', put(1));
  await assert.rejects(ObjectStore.open(sqlitePersistence(file)), {
    code: 'InUse',
    message: `${file}: another process has it open`,
  });
  await store.write('pods', 'a', put(2));
});

test('a file of a newer format is refused and not touched', async (t) => {
  const file = temporaryFile(t);
  await (await ObjectStore.open(sqlitePersistence(file))).close();
  const database = new DatabaseSync(file);
  database.exec('PRAGMA user_version = 2');
  database.close();
  const before = imageOf(file)['']?.toString('base64');
  await assert.rejects(ObjectStore.open(sqlitePersistence(file)), {
    code: 'NewerFormat',
    message: `${file}: it has format 2, of a newer version of the program; this one knows 1`,
  });
  assert.ok(imageOf(file)['']?.toString('base64') === before);
});

test('what cannot be opened says why: no folder, a folder in its place', async (t) => {
  const file = temporaryFile(t);
  await assert.rejects(ObjectStore.open(sqlitePersistence(`${file}/none/state.db`)), {
    code: 'CannotOpen',
    message: /ENOENT/,
  });
  mkdirSync(file);
  await assert.rejects(ObjectStore.open(sqlitePersistence(file)), { code: 'CannotOpen' });
});

test('a start that was cut short while the file was made begins again', (t) => {
  const file = temporaryFile(t);
  open(file).file.close();
  const { '.head': head } = imageOf(file);
  restore(file, { '': undefined, '-wal': undefined, '.head': head });
  const { file: opened, rows } = open(file);
  opened.close();
  assert.deepEqual([opened.revision, rows], [0, []]);
});

test('a thread that ends is a failed write, not a wait without end', async (t) => {
  const persistence = sqlitePersistence(temporaryFile(t));
  await persistence.load();
  await persistence.close();
  await assert.rejects(persistence.commit([addition(1)]), {
    code: 'WriteFailed',
    message: /its thread has ended/,
  });
  await persistence.close();
});

test('the log is written back while the store is open, and the file shrinks when objects go', (t) => {
  const name = temporaryFile(t);
  const { file } = open(name);
  t.after(() => file.close());
  const additions = Array.from({ length: 6000 }, (_, i) => addition(i + 1, `key-${i}`, 4000));
  let longestLog = 0;
  const commit = (changes: readonly PersistedChange[]) => {
    for (let i = 0; i < changes.length; i += 200) {
      file.commit(changes.slice(i, i + 200));
      while (file.maintain());
      longestLog = Math.max(longestLog, statSync(`${name}-wal`).size);
    }
  };
  commit(additions);
  const full = statSync(name).size;
  commit(
    additions.map((change, i) => ({
      ...change,
      revision: 6001 + i,
      replaces: change.revision,
      json: undefined,
    })),
  );
  assert.ok(full > 20_000_000, String(full));
  assert.ok(statSync(name).size < 6_000_000, String(statSync(name).size));
  assert.ok(longestLog < 16_000_000, String(longestLog));
});

test('whatever is written, and wherever it crashes, the file opens with all that was acknowledged and nothing else', async (t) => {
  const name = temporaryFile(t);
  const write = fc.record({
    table: fc.constantFrom('pods', 'nodes'),
    key: fc.constantFrom('a', 'b', 'c'),
    isPut: fc.oneof(fc.constant(true), fc.boolean()),
  });
  const run = fc.record({ writes: fc.array(write, { maxLength: 12 }), crashAfter: fc.option(fc.nat(12)) });
  const property = fc.asyncProperty(fc.array(run, { minLength: 1, maxLength: 3 }), async (runs) => {
    restore(name, { '': undefined, '-wal': undefined, '.head': undefined });
    const issued: PersistedChange[] = [];
    for (const { writes, crashAfter } of runs) {
      const persistence = inProcessPersistence(name);
      const store = await ObjectStore.open({
        ...persistence,
        commit: (changes) => {
          issued.push(...changes);
          return persistence.commit(changes);
        },
      });
      let crash = crashAfter === 0 ? { image: imageOf(name), acknowledged: store.revision } : undefined;
      let answered = 0;
      await Promise.all(
        writes.map(async ({ table, key, isPut }, i) => {
          // Some come together, others when the disk is busy.
          for (let turn = 0; turn < i % 4; turn += 1) await new Promise((resolve) => setImmediate(resolve));
          await store.write(table, key, isPut ? put(i) : remove);
          if (++answered === crashAfter) crash = { image: imageOf(name), acknowledged: store.revision };
        }),
      );
      await store.close();
      if (crash !== undefined) restore(name, crash.image);
      const { file, rows } = open(name);
      file.close();
      assert.ok(Math.max(file.revision, 1) >= (crash?.acknowledged ?? store.revision));
      // What the crash took was never acknowledged; its revisions are given again.
      issued.splice(issued.findLastIndex(({ revision }) => revision <= file.revision) + 1);
      assert.deepEqual(rows, rowsAfter(issued));
    }
  });
  await fc.assert(property, { numRuns: 20 });
  assert.ok(existsSync(name));
});
