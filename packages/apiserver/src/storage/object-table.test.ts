import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ObjectTable } from './object-table.ts';
import type { ReadableTable } from './readable-table.ts';
import { storedObject, type StoredObject, type StoreEvent } from './stored-object.ts';
import { testObject } from './test-object.ts';

/** Applies what makes the key exist, or be gone. */
function apply(table: ObjectTable, revision: number, key: string, type: 'put' | 'delete'): void {
  const previous = table.get(key);
  if (type === 'delete' && previous === undefined) return;
  const current = storedObject(key, revision, testObject(revision));
  const added = previous === undefined ? 'ADDED' : 'MODIFIED';
  table.apply({ type: type === 'delete' ? 'DELETED' : added, revision, current, previous });
}

function keysOf(objects: Iterable<StoredObject>): string[] {
  return [...objects].map(({ key }) => key);
}

test('a scan gives the keys with the prefix, in the order of bytes, from the start key on', () => {
  const table = new ObjectTable(0);
  ['ns/b', 'ns/a', 'ns-2/a', 'ns.x/a', 'ns/a-1', 'other/a', 'nr/z'].forEach((key, i) =>
    apply(table, i + 1, key, 'put'),
  );
  const rows: [prefix: string | undefined, startKey: string | undefined, keys: string[]][] = [
    [undefined, undefined, ['nr/z', 'ns-2/a', 'ns.x/a', 'ns/a', 'ns/a-1', 'ns/b', 'other/a']],
    ['ns/', undefined, ['ns/a', 'ns/a-1', 'ns/b']],
    ['ns/', 'ns/a-', ['ns/a-1', 'ns/b']],
    ['ns/', 'a', ['ns/a', 'ns/a-1', 'ns/b']],
    ['ns/', 'zz', []],
    ['none/', undefined, []],
  ];
  for (const [prefix, startKey, keys] of rows) {
    assert.deepEqual(keysOf(table.scan(prefix, startKey)), keys);
    assert.equal(table.count(prefix, startKey), keys.length);
  }
});

test('what was loaded before is scanned in order with what came after', () => {
  const table = new ObjectTable(10);
  for (const key of ['c', 'a', 'e']) table.load(storedObject(key, 3, testObject(0)));
  apply(table, 11, 'b', 'put');
  apply(table, 12, 'c', 'delete');
  assert.deepEqual(keysOf(table.scan()), ['a', 'b', 'e']);
  assert.equal(table.size, 3);
});

test('the past at any remembered revision is what was recorded then', () => {
  const operation = fc.record({
    key: fc.constantFrom('a', 'a/b', 'b', 'b-c', 'c'),
    type: fc.constantFrom('put' as const, 'put' as const, 'delete' as const),
  });
  const property = fc.property(fc.array(operation, { maxLength: 60 }), fc.nat(60), (operations, asked) => {
    const table = new ObjectTable(0);
    const recorded: StoredObject[][] = [[]];
    operations.forEach(({ key, type }, i) => {
      apply(table, i + 1, key, type);
      recorded.push([...table.scan()]);
    });
    const compacted = Math.min(asked, operations.length);
    table.compact(compacted);
    recorded.forEach((objects, revision) => {
      if (revision < compacted) assert.throws(() => table.at(revision), { code: 'Compacted' });
      else assertShows(table.at(revision), objects);
    });
  });
  fc.assert(property);
});

/** From every start, under every prefix. */
function assertShows(view: ReadableTable, objects: readonly StoredObject[]): void {
  for (const prefix of ['', 'a', 'a/', 'b', 'z']) {
    for (const startKey of [prefix, 'a/b', 'b', 'b-b', 'd']) {
      const expected = objects.filter(({ key }) => key.startsWith(prefix) && key >= startKey);
      assert.deepEqual([...view.scan(prefix, startKey)], expected);
      assert.equal(view.count(prefix, startKey), expected.length);
    }
  }
}

test('a listener hears every event from its beginning to its end, in order', () => {
  const table = new ObjectTable(0);
  const heard: number[] = [];
  apply(table, 1, 'a', 'put');
  const stop = table.listen(({ revision }) => heard.push(revision));
  apply(table, 2, 'a', 'put');
  apply(table, 3, 'a', 'delete');
  stop();
  apply(table, 4, 'a', 'put');
  assert.deepEqual(heard, [2, 3]);
});

test('who begins to listen while an event is told does not hear that one, and who was ended hears no more', () => {
  const table = new ObjectTable(0);
  const heard: string[] = [];
  const ends: (() => void)[] = [];
  const begin = (name: string) => table.listen(({ revision }) => heard.push(`${name} ${revision}`));
  const first = table.listen(() => {
    first();
    begin('late');
    for (const end of ends) end();
  });
  ends.push(begin('ended'));
  apply(table, 1, 'a', 'put');
  apply(table, 2, 'a', 'put');
  assert.deepEqual(heard, ['late 2']);
});

test('a listener that throws harms nobody else; its error is not swallowed', async (t) => {
  const table = new ObjectTable(0);
  const heard: StoreEvent[] = [];
  const { promise: uncaught, resolve } = Promise.withResolvers<unknown>();
  process.setUncaughtExceptionCaptureCallback(resolve);
  t.after(() => process.setUncaughtExceptionCaptureCallback(null));
  table.listen(() => {
    throw new Error('broken');
  });
  table.listen((event) => heard.push(event));
  apply(table, 1, 'a', 'put');
  assert.equal(heard.length, 1);
  assert.match(String(await uncaught), /broken/);
});
