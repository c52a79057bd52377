import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { DaemonSet } from '@banyan/api/objects';
import { planPlaces } from './daemon-set-plan.ts';
import { planUpdate } from './daemon-set-update.ts';
import { sampleDaemonSet, sampleNode, sampleView, type SampleDaemon } from './sample-daemon-set.ts';

const NODES = ['a', 'b', 'c', 'd'].map((name) => sampleNode(name));
const old = (node: string, state: SampleDaemon['state'] = 'ready') => ({ name: `old-${node}`, node, state });
const fresh = (node: string, state: SampleDaemon['state'] = 'ready') => ({
  name: `new-${node}`,
  node,
  hash: 'new',
  state,
});

interface Case {
  readonly name: string;
  readonly set?: DaemonSet;
  readonly pods: readonly SampleDaemon[];
  readonly create?: readonly string[];
  readonly gone?: readonly string[];
}

const SURGE = sampleDaemonSet({ maxSurge: 2, maxUnavailable: 0 });
const ON_DELETE: DaemonSet = { ...SURGE, spec: { ...SURGE.spec, updateStrategy: { type: 'OnDelete' } } };

const CASES: readonly Case[] = [
  { name: 'one goes', pods: ['a', 'b', 'c', 'd'].map((node) => old(node)), gone: ['old-a'] },
  {
    name: 'half of them go',
    set: sampleDaemonSet({ maxUnavailable: '50%' }),
    pods: ['a', 'b', 'c', 'd'].map((node) => old(node)),
    gone: ['old-a', 'old-b'],
  },
  {
    name: 'none while its successor is not available',
    pods: [fresh('a', 'pending'), old('b'), old('c'), old('d')],
  },
  { name: 'none while one is on its way out', pods: [old('a', 'leaving'), old('b'), old('c'), old('d')] },
  { name: 'the next when it is', pods: [fresh('a'), old('b'), old('c'), old('d')], gone: ['old-b'] },
  {
    name: 'those that do no work go at once',
    pods: [old('a', 'pending'), old('b', 'pending'), old('c'), old('d')],
    gone: ['old-a', 'old-b'],
  },
  { name: 'nothing is left to do', pods: ['a', 'b', 'c', 'd'].map((node) => fresh(node)) },
  { name: 'nothing is done that nobody asks for', set: ON_DELETE, pods: [old('a')] },
  {
    name: 'successors come',
    set: SURGE,
    pods: ['a', 'b', 'c', 'd'].map((node) => old(node)),
    create: ['a', 'b'],
  },
  {
    name: 'not more of them at once',
    set: SURGE,
    pods: [old('a'), fresh('a', 'pending'), old('b'), old('c')],
    create: ['b'],
  },
  {
    name: 'the old go when the successors are there',
    set: SURGE,
    pods: [old('a'), fresh('a')],
    gone: ['old-a'],
  },
];

describe('the update of a daemon set', () => {
  for (const { name, set = sampleDaemonSet(), pods, create = [], gone = [] } of CASES) {
    test(name, () => {
      const plan = planUpdate(sampleView(set, NODES, pods));
      assert.deepEqual([plan.create, plan.delete.map(({ metadata }) => metadata.name)], [create, gone]);
    });
  }

  const limits = fc.oneof(
    fc.record({ maxUnavailable: fc.integer({ min: 1, max: 5 }) }),
    fc.record({ maxSurge: fc.integer({ min: 1, max: 5 }), maxUnavailable: fc.constant(0) }),
  );
  test('never leaves more nodes without than may be, and ends', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 6 }),
        limits,
        fc.infiniteStream(fc.boolean()),
        (count, limit, luck) => {
          const nodes = Array.from({ length: count }, (_, i) => sampleNode(`n${i}`));
          const set = sampleDaemonSet(limit);
          let pods: SampleDaemon[] = nodes.map(({ metadata }) => old(metadata.name ?? ''));
          for (let step = 0; step < 200; step += 1) {
            const view = sampleView(set, nodes, pods);
            const places = planPlaces(view);
            const plan = places.create.length + places.delete.length > 0 ? places : planUpdate(view);
            const gone = new Set(plan.delete.map(({ metadata }) => metadata.name));
            pods = [
              ...pods.filter(({ name }) => !gone.has(name)),
              ...plan.create.map((node) => fresh(node, 'pending')),
            ];
            const served = new Set(pods.filter(({ state }) => state === 'ready').map(({ node }) => node));
            assert.ok(served.size >= count - limit.maxUnavailable, 'too many nodes without');
            pods = pods.map((pod) => (luck.next().value === true ? { ...pod, state: 'ready' } : pod));
          }
          assert.deepEqual(
            pods.map(({ name }) => name).toSorted(),
            nodes.map(({ metadata }) => `new-${metadata.name}`),
          );
        },
      ),
    );
  });
});
