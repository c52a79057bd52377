import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clusterOf, formatKey, parseKey } from './key.ts';

const cases = [
  { key: 'member1|shop/web', parts: { cluster: 'member1', namespace: 'shop', name: 'web' } },
  { key: 'member1|node-1', parts: { cluster: 'member1', name: 'node-1' } },
  { key: '|shop/web', parts: { cluster: '', namespace: 'shop', name: 'web' } },
];

for (const { key, parts } of cases) {
  test(`${key} is written and read`, () => {
    assert.equal(formatKey(parts), key);
    assert.deepEqual(parseKey(key), parts);
    assert.equal(clusterOf(key), parts.cluster);
  });
}

test('a key without a bar is of no cluster', () => {
  assert.deepEqual(parseKey('shop/web'), { cluster: '', namespace: 'shop', name: 'web' });
  assert.equal(clusterOf('shop/web'), '');
});
