import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeClock } from '@banyan/testing';
import { ClusterFaults } from './cluster-faults.ts';
import { NO_FAULTS } from './fault-state.ts';
import type { GateState } from './network-gate.ts';

function faultsWithGate(): { faults: ClusterFaults; clock: FakeClock; states: GateState[] } {
  const clock = new FakeClock();
  const faults = new ClusterFaults({ clock });
  const states: GateState[] = [];
  faults.useGate({ set: async (state) => void states.push(state) });
  return { faults, clock, states };
}

test('a flapping cluster is cut off for half of each period, until it is healed', async () => {
  const { faults, clock, states } = faultsWithGate();
  await faults.flap({ periodMs: 10_000, mode: 'hang' });
  await clock.advance(4999);
  assert.deepEqual(states, ['hang']);
  await clock.advance(10_001);
  assert.deepEqual(states, ['hang', 'open', 'hang', 'open']);
  await faults.heal();
  await clock.advance(60_000);
  assert.deepEqual(states.slice(4), ['open']);
});

test('being cut off ends flapping, and the other way round', async () => {
  const { faults, clock, states } = faultsWithGate();
  await faults.flap({ periodMs: 1000, mode: 'refuse' });
  await faults.cut('hang');
  await clock.advance(5000);
  assert.deepEqual(states, ['refuse', 'hang']);
  assert.deepEqual(faults.state, { ...NO_FAULTS, cut: 'hang' });
  await faults.flap({ periodMs: 1000, mode: 'refuse' });
  assert.equal(faults.state.cut, undefined);
  faults.close();
  assert.equal(clock.nextTimerMs, undefined);
});

test('a gate that cannot open is tried again at the next turn', async () => {
  const { faults, clock } = faultsWithGate();
  let opened = 0;
  faults.useGate({
    set: async (state) => {
      if (state === 'open' && (opened += 1) === 1) throw new Error('the port is taken');
    },
  });
  await faults.flap({ periodMs: 1000, mode: 'refuse' });
  await clock.advance(2000);
  assert.equal(opened, 2);
  faults.close();
});

test('faults add up, and heal ends them all', async () => {
  const { faults, clock } = faultsWithGate();
  const revived: string[] = [];
  faults.nodes.onRevived((node) => revived.push(node));
  faults.slow(250);
  faults.answerErrors({ status: 500, share: 1, retryAfterSeconds: 1 });
  faults.shiftClock(-60_000);
  faults.nodes.kill('a-node-2');
  assert.equal(faults.clock.now(), clock.now() - 60_000);
  assert.equal(faults.clock.elapsed(), clock.elapsed());
  assert.equal(faults.nodes.isAlive('a-node-2'), false);
  assert.deepEqual(faults.state, {
    ...NO_FAULTS,
    delayMs: 250,
    errors: { status: 500, share: 1, retryAfterSeconds: 1 },
    clockOffsetMs: -60_000,
    deadNodes: ['a-node-2'],
  });
  await faults.heal();
  assert.deepEqual(faults.state, NO_FAULTS);
  assert.deepEqual(revived, ['a-node-2']);
});
