import { test } from 'node:test';
import { departureScenario } from './departure-scenario.ts';
import { runFaults } from './fault-run.ts';
import { FaultWorld } from './fault-world.ts';
import { startRealTarget } from './real-target.ts';

const SEED = Number(process.env['BANYAN_FAULT_SEED'] ?? 1);
/** As many as there are faults: each of them once. */
const STEPS = 7;

test('five members on real Kubernetes, while things go wrong', async (t) => {
  const world = await FaultWorld.start(startRealTarget);
  t.after(() => world.stop());
  await t.test('whatever fails, they end with what was said last', (tt) =>
    runFaults(world, { seed: SEED, steps: STEPS, note: (line) => tt.diagnostic(line) }),
  );
  await t.test('whoever goes and comes back, too', (tt) => departureScenario(tt, world));
});
