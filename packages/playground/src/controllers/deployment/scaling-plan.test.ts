import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { surgeOf } from './rollout-plan.ts';
import { sampleDeployment, sampleSet, type SampleSet } from './sample-sets.ts';
import { isScaled, planScaling } from './scaling-plan.ts';
import { replicaAnnotations } from './template-revision.ts';

function told(replicas: number): Record<string, string> {
  const deployment = sampleDeployment({ replicas });
  return replicaAnnotations(deployment, surgeOf(deployment));
}

interface Case {
  readonly name: string;
  readonly replicas: number;
  readonly current?: SampleSet;
  readonly older: readonly SampleSet[];
  readonly planned: Readonly<Record<string, number>>;
}

const CASES: readonly Case[] = [
  {
    name: 'the only set that runs gets everything',
    replicas: 5,
    current: { name: 'current', replicas: 3 },
    older: [{ name: 'old', replicas: 0 }],
    planned: { current: 5 },
  },
  {
    name: 'with none that runs it is the current one',
    replicas: 2,
    current: { name: 'current', replicas: 0 },
    older: [{ name: 'old', replicas: 0 }],
    planned: { current: 2 },
  },
  {
    name: 'without a current one it is the newest',
    replicas: 2,
    older: [
      { name: 'old', replicas: 0 },
      { name: 'newer', replicas: 0 },
    ],
    planned: { newer: 2 },
  },
  {
    name: 'each has its share of the growth',
    replicas: 20,
    current: { name: 'current', replicas: 5, available: 0, annotations: told(10) },
    older: [{ name: 'old', replicas: 8, annotations: told(10) }],
    planned: { old: 15, current: 10 },
  },
  {
    name: 'all go when nothing is wanted',
    replicas: 0,
    current: { name: 'current', replicas: 5, available: 0, annotations: told(10) },
    older: [{ name: 'old', replicas: 8, annotations: told(10) }],
    planned: { old: 0, current: 0 },
  },
  {
    name: 'once the current one has all, the others go',
    replicas: 4,
    current: { name: 'current', replicas: 4, annotations: told(4) },
    older: [{ name: 'old', replicas: 2, annotations: told(10) }],
    planned: { old: 0 },
  },
];

describe('scaling in the middle of a rollout', () => {
  for (const { name, replicas, current, older, planned } of CASES) {
    test(name, () => {
      const plan = planScaling({
        deployment: sampleDeployment({ replicas }),
        current: current && sampleSet(current),
        older: older.map(sampleSet),
      });
      assert.deepEqual(
        Object.fromEntries(plan.map((each) => [each.set.metadata.name, each.replicas])),
        planned,
      );
    });
  }

  test('shares add up to what the deployment may have, and none is negative', () => {
    const size = fc.integer({ min: 1, max: 30 });
    fc.assert(
      fc.property(size, fc.array(size, { minLength: 1, maxLength: 4 }), (after, sizes) => {
        const maximum = String(sizes.reduce((sum, each) => sum + each, 1));
        const annotations = { 'deployment.kubernetes.io/max-replicas': maximum };
        const sets = sizes.map((replicas, i) =>
          sampleSet({ name: `old-${i}`, replicas, available: 0, annotations }),
        );
        const current = sampleSet({ name: 'current', replicas: 1, available: 0, annotations });
        const deployment = sampleDeployment({ replicas: after });
        const plan = planScaling({ deployment, current, older: sets });
        assert.ok(plan.every(({ replicas }) => replicas >= 0));
        const sum = plan.reduce((total, { replicas }) => total + replicas, 0);
        assert.equal(sum, after + surgeOf(deployment));
      }),
    );
  });
});

describe('a deployment was scaled', () => {
  const current = (annotations: Record<string, string>, replicas = 3) =>
    sampleSet({ name: 'current', replicas, annotations });
  const cases = [
    ['if a set that runs was told of another number', current(told(3)), 4, true],
    ['not if it was told of this one', current(told(3)), 3, false],
    ['not if the set is empty', current(told(3), 0), 4, false],
    ['not if nobody told it anything', current({}), 4, false],
  ] as const;
  for (const [name, set, replicas, expected] of cases) {
    test(name, () => {
      assert.equal(
        isScaled({ deployment: sampleDeployment({ replicas }), current: set, older: [] }),
        expected,
      );
    });
  }
});
