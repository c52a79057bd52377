import { test } from 'node:test';
import { simulateSharding } from './sharding-simulation.ts';

/** A failing seed is run again by itself: BANYAN_SEED=n. The soak test goes through many more. */
const first = Number(process.env['BANYAN_SEED'] ?? 1);
const count = process.env['BANYAN_SEED'] === undefined ? 30 : 1;

test('no shard with two owners, and all owned evenly in the end, through everything that goes wrong', async (t) => {
  let terms = 0;
  for (let seed = first; seed < first + count; seed++) {
    try {
      terms += (await simulateSharding(seed)).terms;
    } catch (cause) {
      throw new Error(`seed ${seed}`, { cause });
    }
  }
  t.diagnostic(`${count} seeds, ${terms} terms`);
});
