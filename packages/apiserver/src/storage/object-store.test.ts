import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ControlledPersistence } from './controlled-persistence.ts';
import { ObjectStore } from './object-store.ts';
import { memoryPersistence } from './persistence.ts';
import { contents, observe, put, remove, valueOf } from './test-object.ts';

const NOT_WRITTEN = 'not written: no space left; restart when it is mended';

async function controlledStore() {
  const disk = new ControlledPersistence();
  return { disk, store: await ObjectStore.open(disk) };
}

test('nothing is seen or answered before it is on the disk', async () => {
  const { disk, store } = await controlledStore();
  const heard: string[] = [];
  store.table('pods').listen(({ type, revision }) => heard.push(`${type} ${revision}`));
  const write = store.write('pods', 'a/x', put(1));
  const observed = observe(write);
  await disk.asked();
  assert.deepEqual(
    [observed.outcome, store.revision, heard, contents(store, 'pods')],
    ['pending', 1, [], []],
  );
  await disk.succeed();
  const { stored, previous } = await write;
  assert.deepEqual([valueOf(stored), stored?.revision, previous], ['1', 2, undefined]);
  assert.equal(stored?.object.metadata.resourceVersion, '2');
  assert.deepEqual([store.revision, heard, contents(store, 'pods')], [2, ['ADDED 2'], ['pods a/x → 2 1']]);
});

test('who listens to the store hears of every table, those that come later too, until he has had enough', async () => {
  const store = await ObjectStore.open(memoryPersistence());
  const heard: string[] = [];
  await store.write('pods', 'before', put(0));
  const stop = store.listen((table, { type, current }) => heard.push(`${table} ${type} ${current.key}`));
  await store.write('pods', 'a', put(1));
  await store.write('nodes', 'b', put(1));
  await store.write('pods', 'a', remove);
  stop();
  await store.write('pods', 'after', put(1));
  assert.deepEqual(heard, ['pods ADDED a', 'nodes ADDED b', 'pods DELETED a']);
  assert.deepEqual(store.tableNames(), ['pods', 'nodes']);
  await store.close();
});

test('what comes while the disk is busy goes together, in the order it came', async () => {
  const { disk, store } = await controlledStore();
  const first = store.write('pods', 'a', put(1));
  await disk.asked();
  const rest = ['b', 'c', 'b'].map((key) => store.write('pods', key, put(key)));
  await disk.succeed();
  await first;
  await disk.succeed();
  await Promise.all(rest);
  const batches = disk.batches.map((batch) =>
    batch.map(({ key, revision, replaces }) => [key, revision, replaces]),
  );
  assert.deepEqual(batches, [
    [['a', 2, undefined]],
    [
      ['b', 3, undefined],
      ['c', 4, undefined],
      ['b', 5, 3],
    ],
  ]);
});

test('a batch is bounded in number and in size', async () => {
  const { disk, store } = await controlledStore();
  const large = 'x'.repeat(2.5 * 1024 * 1024);
  const writes = [large, large, ...Array.from({ length: 600 }, () => '')].map((value, i) =>
    store.write('pods', `p${i}`, put(value)),
  );
  for (let i = 0; i < 3; i += 1) await disk.succeed();
  await Promise.all(writes);
  assert.deepEqual(
    disk.batches.map((batch) => batch.length),
    [1, 512, 89],
  );
});

test('the next write to a key starts from the version that is under way', async () => {
  const { disk, store } = await controlledStore();
  const seen: (string | undefined)[] = [];
  const step = (next: string) =>
    store.write('pods', 'a', (current) => {
      seen.push(valueOf(current));
      return next === '' ? remove() : put(next)();
    });
  const writes = ['one', 'two', '', 'three'].map(step);
  assert.deepEqual(seen, [undefined, 'one', 'two', undefined]);
  await disk.succeed();
  const results = await Promise.all(writes);
  assert.deepEqual(
    results.map(({ stored, previous }) => [stored?.revision, previous?.revision]),
    [
      [2, undefined],
      [3, 2],
      [4, 3],
      [5, undefined],
    ],
  );
  assert.deepEqual(contents(store, 'pods'), ['pods a → 5 three']);
});

/** What a write decides that changes nothing, after a write that is under way. */
const unchanging = {
  'a version that is kept': { before: put(1), change: () => ({ type: 'keep' as const }) },
  'the deletion of what is being deleted': { before: remove, change: remove },
  'a refusal': {
    before: put(1),
    change: () => {
      throw new Error('refused');
    },
  },
};
for (const [name, { before, change }] of Object.entries(unchanging)) {
  const expected = name === 'a refusal' ? 'refused' : 'written';
  test(`${name} is answered when that write is on the disk, whatever else is under way`, async () => {
    const { disk, store } = await controlledStore();
    const first = store.write('pods', 'a', put(0));
    await disk.succeed();
    await first;
    const pending = store.write('pods', 'a', before);
    const observed = observe(store.write('pods', 'a', change));
    await disk.asked();
    const later = store.write('pods', 'b', put(2));
    assert.equal(observed.outcome, 'pending');
    await disk.succeed();
    await pending;
    await disk.asked();
    assert.equal(observed.outcome, expected);
    await disk.succeed();
    await later;
  });

  test(`${name} is a failure when that write fails`, async () => {
    const { disk, store } = await controlledStore();
    const first = store.write('pods', 'a', put(0));
    await disk.succeed();
    await first;
    const pending = store.write('pods', 'a', before);
    const waiting = store.write('pods', 'a', change);
    const refused = Promise.all([
      assert.rejects(pending, { message: NOT_WRITTEN }),
      assert.rejects(waiting, { message: NOT_WRITTEN }),
    ]);
    await disk.fail(new Error('no space left'));
    await refused;
  });
}

test('what changes nothing and waits for nothing is answered without the disk', async () => {
  const { disk, store } = await controlledStore();
  assert.deepEqual(await store.write('pods', 'a', remove), { stored: undefined, previous: undefined });
  assert.deepEqual(await store.write('pods', 'a', () => ({ type: 'keep' })), {
    stored: undefined,
    previous: undefined,
  });
  await assert.rejects(
    store.write('pods', 'a', () => {
      throw new Error('refused');
    }),
    { message: 'refused' },
  );
  assert.deepEqual([disk.batches, store.revision], [[], 1]);
});

test('an object that is too large is refused, and nothing else', async () => {
  const store = await ObjectStore.open(memoryPersistence());
  const huge = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x' }, text: 'x'.repeat(4e6) };
  const beyondStrings = { ...huge, texts: Array.from({ length: 200 }, () => huge.text) };
  for (const object of [huge, beyondStrings]) {
    const write = store.write('pods', 'x', () => ({ type: 'put', object }));
    await assert.rejects(write, { code: 'TooLarge' });
  }
  await store.write('pods', 'x', put(1));
  assert.deepEqual(contents(store, 'pods'), ['pods x → 2 1']);
});

test('after a failed commit all that wait are refused, and nothing of it is ever seen', async () => {
  const { disk, store } = await controlledStore();
  const heard: number[] = [];
  store.table('pods').listen(({ revision }) => heard.push(revision));
  const good = store.write('pods', 'a', put('good'));
  await disk.succeed();
  await good;
  const lost = [store.write('pods', 'a', put('lost')), store.write('pods', 'b', put('lost'))];
  await disk.asked();
  const waiting = store.write('pods', 'a', put('waiting'));
  const refused = Promise.all(
    [...lost, waiting].map((write) => assert.rejects(write, { code: 'WriteFailed' })),
  );
  await disk.fail(new Error('no space left'));
  await refused;
  await assert.rejects(store.write('pods', 'c', put('later')), { message: NOT_WRITTEN });
  assert.equal(disk.batches.length, 2);
  assert.equal(store.failure?.message, NOT_WRITTEN);
  assert.deepEqual([store.revision, heard, contents(store, 'pods')], [2, [2], ['pods a → 2 good']]);
});

test('closing waits for the writes under way, and refuses those that come after', async () => {
  const { disk, store } = await controlledStore();
  const write = store.write('pods', 'a', put(1));
  const closed = Promise.all([store.close(), store.close()]);
  await assert.rejects(store.write('pods', 'b', put(2)), { code: 'Closed' });
  await disk.asked();
  assert.equal(disk.isClosed, false);
  await disk.succeed();
  await Promise.all([write, closed]);
  assert.equal(disk.isClosed, true);
  assert.deepEqual(contents(store, 'pods'), ['pods a → 2 1']);
});

test('a persistence that cannot be loaded is closed again', async () => {
  const disk = new ControlledPersistence();
  disk.load = () => Promise.reject(new Error('damaged'));
  await assert.rejects(ObjectStore.open(disk), { message: 'damaged' });
  assert.equal(disk.isClosed, true);
});

test('history begins with the start for every table, and compaction moves it for every table', async () => {
  const store = await ObjectStore.open(memoryPersistence());
  await store.write('pods', 'a', put(1));
  assert.deepEqual(store.table('untouched').eventsAfter(1), []);
  store.compact();
  for (const table of ['pods', 'untouched', 'new']) {
    assert.throws(() => store.table(table).eventsAfter(1), { code: 'Compacted' });
    assert.deepEqual(store.table(table).eventsAfter(2), []);
  }
});

test('revisions ascend over all tables in the order of commits, and every watcher hears that order', async () => {
  const operation = fc.record({
    table: fc.constantFrom('pods', 'nodes'),
    key: fc.constantFrom('a', 'b', 'c'),
    isPut: fc.boolean(),
  });
  const property = fc.asyncProperty(
    fc.array(operation, { minLength: 1, maxLength: 40 }),
    async (operations) => {
      const persistence = memoryPersistence();
      const committed: number[] = [];
      persistence.commit = (changes) => {
        committed.push(...changes.map(({ revision }) => revision));
        return Promise.resolve();
      };
      const store = await ObjectStore.open(persistence);
      const heard: number[] = [];
      for (const table of ['pods', 'nodes'])
        store.table(table).listen(({ revision }) => heard.push(revision));
      const results = await Promise.all(
        operations.map(({ table, key, isPut }, i) => store.write(table, key, isPut ? put(i) : remove)),
      );
      const ascending = Array.from({ length: committed.length }, (_, i) => i + 2);
      assert.deepEqual([committed, heard], [ascending, ascending]);
      assert.deepEqual(
        results.flatMap(({ stored }) => (stored === undefined ? [] : [stored.revision])),
        ascending,
      );
    },
  );
  await fc.assert(property);
});
