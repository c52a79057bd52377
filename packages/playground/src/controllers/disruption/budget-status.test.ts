import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Pod, PodDisruptionBudget } from '@banyan/api/objects';
import { budgetStatus } from './budget-status.ts';

const NOW = Date.UTC(2026, 0, 1, 0, 10);
const at = (minutesAgo: number) => new Date(NOW - minutesAgo * 60_000).toISOString();

function pod(name: string, isReady = true, metadata: Pod['metadata'] = {}): Pod {
  const conditions = [{ type: 'Ready', status: isReady ? ('True' as const) : ('False' as const) }];
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, ...metadata },
    spec: { containers: [] },
    status: { conditions },
  };
}

function budget(
  spec: PodDisruptionBudget['spec'],
  disruptedPods?: Record<string, string>,
): PodDisruptionBudget {
  const counts = { currentHealthy: 0, desiredHealthy: 0, disruptionsAllowed: 0, expectedPods: 0 };
  return {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: 'b', generation: 3 },
    ...(spec && { spec }),
    ...(disruptedPods && { status: { ...counts, disruptedPods } }),
  };
}

const THREE = [pod('a'), pod('b'), pod('c', false)];

test('what may go is what is healthy above what is wanted', () => {
  const table: [PodDisruptionBudget['spec'], number, number[]][] = [
    [{ minAvailable: 1 }, 0, [2, 1, 1, 3]],
    [{ minAvailable: 2 }, 0, [2, 2, 0, 3]],
    [{ minAvailable: '50%' }, 5, [2, 3, 0, 5]],
    [{ maxUnavailable: 2 }, 3, [2, 1, 1, 3]],
    [{ maxUnavailable: '34%' }, 3, [2, 1, 1, 3]],
    [{ maxUnavailable: 9 }, 3, [2, 0, 2, 3]],
    [{ maxUnavailable: 1 }, 0, [2, 0, 0, 0]],
    [{}, 0, [2, 0, 0, 0]],
  ];
  for (const [spec, scale, expected] of table) {
    const { status } = budgetStatus(budget(spec), THREE, { scale, nowMs: NOW });
    const { currentHealthy, desiredHealthy, disruptionsAllowed, expectedPods } = status;
    assert.deepEqual([currentHealthy, desiredHealthy, disruptionsAllowed, expectedPods], expected);
    assert.equal(status.observedGeneration, 3);
    assert.equal(status.conditions?.[0]?.status, disruptionsAllowed > 0 ? 'True' : 'False');
  }
});

test('a pod that was evicted counts as gone for two minutes, or until it is', () => {
  const leaving = pod('leaving', true, { deletionTimestamp: at(0) });
  const pods = [pod('new'), pod('old'), leaving];
  const evicted = { new: at(1), old: at(3), leaving: at(1), gone: at(1) };
  const { status, recheckMs, notDeleted } = budgetStatus(budget({ minAvailable: 0 }, evicted), pods, {
    scale: 0,
    nowMs: NOW,
  });
  assert.deepEqual(status.disruptedPods, { new: at(1) });
  assert.equal(status.currentHealthy, 1);
  assert.equal(recheckMs, 60_000);
  assert.deepEqual(
    notDeleted.map(({ metadata }) => metadata.name),
    ['old'],
  );
});
