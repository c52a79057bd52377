import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Pod, StatefulSet } from '@banyan/api/objects';
import { samplePod, sampleStatefulSet } from './sample-stateful-set.ts';
import { revisionNameOf } from './stateful-pod.ts';
import { planStatefulSet, type StatefulSetPlan } from './stateful-set-plan.ts';

const NOW_MS = Date.UTC(2030, 0, 2);

function plan(set: StatefulSet, pods: readonly Pod[], updateRevision = 'old'): StatefulSetPlan {
  return planStatefulSet({ set, pods, currentRevision: 'old', updateRevision, nowMs: NOW_MS });
}

/** `+1 old` creates, `-2` deletes. */
function words({ create, delete: gone }: StatefulSetPlan): string[] {
  return [
    ...create.map(({ ordinal, revision }) => `+${ordinal} ${revision}`),
    ...gone.map(({ metadata }) => `-${metadata.name?.slice('web-'.length)}`),
  ];
}

const PARALLEL = { podManagementPolicy: 'Parallel' } as const;
const rolling = (rollingUpdate: object) =>
  ({ updateStrategy: { type: 'RollingUpdate', rollingUpdate } }) as const;

interface Case {
  readonly name: string;
  readonly spec?: Partial<StatefulSet['spec']>;
  readonly pods: readonly Pod[];
  readonly to?: string;
  readonly planned: readonly string[];
}

const CASES: readonly Case[] = [
  { name: 'the first pod comes first', pods: [], planned: ['+0 old'] },
  { name: 'the next waits until it is ready', pods: [samplePod(0, 'pending')], planned: [] },
  { name: 'and comes when it is', pods: [samplePod(0, 'ready')], planned: ['+1 old'] },
  { name: 'in parallel all come at once', spec: PARALLEL, pods: [], planned: ['+0 old', '+1 old', '+2 old'] },
  {
    name: 'numbers may begin elsewhere',
    spec: { ordinals: { start: 5 }, replicas: 1 },
    pods: [],
    planned: ['+5 old'],
  },
  {
    name: 'a gap is filled first',
    pods: [samplePod(0, 'ready'), samplePod(2, 'ready')],
    planned: ['+1 old'],
  },
  { name: 'a failed pod is replaced', pods: [samplePod(0, 'failed')], planned: ['-0'] },
  {
    name: 'but only once it is gone',
    pods: [{ ...samplePod(0, 'leaving'), status: { phase: 'Failed' } }],
    planned: [],
  },
  {
    name: 'the highest goes first, alone',
    spec: { replicas: 1 },
    pods: [0, 1, 2].map((ordinal) => samplePod(ordinal, 'ready')),
    planned: ['-2'],
  },
  {
    name: 'the next only when it is gone',
    spec: { replicas: 1 },
    pods: [samplePod(0, 'ready'), samplePod(1, 'ready'), samplePod(2, 'leaving')],
    planned: [],
  },
  {
    name: 'one that is not well goes if it is the lowest such',
    spec: { replicas: 1 },
    pods: [samplePod(0, 'ready'), samplePod(1, 'ready'), samplePod(2, 'pending')],
    planned: ['-2'],
  },
  {
    name: 'and otherwise waits for the lowest',
    spec: { replicas: 1 },
    pods: [samplePod(0, 'ready'), samplePod(1, 'pending'), samplePod(2, 'pending')],
    planned: [],
  },
  {
    name: 'in parallel all go at once',
    spec: { ...PARALLEL, replicas: 1 },
    pods: [0, 1, 2].map((ordinal) => samplePod(ordinal, 'ready')),
    planned: ['-2', '-1'],
  },
  {
    name: 'an update begins at the highest',
    pods: [0, 1, 2].map((ordinal) => samplePod(ordinal, 'ready')),
    to: 'new',
    planned: ['-2'],
  },
  {
    name: 'and goes on when that is well again',
    pods: [samplePod(0, 'ready'), samplePod(1, 'ready'), samplePod(2, 'ready', 'new')],
    to: 'new',
    planned: ['-1'],
  },
  {
    name: 'below the partition nothing is updated',
    spec: rolling({ partition: 2 }),
    pods: [samplePod(0, 'ready'), samplePod(1, 'ready'), samplePod(2, 'ready', 'new')],
    to: 'new',
    planned: [],
  },
  {
    name: 'and what is missing there comes back as it was',
    spec: rolling({ partition: 2 }),
    pods: [samplePod(0, 'ready'), samplePod(2, 'ready', 'new')],
    to: 'new',
    planned: ['+1 old'],
  },
  {
    name: 'several at once if so many may be missing',
    spec: { ...rolling({ partition: 0, maxUnavailable: 2 }), ...PARALLEL },
    pods: [0, 1, 2].map((ordinal) => samplePod(ordinal, 'ready')),
    to: 'new',
    planned: ['-2', '-1'],
  },
  {
    name: 'those that are missing already count',
    spec: { ...rolling({ partition: 0, maxUnavailable: '67%' }), ...PARALLEL },
    pods: [samplePod(0, 'pending'), samplePod(1, 'ready'), samplePod(2, 'ready')],
    to: 'new',
    planned: ['-2'],
  },
  {
    name: 'nothing is updated that nobody deletes',
    spec: { updateStrategy: { type: 'OnDelete' } },
    pods: [0, 1, 2].map((ordinal) => samplePod(ordinal, 'ready')),
    to: 'new',
    planned: [],
  },
  {
    name: 'a pod that is ready too short is waited for',
    spec: { minReadySeconds: 2 * 86_400 },
    pods: [samplePod(0, 'ready')],
    planned: [],
  },
];

describe('the plan of a stateful set', () => {
  for (const { name, spec, pods, to, planned } of CASES) {
    test(name, () => assert.deepEqual(words(plan(sampleStatefulSet(spec), pods, to)), planned));
  }
});

test('an update in order takes one pod at a time, never leaves more than one missing, and ends', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 6 }),
      fc.integer({ min: 0, max: 7 }),
      fc.constantFrom('OrderedReady' as const, 'Parallel' as const),
      (replicas, partition, podManagementPolicy) => {
        const set = sampleStatefulSet({ replicas, podManagementPolicy, ...rolling({ partition }) });
        let pods = Array.from({ length: replicas }, (_, i) => samplePod(i, 'ready'));
        for (let step = 0; step < 10 * replicas + 2; step += 1) {
          const next = plan(set, pods, 'new');
          const gone = new Set(next.delete.map(({ metadata }) => metadata.name));
          pods = [
            ...pods.filter(({ metadata }) => !gone.has(metadata.name)),
            ...next.create.map(({ ordinal, revision }) => samplePod(ordinal, 'ready', revision)),
          ];
          assert.ok(pods.length >= replicas - 1);
        }
        const updated = pods.filter((pod) => revisionNameOf(pod) === 'new').length;
        assert.deepEqual([pods.length, updated], [replicas, Math.max(0, replicas - partition)]);
      },
    ),
  );
});
