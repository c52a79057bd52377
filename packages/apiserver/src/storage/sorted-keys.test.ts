import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SortedKeys } from './sorted-keys.ts';

const key = fc.string({ unit: fc.constantFrom('a', 'b', '-', '/', '.'), maxLength: 4 });

test('whatever is loaded, added and deleted, the keys come in order from any start', () => {
  const operation = fc.record({ type: fc.constantFrom('add', 'add', 'delete'), key });
  const property = fc.property(
    fc.uniqueArray(key),
    fc.array(operation, { maxLength: 100 }),
    key,
    (loaded, operations, startKey) => {
      const keys = new SortedKeys();
      const model = new Set(loaded);
      for (const each of loaded) keys.load(each);
      for (const { type, key: each } of operations) {
        if (type === 'delete') keys.delete(each);
        else if (!model.has(each)) keys.add(each);
        if (type === 'delete') model.delete(each);
        else model.add(each);
      }
      const expected = [...model].toSorted().filter((each) => each >= startKey);
      assert.deepEqual([...keys.from(startKey)], expected);
      assert.equal(keys.countBefore(startKey), model.size - expected.length);
    },
  );
  fc.assert(property);
});

for (const [order, step] of Object.entries({ ascending: 1, descending: 4999, scattered: 1789 })) {
  test(`five thousand keys added in ${order} order are split into blocks and stay in order`, () => {
    const keys = new SortedKeys();
    const all = Array.from({ length: 5000 }, (_, i) => `key-${String((i * step) % 5000).padStart(4, '0')}`);
    for (const each of all) keys.add(each);
    assert.deepEqual([...keys.from('')], all.toSorted());
    assert.deepEqual([...keys.from('key-2500')].length, 2500);
    assert.equal(keys.countBefore('key-2500'), 2500);
    for (const each of all.slice(0, 4990)) keys.delete(each);
    assert.deepEqual([...keys.from('')], all.slice(4990).toSorted());
  });
}
