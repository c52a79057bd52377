import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { ClusterCondition } from '@banyan/api/clusternet';
import { readyVerdict, withCondition } from './ready-condition.ts';

suite('a member is Ready', () => {
  for (const [healthz, livez, readyz, status] of [
    [true, false, false, 'True'],
    [false, true, true, 'True'],
    [false, true, false, 'False'],
    [false, false, true, 'False'],
    [false, false, false, 'False'],
  ] as const) {
    test(`${status} with healthz ${healthz}, livez ${livez}, readyz ${readyz}`, () => {
      assert.equal(readyVerdict({ healthz, livez, readyz }).status, status);
    });
  }

  test('in the words that Clusternet uses', () => {
    assert.deepEqual(readyVerdict({ healthz: true, livez: true, readyz: true }), {
      type: 'Ready',
      status: 'True',
      reason: 'ManagedClusterReady',
      message: 'managed cluster is ready.',
    });
    const down = readyVerdict({ healthz: false, livez: false, readyz: false }, 'no route');
    assert.equal(down.reason, 'ManagedClusterNotReady');
    assert.match(down.message, /no route/);
  });
});

suite('a condition', () => {
  const EARLIER = '2030-01-01T00:00:00Z';
  const NOW = '2030-01-02T00:00:00Z';
  const ready = (status: 'True' | 'False' | 'Unknown'): ClusterCondition => ({
    type: 'Ready',
    status,
    reason: 'r',
    message: 'm',
    lastTransitionTime: EARLIER,
  });
  const init: ClusterCondition = { ...ready('True'), type: 'ClusterInit' };
  const verdict = readyVerdict({ healthz: true, livez: true, readyz: true });

  test('keeps its time while its status stays', () => {
    assert.equal(withCondition([ready('True')], verdict, NOW)[0]?.lastTransitionTime, EARLIER);
  });

  test('gets the time of the turn', () => {
    assert.equal(withCondition([ready('Unknown')], verdict, NOW)[0]?.lastTransitionTime, NOW);
  });

  test('is added, and leaves the others as they are', () => {
    const conditions = withCondition([init], verdict, NOW);
    assert.deepEqual(conditions, [init, { ...verdict, lastTransitionTime: NOW }]);
  });
});
