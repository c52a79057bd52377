import { test } from 'node:test';
import { simulateSharding } from './sharding-simulation.ts';

/** Above those that the unit test goes through. */
const FIRST_SEED = 1_000_000;
const SEEDS = 3000;

test('no shard with two owners in three thousand storms', async () => {
  for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
    try {
      await simulateSharding(seed);
    } catch (cause) {
      throw new Error(`seed ${seed}`, { cause });
    }
  }
});
