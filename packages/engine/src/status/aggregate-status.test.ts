import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aggregateIntent, aggregateTemplate } from './aggregate-status.ts';

const HEALTHY = { health: 'healthy' } as const;

test('counters add up, of generations the greatest counts, and one that is not available makes all so', () => {
  const status = aggregateTemplate([
    {
      member: 'a',
      status: { ...HEALTHY, counters: { replicas: 2, readyReplicas: 2, observedGeneration: 4 } },
    },
    { member: 'b', status: { health: 'progressing', counters: { replicas: 3, observedGeneration: 1 } } },
    { member: 'c', status: undefined },
  ]);
  assert.deepEqual(status.counters, { observedGeneration: 4, replicas: 5, readyReplicas: 2 });
  assert.equal(status.isAvailable, false);
  assert.equal(status.health, 'unknown');
  assert.deepEqual(
    status.members.map(({ isAvailable }) => isAvailable),
    [true, false, false],
  );
});

test('what counts nothing has no counters', () => {
  const status = aggregateTemplate([{ member: 'a', status: HEALTHY }]);
  assert.equal(status.isAvailable, true);
  assert.equal('counters' in status, false);
});

test('what is bound to no member is not available', () => {
  assert.equal(aggregateTemplate([]).isAvailable, false);
  assert.equal(aggregateIntent([], []).isAvailable, false);
});

test('what its author suspended is as he wants it', () => {
  assert.equal(aggregateTemplate([{ member: 'a', status: { health: 'suspended' } }]).isAvailable, true);
});

test('a member is complete when every template is available in it', () => {
  const one = aggregateTemplate([
    { member: 'a', status: HEALTHY },
    { member: 'b', status: HEALTHY },
  ]);
  const two = aggregateTemplate([
    { member: 'a', status: HEALTHY },
    { member: 'b', status: { health: 'degraded' } },
  ]);
  assert.deepEqual(aggregateIntent(['a', 'b'], [one, two]), {
    isAvailable: false,
    health: 'degraded',
    members: 2,
    completeMembers: 1,
  });
  assert.equal(aggregateIntent(['a', 'b'], [one]).isAvailable, true);
});
