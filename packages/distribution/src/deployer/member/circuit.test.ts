import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Circuit } from './circuit.ts';

test('a member that does not answer is left alone for longer and longer, up to half a minute', () => {
  const circuit = new Circuit();
  assert.equal(circuit.waitMs(0), 0);
  const waits: number[] = [];
  for (let nowMs = 1; waits.length < 9; nowMs += circuit.waitMs(nowMs)) {
    circuit.open(nowMs);
    waits.push(circuit.waitMs(nowMs));
  }
  assert.deepEqual(waits, [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
});

test('failures of works that were under way together count once, and an answer ends it', () => {
  const circuit = new Circuit();
  circuit.open(1000);
  circuit.open(1001);
  assert.equal(circuit.waitMs(1001), 499);
  circuit.close();
  assert.equal(circuit.waitMs(1002), 0);
  circuit.open(2000);
  assert.equal(circuit.waitMs(2000), 500);
});
