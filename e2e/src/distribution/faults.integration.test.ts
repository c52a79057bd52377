import { test } from 'node:test';
import { runFaults } from './fault-run.ts';
import { FaultWorld } from './fault-world.ts';
import { startPlaygroundTarget } from './playground-target.ts';

const SEED = Number(process.env['BANYAN_FAULT_SEED'] ?? 1);
/** As many as there are faults: each of them once. */
const STEPS = 11;

test('whatever fails, five members of the playground end with what was said last', async (t) => {
  const world = await FaultWorld.start(startPlaygroundTarget);
  t.after(() => world.stop());
  await runFaults(world, { seed: SEED, steps: STEPS, note: (line) => t.diagnostic(line) });
});
