import { test } from 'node:test';
import { departureScenario } from './departure-scenario.ts';
import { runFaults } from './fault-run.ts';
import { FaultWorld } from './fault-world.ts';
import { startPlaygroundTarget } from './playground-target.ts';
import { startRealTarget } from './real-target.ts';

/** `BANYAN_FAULT_SEED`, `BANYAN_FAULT_SEEDS`, `BANYAN_FAULT_STEPS`: the first, how many, and how long each is. */
const FIRST = Number(process.env['BANYAN_FAULT_SEED'] ?? 1);
const SEEDS = Number(process.env['BANYAN_FAULT_SEEDS'] ?? 10);
const STEPS = Number(process.env['BANYAN_FAULT_STEPS'] ?? 14);
/** `BANYAN_FAULT_REPLICAS`, of the hub. */
const REPLICAS = Number(process.env['BANYAN_FAULT_REPLICAS'] ?? 2);
/** `BANYAN_FAULT_ON`: one of them alone. */
const ON = process.env['BANYAN_FAULT_ON'];

const TARGETS = { playground: startPlaygroundTarget, kubernetes: startRealTarget } as const;

for (const [name, startTarget] of Object.entries(TARGETS))
  test(
    `whatever fails, members end with what was said last: ${name}`,
    { skip: ON !== undefined && ON !== name },
    async (t) => {
      const world = await FaultWorld.start(startTarget, REPLICAS);
      t.after(() => world.stop());
      // One that fails ends it: what it leaves behind is in the way of the next.
      for (let seed = FIRST; seed < FIRST + SEEDS; seed += 1)
        await runFaults(world, { seed, steps: STEPS, note: (line) => t.diagnostic(line) });
    },
  );

test('whoever goes and comes back has what was said last: playground', async (t) => {
  const world = await FaultWorld.start(startPlaygroundTarget, REPLICAS);
  t.after(() => world.stop());
  await departureScenario(t, world);
});
