import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setCondition } from './set-condition.ts';

const READY = { type: 'Ready', status: 'True', reason: 'Well', message: 'm' } as const;
const LATER = Date.parse('2030-01-02T00:00:00Z');

test('a condition that says the same is not told again', () => {
  const conditions = setCondition([], READY, Date.parse('2030-01-01T00:00:00Z'));
  assert.equal(setCondition(conditions, READY, LATER), conditions);
});

test('other words keep the time of the last turn, another status moves it', () => {
  const [other] = setCondition([], { ...READY, type: 'Other' }, LATER);
  assert.ok(other);
  const conditions = setCondition([other], READY, Date.parse('2030-01-01T00:00:00Z'));
  const reworded = setCondition(conditions, { ...READY, message: 'n' }, LATER);
  assert.equal(reworded[1]?.lastTransitionTime, '2030-01-01T00:00:00Z');
  const turned = setCondition(reworded, { ...READY, status: 'False' }, LATER);
  assert.equal(turned[1]?.lastTransitionTime, '2030-01-02T00:00:00Z');
  assert.equal(turned[0], other);
});

test('a message that Kubernetes would refuse is cut', () => {
  const [condition] = setCondition([], { ...READY, message: 'x'.repeat(40_000) }, LATER);
  assert.equal(condition?.message?.length, 4096);
});
