import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Container, Pod, PodSpec } from '@banyan/api/objects';
import { PodContainers } from './containers/pod-containers.ts';
import { podStatus } from './pod-status.ts';

const PLACE = { hostIP: '127.0.0.1', podIP: '10.0.0.1' };

function podOf(spec: Partial<PodSpec>): Pod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'p', namespace: 'n', uid: 'u', generation: 3 },
    spec: { containers: [{ name: 'a' }, { name: 'b' }], ...spec },
  };
}

/** What each container did: nothing yet, `run`, or the code that it ended with. */
function containers(pod: Pod, did: Record<string, 'run' | number>): PodContainers {
  const all = new PodContainers(pod, 0);
  for (const run of all.all) {
    const what = did[run.container.name];
    if (what === undefined) continue;
    run.start(0);
    if (typeof what === 'number') run.end({ code: what }, 1000);
  }
  all.isInitialized = all.main.some(({ state }) => state.type !== 'waiting');
  return all;
}

const sidecar: Container = { name: 's', restartPolicy: 'Always' };
const PHASES: readonly [
  spec: Partial<PodSpec>,
  did: Record<string, 'run' | number>,
  phase: string,
  ready?: string,
][] = [
  [{}, {}, 'Pending', 'ContainersNotReady'],
  [{}, { a: 'run' }, 'Pending', 'ContainersNotReady'],
  [{}, { a: 'run', b: 'run' }, 'Running', 'True'],
  [{}, { a: 'run', b: 0 }, 'Running', 'ContainersNotReady'],
  [{ restartPolicy: 'Never' }, { a: 0, b: 0 }, 'Succeeded', 'PodCompleted'],
  [{ restartPolicy: 'Never' }, { a: 0, b: 1 }, 'Failed', 'PodFailed'],
  [{ restartPolicy: 'OnFailure' }, { a: 0, b: 1 }, 'Running', 'ContainersNotReady'],
  [{ restartPolicy: 'Never' }, { a: 0, b: 'run' }, 'Running', 'ContainersNotReady'],
  [{ restartPolicy: 'Never', initContainers: [{ name: 'i' }] }, { i: 1 }, 'Failed', 'PodFailed'],
  [{ initContainers: [{ name: 'i' }] }, { i: 1 }, 'Pending', 'ContainersNotReady'],
  [
    { restartPolicy: 'Never', initContainers: [sidecar] },
    { s: 'run', a: 0, b: 0 },
    'Running',
    'ContainersNotReady',
  ],
  [
    { restartPolicy: 'Never', initContainers: [sidecar] },
    { s: 137, a: 0, b: 0 },
    'Succeeded',
    'PodCompleted',
  ],
  [{ initContainers: [sidecar] }, { s: 1, a: 'run', b: 'run' }, 'Running', 'ContainersNotReady'],
];

test('the phase and readiness of a pod come from its containers', () => {
  for (const [spec, did, phase, ready] of PHASES) {
    const pod = podOf(spec);
    const status = podStatus(pod, containers(pod, did), PLACE, 2000);
    const condition = status.conditions?.find(({ type }) => type === 'Ready');
    const shown = condition?.status === 'True' ? 'True' : condition?.reason;
    assert.deepEqual([status.phase, shown], [phase, ready], JSON.stringify([spec, did]));
  }
});

test('conditions say who is missing, and since when', () => {
  const pod = podOf({ initContainers: [{ name: 'i' }, { name: 'j' }] });
  const { conditions = [], observedGeneration } = podStatus(pod, containers(pod, { i: 0 }), PLACE, 2000);
  const said = (type: string) => conditions.find((condition) => condition.type === type);
  assert.deepEqual(said('Initialized'), {
    type: 'Initialized',
    status: 'False',
    reason: 'ContainersNotInitialized',
    message: 'containers with incomplete status: [j]',
    lastProbeTime: null,
    lastTransitionTime: '1970-01-01T00:00:02Z',
    observedGeneration: 3,
  });
  assert.equal(said('ContainersReady')?.message, 'containers with unready status: [a b]');
  assert.equal(observedGeneration, 3);
});

test('conditions stand in the kubelet’s order, after those of others', () => {
  const conditions = ['PodScheduled', 'example.com/other', 'Ready'].map((type) => ({
    type,
    status: 'True' as const,
  }));
  const pod = { ...podOf({}), status: { conditions } };
  const status = podStatus(pod, containers(pod, { a: 'run', b: 'run' }), PLACE, 0);
  assert.deepEqual(
    status.conditions?.map(({ type }) => type),
    [
      'example.com/other',
      'PodReadyToStartContainers',
      'Initialized',
      'Ready',
      'ContainersReady',
      'PodScheduled',
    ],
  );
});

test('a gate holds readiness back until somebody opens it', () => {
  const pod = podOf({ readinessGates: [{ conditionType: 'example.com/open' }] });
  const up = containers(pod, { a: 'run', b: 'run' });
  const ready = (status: Pod['status']) =>
    podStatus({ ...pod, ...(status && { status }) }, up, PLACE, 0).conditions?.find(
      ({ type }) => type === 'Ready',
    );
  assert.equal(ready(undefined)?.reason, 'ReadinessGatesNotReady');
  assert.equal(
    ready(undefined)?.message,
    'corresponding condition of pod readiness gate "example.com/open" does not exist.',
  );
  assert.equal(ready({ conditions: [{ type: 'example.com/open', status: 'True' }] })?.status, 'True');
});

test('what was written by others stays', () => {
  const pod = { ...podOf({}), status: { qosClass: 'Burstable', startTime: '2020-01-01T00:00:00Z' } };
  const status = podStatus(pod, containers(pod, { a: 'run', b: 'run' }), PLACE, 0);
  assert.deepEqual(
    [status.qosClass, status.startTime, status.podIP],
    ['Burstable', '2020-01-01T00:00:00Z', '10.0.0.1'],
  );
});
