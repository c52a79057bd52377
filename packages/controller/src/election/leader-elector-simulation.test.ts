import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Clock } from '../clock/clock.ts';
import type { SimulatedMachine } from '../simulation/simulated-machine.ts';
import { simulateElection } from './election-simulation.ts';

/** A failing seed is run again by itself: BANYAN_SEED=n. The soak test goes through many more. */
const first = Number(process.env['BANYAN_SEED'] ?? 1);
const count = process.env['BANYAN_SEED'] === undefined ? 150 : 1;

test('never two leaders, and one in the end, through pauses, sleep, lost answers and clocks that jump', async (t) => {
  let terms = 0;
  for (let seed = first; seed < first + count; seed++) {
    try {
      terms += (await simulateElection(seed)).terms;
    } catch (cause) {
      throw new Error(`seed ${seed}`, { cause });
    }
  }
  t.diagnostic(`${count} seeds, ${terms} terms`);
});

test('the simulation notices: with clocks at a third of their speed there are two leaders', async () => {
  const slow = (machine: SimulatedMachine): Clock => ({
    now: () => 0,
    elapsed: () => machine.elapsed() / 3,
    after: (delayMs, callback) => machine.after(delayMs * 3, callback),
  });
  let replicas = 0;
  // Every other replica: those that wait have to be faster than those that hold.
  const clockOf = (machine: SimulatedMachine): Clock => (replicas++ % 2 === 0 ? slow(machine) : machine);
  const run = async (): Promise<void> => {
    for (let seed = 1; seed < 100; seed++) await simulateElection(seed, clockOf);
  };
  await assert.rejects(run, /two leaders at/);
});
