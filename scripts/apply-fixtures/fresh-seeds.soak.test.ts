import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkFreshSeeds } from './check-fresh-seeds.ts';

test('many random writes of several managers end as on the real server', async () => {
  assert.deepEqual(await checkFreshSeeds(60), []);
});
