import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeFaults, NO_FAULTS, type FaultState } from './fault-state.ts';

const CASES: readonly (readonly [Partial<FaultState>, readonly string[]])[] = [
  [{}, []],
  [{ cut: 'refuse' }, ['cut off (refused)']],
  [{ cut: 'hang' }, ['cut off (hanging)']],
  [{ flapping: { periodMs: 10_000, mode: 'refuse' } }, ['flapping every 10 s (refused)']],
  [{ delayMs: 300 }, ['slow by 300 ms']],
  [{ delayMs: 1500 }, ['slow by 1.5 s']],
  [{ errors: { status: 429, share: 0.125, retryAfterSeconds: 1 } }, ['answers 429 to 12.5% of requests']],
  [{ clockOffsetMs: 600_000 }, ['clock 600 s ahead']],
  [{ clockOffsetMs: -5000 }, ['clock 5 s behind']],
  [
    { delayMs: 1000, deadNodes: ['a-node-1', 'a-node-2'] },
    ['slow by 1 s', 'a-node-1 is down', 'a-node-2 is down'],
  ],
];

for (const [state, phrases] of CASES) {
  test(`what is wrong is said: ${phrases.join(', ') || 'nothing'}`, () => {
    assert.deepEqual(describeFaults({ ...NO_FAULTS, ...state }), phrases);
  });
}
