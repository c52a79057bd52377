import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWorthTelling, reconnectSpreadMs } from './reconnect-spread.ts';

test('the more sessions there are, the longer agents take to come back, up to five minutes', () => {
  assert.equal(reconnectSpreadMs(0, 100), 1);
  assert.equal(reconnectSpreadMs(1, 100), 10);
  assert.equal(reconnectSpreadMs(10_000, 100), 100_000);
  assert.equal(reconnectSpreadMs(1_000_000, 100), 300_000);
});

test('agents are told again only of what is half as long again, or less than two thirds', () => {
  const cases = [
    [1_000, 1_000, false],
    [1_000, 1_500, false],
    [1_000, 1_501, true],
    [1_500, 1_000, false],
    [1_501, 1_000, true],
    [0, 10, true],
  ] as const;
  for (const [told, now, isWorth] of cases)
    assert.equal(isWorthTelling(told, now), isWorth, `${told} ${now}`);
});
