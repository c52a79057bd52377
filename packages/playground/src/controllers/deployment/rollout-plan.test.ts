import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Deployment } from '@banyan/api/objects';
import { planRollout, surgeOf, unavailableOf } from './rollout-plan.ts';
import { sampleDeployment, sampleSet } from './sample-sets.ts';

interface Case {
  readonly name: string;
  readonly replicas: number;
  readonly limits: { maxSurge: number | string; maxUnavailable: number | string };
  /** Replicas and how many of them are available: the current set, then the older ones. */
  readonly current: readonly [number, number];
  readonly older: readonly (readonly [number, number])[];
  readonly planned: Readonly<Record<string, number>>;
}

const DEFAULTS = { maxSurge: '25%', maxUnavailable: '25%' };

const CASES: readonly Case[] = [
  {
    name: 'the new set grows by the surge',
    replicas: 4,
    limits: DEFAULTS,
    current: [0, 0],
    older: [[4, 4]],
    planned: { current: 1 },
  },
  {
    name: 'then an old one shrinks',
    replicas: 4,
    limits: DEFAULTS,
    current: [1, 0],
    older: [[4, 4]],
    planned: { 'old-0': 3 },
  },
  {
    name: 'no further until new pods are available',
    replicas: 4,
    limits: DEFAULTS,
    current: [2, 0],
    older: [[3, 3]],
    planned: {},
  },
  {
    name: 'pods that are not well go first, of the oldest set first',
    replicas: 4,
    limits: { maxSurge: 1, maxUnavailable: 1 },
    current: [0, 0],
    older: [
      [2, 0],
      [3, 3],
    ],
    planned: { 'old-0': 0 },
  },
  {
    name: 'without any freedom one pod may be missing',
    replicas: 1,
    limits: { maxSurge: '0%', maxUnavailable: '25%' },
    current: [0, 0],
    older: [[1, 1]],
    planned: { 'old-0': 0 },
  },
  {
    name: 'a current set that is too large shrinks',
    replicas: 2,
    limits: DEFAULTS,
    current: [5, 5],
    older: [],
    planned: { current: 2 },
  },
  {
    name: 'nothing is left to do',
    replicas: 2,
    limits: DEFAULTS,
    current: [2, 2],
    older: [[0, 0]],
    planned: {},
  },
];

describe('the plan of a rolling update', () => {
  for (const { name, replicas, limits, current, older, planned } of CASES) {
    test(name, () => {
      const deployment = sampleDeployment({
        replicas,
        strategy: { type: 'RollingUpdate', rollingUpdate: limits },
      });
      const plan = planRollout({
        deployment,
        current: sampleSet({ name: 'current', replicas: current[0], available: current[1] }),
        older: older.map(([count, available], i) =>
          sampleSet({ name: `old-${i}`, replicas: count, available }),
        ),
      });
      assert.deepEqual(
        Object.fromEntries(plan.map(({ set, replicas: to }) => [set.metadata.name, to])),
        planned,
      );
    });
  }
});

/** One set while it is played: as many pods as it asks for, some of them available. */
interface Played {
  readonly name: string;
  replicas: number;
  available: number;
}

const LIMIT = fc.oneof(
  fc.integer({ min: 0, max: 12 }),
  fc.integer({ min: 0, max: 100 }).map((percent) => `${percent}%`),
);

test('a rollout never goes below what must be available or above the surge, and always ends', () => {
  fc.assert(
    fc.property(
      fc.record({
        replicas: fc.integer({ min: 0, max: 12 }),
        maxSurge: LIMIT,
        maxUnavailable: LIMIT,
        older: fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 3 }),
        luck: fc.infiniteStream(fc.integer({ min: 0, max: 3 })),
      }),
      ({ replicas, maxSurge, maxUnavailable, older, luck }) => {
        const rollingUpdate = { maxSurge, maxUnavailable };
        const deployment = sampleDeployment({ replicas, strategy: { type: 'RollingUpdate', rollingUpdate } });
        const sets = fill(older, replicas);
        play(deployment, sets, () => luck.next().value ?? 1);
        assert.deepEqual(
          sets.map((set) => [set.replicas, set.available]),
          sets.map(({ name }) => (name === 'current' ? [replicas, replicas] : [0, 0])),
        );
      },
    ),
    { numRuns: 300 },
  );
});

/** Old sets that together have all pods, all available, and a current one that has none. */
function fill(older: readonly number[], replicas: number): Played[] {
  let left = replicas;
  const sets = older.map((wanted, i) => {
    const count = i === older.length - 1 ? left : Math.min(wanted, left);
    left -= count;
    return { name: `old-${i}`, replicas: count, available: count };
  });
  return [{ name: 'current', replicas: 0, available: 0 }, ...sets];
}

function play(deployment: Deployment, sets: Played[], luck: () => number): void {
  const wanted = deployment.spec.replicas ?? 1;
  const most = wanted + surgeOf(deployment);
  const hadAll = sets.reduce((sum, { available }) => sum + available, 0) >= wanted;
  const least = hadAll ? wanted - unavailableOf(deployment) : 0;
  for (let step = 0; step < 1000; step += 1) {
    const [current, ...older] = sets.map((set) => sampleSet(set));
    assert.ok(current !== undefined);
    const plan = planRollout({ deployment, current, older });
    for (const { set, replicas } of plan) {
      const played = sets.find(({ name }) => name === set.metadata.name);
      if (played === undefined) continue;
      // Those that are not available go first.
      played.available = Math.min(played.available, replicas);
      played.replicas = replicas;
    }
    assert.ok(sets.reduce((sum, { replicas }) => sum + replicas, 0) <= most, 'above the surge');
    assert.ok(
      sets.reduce((sum, { available }) => sum + available, 0) >= least,
      'below what must be available',
    );
    const isWaiting = sets.some(({ replicas, available }) => available < replicas);
    if (plan.length === 0 && !isWaiting) return;
    const news = plan.length === 0 ? Math.max(1, luck()) : luck();
    for (const set of sets) set.available = Math.min(set.replicas, set.available + news);
  }
  assert.fail('it does not end');
}
