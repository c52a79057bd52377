import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkFreshSeeds } from './check-fresh-seeds.ts';
import { staleFixtures } from './stale-fixtures.ts';

test('the recorded applies are what the real server answers', async () => {
  assert.deepEqual(await staleFixtures(), []);
});

test('random writes of several managers end as on the real server', async () => {
  assert.deepEqual(await checkFreshSeeds(3), []);
});
