import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { DaemonSet, Node, Taint } from '@banyan/api/objects';
import { planPlaces } from './daemon-set-plan.ts';
import { daemonSetStatus } from './daemon-set-status.ts';
import { sampleDaemonSet, sampleNode, sampleView, type SampleDaemon } from './sample-daemon-set.ts';

const NO_SCHEDULE: Taint = { key: 'x', effect: 'NoSchedule' };
const NO_EXECUTE: Taint = { key: 'x', effect: 'NoExecute' };
const SURGE = { maxSurge: 1, maxUnavailable: 0 };

interface Case {
  readonly name: string;
  readonly set?: DaemonSet;
  readonly nodes?: readonly Node[];
  readonly pods: readonly SampleDaemon[];
  readonly create?: readonly string[];
  readonly gone?: readonly string[];
}

const NODE = [sampleNode('a')];

const CASES: readonly Case[] = [
  { name: 'a node without a pod gets one', pods: [], create: ['a'] },
  { name: 'one with a pod is left alone', pods: [{ name: 'p', node: 'a' }] },
  { name: 'one whose pod is on its way out waits', pods: [{ name: 'p', node: 'a', state: 'leaving' }] },
  {
    name: 'unless the successor may come before',
    set: sampleDaemonSet(SURGE),
    pods: [{ name: 'p', node: 'a', state: 'leaving' }],
    create: ['a'],
  },
  { name: 'a node that refuses pods gets none', nodes: [sampleNode('a', [NO_SCHEDULE])], pods: [] },
  {
    name: 'but keeps the one that it has',
    nodes: [sampleNode('a', [NO_SCHEDULE])],
    pods: [{ name: 'p', node: 'a' }],
  },
  {
    name: 'a node that sends pods away loses it',
    nodes: [sampleNode('a', [NO_EXECUTE])],
    pods: [{ name: 'p', node: 'a' }],
    gone: ['p'],
  },
  {
    name: 'of two pods the older stays',
    pods: [
      { name: 'p', node: 'a', created: '2' },
      { name: 'q', node: 'a', created: '1' },
    ],
    gone: ['p'],
  },
  { name: 'a pod that ended makes room', pods: [{ name: 'p', node: 'a', state: 'Failed' }], gone: ['p'] },
  {
    name: 'an old and a new pod live together while one surges',
    set: sampleDaemonSet(SURGE),
    pods: [
      { name: 'p', node: 'a' },
      { name: 'q', node: 'a', hash: 'new', state: 'pending' },
    ],
  },
  {
    name: 'until the new one is available',
    set: sampleDaemonSet(SURGE),
    pods: [
      { name: 'p', node: 'a' },
      { name: 'q', node: 'a', hash: 'new' },
    ],
    gone: ['p'],
  },
  {
    name: 'or the old one is not ready',
    set: sampleDaemonSet(SURGE),
    pods: [
      { name: 'p', node: 'a', state: 'pending' },
      { name: 'q', node: 'a', hash: 'new', state: 'pending' },
    ],
    gone: ['p'],
  },
];

describe('where the pods of a daemon set are', () => {
  for (const { name, set = sampleDaemonSet(), nodes = NODE, pods, create = [], gone = [] } of CASES) {
    test(name, () => {
      const plan = planPlaces(sampleView(set, nodes, pods));
      assert.deepEqual([plan.create, plan.delete.map(({ metadata }) => metadata.name)], [create, gone]);
    });
  }

  test('a pod that waits for a node that is gone goes too', () => {
    const view = sampleView(
      sampleDaemonSet(),
      [],
      [
        { name: 'p', node: 'gone' },
        { name: 'q', node: 'gone' },
      ],
    );
    const [waiting] = view.podsByNode.get('gone') ?? [];
    assert.ok(waiting !== undefined);
    delete waiting.spec.nodeName;
    assert.deepEqual(planPlaces(view).delete, [waiting]);
  });
});

test('the status counts nodes, each by its oldest pod', () => {
  const nodes = [sampleNode('a'), sampleNode('b'), sampleNode('c'), sampleNode('d', [NO_SCHEDULE])];
  const pods: SampleDaemon[] = [
    { name: 'p', node: 'a', hash: 'new' },
    { name: 'q', node: 'b', created: '1' },
    { name: 'r', node: 'b', hash: 'new', state: 'pending', created: '2' },
    { name: 's', node: 'd' },
  ];
  assert.deepEqual(daemonSetStatus(sampleView(sampleDaemonSet(), nodes, pods), 0).status, {
    currentNumberScheduled: 2,
    numberMisscheduled: 1,
    desiredNumberScheduled: 3,
    numberReady: 2,
    updatedNumberScheduled: 1,
    numberAvailable: 2,
    numberUnavailable: 1,
    observedGeneration: 1,
  });
});

test('a ready pod is looked at again when it may count as available', () => {
  const set = sampleDaemonSet();
  set.spec.minReadySeconds = 86_400 + 5;
  const report = daemonSetStatus(sampleView(set, NODE, [{ name: 'p', node: 'a' }]), 0);
  assert.deepEqual([report.status.numberAvailable, report.nextMs], [0, 5000]);
});
