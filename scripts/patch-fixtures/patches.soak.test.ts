import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startCluster } from '@banyan/testing';
import { comparePatches } from './compare-patches.ts';
import { PATCH_TYPES } from './patch-case.ts';
import { createMaterial } from './record-patches.ts';

/** About ten minutes on two cores. */
const SEEDS = Array.from({ length: 50 }, (_, index) => 1000 + index);

test('random patches of many seeds come out as on the real API server', async () => {
  await using cluster = await startCluster({ name: 'patches' });
  const material = await createMaterial(cluster);
  for (const seed of SEEDS) {
    for (const type of PATCH_TYPES) {
      const { differences } = await comparePatches(cluster, material, { type, seed });
      assert.deepEqual(differences, [], `${type}, seed ${seed}`);
    }
  }
});
