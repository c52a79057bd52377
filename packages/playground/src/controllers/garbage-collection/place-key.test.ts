import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePlace, placeKey } from './place-key.ts';

test('a place comes back from its key', () => {
  for (const key of [{ name: 'node-1' }, { namespace: 'default', name: 'web' }]) {
    const place = { table: 'things.example.test', key };
    assert.deepEqual(parsePlace(placeKey(place)), place);
  }
});
