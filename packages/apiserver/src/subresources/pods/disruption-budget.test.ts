import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiError } from '../../errors/api-error.ts';
import { letsUnreadyGo, takeDisruption, type DisruptionBudget } from './disruption-budget.ts';

const NOW = new Date('2026-01-01T00:00:00Z');

function budget(
  status: DisruptionBudget['status'] = {},
  spec: DisruptionBudget['spec'] = {},
): DisruptionBudget {
  return {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: 'b', generation: 1 },
    spec,
    status: { observedGeneration: 1, ...status },
  };
}

const condition = (reason: string, message: string) => ({
  type: 'DisruptionAllowed',
  status: 'False',
  lastTransitionTime: '2025-01-01T00:00:00Z',
  reason,
  message,
});

test('a disruption is taken and the Pod noted; with the last one the condition turns', () => {
  const draft = budget({ disruptionsAllowed: 2, disruptedPods: { old: '2025-01-01T00:00:00Z' } });
  takeDisruption(draft, 'one', NOW);
  assert.deepEqual(draft.status?.disruptedPods, { old: '2025-01-01T00:00:00Z', one: '2026-01-01T00:00:00Z' });
  assert.equal(draft.status.disruptionsAllowed, 1);
  assert.equal(draft.status.conditions, undefined);
  takeDisruption(draft, 'two', NOW);
  assert.equal(draft.status.disruptionsAllowed, 0);
  assert.deepEqual(draft.status.conditions, [
    {
      type: 'DisruptionAllowed',
      status: 'False',
      observedGeneration: 1,
      lastTransitionTime: '2026-01-01T00:00:00Z',
      reason: 'InsufficientPods',
      message: '',
    },
  ]);
});

const many = Object.fromEntries(Array.from({ length: 2001 }, (_, i) => [`p${i}`, '2025-01-01T00:00:00Z']));

const REFUSED: readonly [what: string, budget: DisruptionBudget, code: number, said: RegExp][] = [
  ['its controller has not seen', budget({ observedGeneration: 0 }), 429, /b is still being processed/],
  [
    'has no more than it needs',
    budget({ currentHealthy: 1, desiredHealthy: 2 }),
    429,
    /b needs 2 healthy pods and has 1 currently$/,
  ],
  [
    'could not be worked out',
    budget({ conditions: [condition('SyncFailed', 'why')] }),
    429,
    /because it failed sync: why$/,
  ],
  [
    'says why',
    budget({ currentHealthy: 3, desiredHealthy: 2, conditions: [condition('Odd', 'why')] }),
    429,
    /currently \(Odd\): why$/,
  ],
  [
    'is exhausted',
    budget({ currentHealthy: 3, desiredHealthy: 2 }),
    429,
    /does not allow evicting pods currently$/,
  ],
  ['is below nothing', budget({ disruptionsAllowed: -1 }), 403, /pdb disruptions allowed is negative$/],
  [
    'has too many open',
    budget({ disruptionsAllowed: 1, disruptedPods: many }),
    403,
    /DisruptedPods map too big/,
  ],
];

for (const [what, draft, code, said] of REFUSED) {
  test(`a budget that ${what} gives none`, () => {
    assert.throws(
      () => takeDisruption(draft, 'p', NOW),
      ({ status }: ApiError) => {
        assert.equal(status.code, code);
        assert.match(status.details?.causes?.[0]?.message ?? status.message ?? '', said);
        return true;
      },
    );
  });
}

test('a Pod that is not ready may go where the budget is met without it, or always', () => {
  assert.equal(letsUnreadyGo(budget({ currentHealthy: 1, desiredHealthy: 1 })), true);
  assert.equal(letsUnreadyGo(budget({ currentHealthy: 0, desiredHealthy: 1 })), false);
  assert.equal(letsUnreadyGo(budget({ currentHealthy: 0, desiredHealthy: 0 })), false);
  const always = { unhealthyPodEvictionPolicy: 'AlwaysAllow' };
  assert.equal(letsUnreadyGo(budget({ currentHealthy: 0, desiredHealthy: 1 }, always)), true);
});
