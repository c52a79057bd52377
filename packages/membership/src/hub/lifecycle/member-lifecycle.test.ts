import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  CLUSTERS_API_VERSION,
  INITIALIZATION_TAINT,
  SKIP_CLUSTER_INIT_ANNOTATION,
  UNSCHEDULABLE_TAINT,
  type ClusterCondition,
  type ManagedCluster,
  type ManagedClusterStatus,
} from '@banyan/api/clusternet';
import type { Taint } from '@banyan/api/objects';
import { FakeClock } from '@banyan/testing';
import { HeartbeatSightings } from './heartbeat-sightings.ts';
import { graceMs, nextLifecycleStatus, nextTaints } from './member-lifecycle.ts';

const THEN = '2030-01-01T00:00:00Z';
const NOW = '2030-01-01T01:00:00Z';

function condition(type: string, status: ClusterCondition['status'], reason: string): ClusterCondition {
  return { type, status, reason, message: '', lastTransitionTime: THEN };
}

const READY = condition('Ready', 'True', 'ManagedClusterReady');
const INIT_OFF = {
  ...condition('ClusterInit', 'True', 'ClusterInitDisabled'),
  message: 'cluster initialization is off.',
};

function member(status: ManagedClusterStatus = {}, annotations: Record<string, string> = {}): ManagedCluster {
  return {
    apiVersion: CLUSTERS_API_VERSION,
    kind: 'ManagedCluster',
    metadata: { name: 'one', namespace: 'clusternet-one', uid: 'uid-1', annotations },
    spec: { clusterId: 'id', syncMode: 'Pull' },
    status,
  };
}

suite("a member's grace", () => {
  for (const [seconds, expected] of [
    [undefined, 540_000],
    [180, 540_000],
    [5, 15_000],
    [0, 540_000],
    [-1, 540_000],
  ] as const) {
    test(`with a heartbeat every ${seconds} s is ${expected} ms`, () => {
      assert.equal(
        graceMs(member(seconds === undefined ? {} : { heartbeatFrequencySeconds: seconds })),
        expected,
      );
    });
  }
});

suite("a member's status", () => {
  const alive = {
    lastObservedTime: THEN,
    healthz: true,
    livez: true,
    readyz: true,
    conditions: [READY, INIT_OFF],
  };

  test('stays as it is while the member is heard of', () => {
    assert.deepEqual(nextLifecycleStatus(member(alive), { isLost: false, init: 'off', now: NOW }), alive);
  });

  test('turns to Unknown, and unhealthy, when nothing is heard', () => {
    const next = nextLifecycleStatus(member(alive), { isLost: true, init: 'off', now: NOW });
    const [ready, init] = next.conditions ?? [];
    assert.deepEqual([next.healthz, next.livez, next.readyz], [false, false, false]);
    assert.deepEqual(
      [ready?.status, ready?.reason, ready?.lastTransitionTime],
      ['Unknown', 'ClusterStatusUnknown', NOW],
    );
    assert.deepEqual(init, INIT_OFF);
    assert.equal(next.lastObservedTime, THEN);
  });

  test('says so if nothing was ever heard', () => {
    const next = nextLifecycleStatus(member(), { isLost: true, init: 'off', now: NOW });
    assert.equal(next.conditions?.find(({ type }) => type === 'Ready')?.reason, 'ClusterStatusNeverUpdated');
  });

  test('keeps a reason that someone gave for Unknown', () => {
    const unknown = condition('Ready', 'Unknown', 'ClusterUnreachable');
    const next = nextLifecycleStatus(member({ ...alive, conditions: [unknown, INIT_OFF] }), {
      isLost: true,
      init: 'off',
      now: NOW,
    });
    assert.deepEqual(next.conditions, [unknown, INIT_OFF]);
  });

  for (const [init, annotations, status, reason] of [
    ['off', {}, 'True', 'ClusterInitDisabled'],
    ['waiting', {}, 'False', 'ClusterInitWaiting'],
    ['done', {}, 'True', 'ClusterInitDone'],
    ['waiting', { [SKIP_CLUSTER_INIT_ANNOTATION]: 'true' }, 'True', 'ClusterInitDisabled'],
  ] as const) {
    test(`has ClusterInit ${status} (${reason}) when initialization is ${init}`, () => {
      const next = nextLifecycleStatus(member({}, annotations), { isLost: false, init, now: NOW });
      const found = next.conditions?.find(({ type }) => type === 'ClusterInit');
      assert.deepEqual([found?.status, found?.reason], [status, reason]);
    });
  }
});

suite("a member's taints", () => {
  const unknown = condition('Ready', 'Unknown', 'ClusterStatusUnknown');
  const waiting = condition('ClusterInit', 'False', 'ClusterInitWaiting');
  const done = condition('ClusterInit', 'True', 'ClusterInitDone');
  const taint = (key: string, value: string): Taint => ({
    key,
    value,
    effect: 'NoSchedule',
    timeAdded: THEN,
  });
  const unschedulable = taint(UNSCHEDULABLE_TAINT, 'ClusterStatusUnknown');
  const initialization = taint(INITIALIZATION_TAINT, 'ClusterInitWaiting');
  const someoneElses = taint('example.com/maintenance', 'yes');
  const noExecute: Taint = { key: UNSCHEDULABLE_TAINT, effect: 'NoExecute' };

  for (const [what, taints, conditions, expected] of [
    ['none while all is well', [], [READY, done], []],
    ['one for a lost member', [], [unknown, done], [{ ...unschedulable, timeAdded: NOW }]],
    [
      'both',
      [],
      [unknown, waiting],
      [
        { ...unschedulable, timeAdded: NOW },
        { ...initialization, timeAdded: NOW },
      ],
    ],
    ['both gone at once', [unschedulable, someoneElses, initialization], [READY, done], [someoneElses]],
    ['the same one kept as it is', [unschedulable], [unknown, done], [unschedulable]],
    [
      'another reason since the same time',
      [unschedulable],
      [condition('Ready', 'False', 'ManagedClusterNotReady'), done],
      [taint(UNSCHEDULABLE_TAINT, 'ManagedClusterNotReady')],
    ],
    ['those of others kept', [someoneElses, noExecute], [READY, done], [someoneElses, noExecute]],
    ['what is there kept while nothing was said', [initialization], [READY], [initialization]],
  ] as const) {
    test(what, () => assert.deepEqual(nextTaints(taints, conditions, NOW), expected));
  }
});

suite('the sightings of heartbeats', () => {
  test('count from when the hub saw a new one, whatever the member wrote', async () => {
    const clock = new FakeClock();
    const sightings = new HeartbeatSightings(clock);
    const silentMs = (lastObservedTime: string) => sightings.silentMs('a/b', member({ lastObservedTime }));
    assert.equal(silentMs('1999-01-01T00:00:00Z'), 0);
    await clock.advance(1000);
    assert.equal(silentMs('1999-01-01T00:00:00Z'), 1000);
    assert.equal(silentMs('1999-01-01T00:00:01Z'), 0);
    await clock.advance(500);
    sightings.forget('a/b');
    assert.equal(silentMs('1999-01-01T00:00:01Z'), 0);
  });
});
