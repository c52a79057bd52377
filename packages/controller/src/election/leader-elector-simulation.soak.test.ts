import { test } from 'node:test';
import { simulateElection } from './election-simulation.ts';

/** Above those that the unit test goes through. */
const FIRST_SEED = 1_000_000;
const SEEDS = 20000;

test('never two leaders in twenty thousand storms', async () => {
  for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
    try {
      await simulateElection(seed);
    } catch (cause) {
      throw new Error(`seed ${seed}`, { cause });
    }
  }
});
