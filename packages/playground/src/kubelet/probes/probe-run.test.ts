import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Container } from '@banyan/api/objects';
import { networkFailure } from './network-check.ts';
import { ProbeRun, probesOf } from './probe-run.ts';

test('a probe is first due after its delay, then after each period', () => {
  const run = new ProbeRun('Readiness', { initialDelaySeconds: 5, periodSeconds: 2 }, 1000);
  assert.equal(run.dueMs, 6000);
  run.record(false, 6100);
  assert.equal(run.dueMs, 8100);
});

test('answers count only when there are enough of them in a row', () => {
  const run = new ProbeRun('Readiness', { successThreshold: 2, failureThreshold: 2 }, 0);
  const seen = [true, false, true, true, false, true, false, false].map((isWell) => {
    run.record(isWell, 0);
    return run.isHealthy;
  });
  assert.deepEqual(seen, [false, false, false, true, true, true, true, false]);
  assert.ok(!run.isLost);
});

test('a liveness probe is well until it has failed often enough, and then the container is lost', () => {
  const run = new ProbeRun('Liveness', { failureThreshold: 2 }, 0);
  assert.ok(run.isHealthy);
  run.record(false, 0);
  assert.ok(!run.isLost);
  run.record(false, 0);
  assert.ok(run.isLost);
});

test('an answer that will stay the same is not asked for again', () => {
  const lasting = new ProbeRun('Liveness', {}, 0);
  lasting.record(true, 0, true);
  assert.equal(lasting.dueMs, Infinity);
  const startup = new ProbeRun('Startup', {}, 0);
  startup.record(true, 0);
  assert.equal(startup.dueMs, Infinity);
  const failing = new ProbeRun('Liveness', {}, 0);
  failing.record(false, 0, true);
  assert.equal(failing.dueMs, 10_000);
});

test('of a container that ran before it is held what was known', () => {
  const [startup, readiness, liveness] = probesOf(
    { startupProbe: {}, readinessProbe: {}, livenessProbe: {} },
    0,
    { isStarted: true, isReady: true },
  );
  assert.deepEqual([startup?.isHealthy, readiness?.isHealthy, liveness?.isHealthy], [true, true, true]);
  assert.deepEqual(
    probesOf({ startupProbe: {}, readinessProbe: {} }, 0).map(({ isHealthy }) => isHealthy),
    [false, false],
  );
});

const CONTAINER: Container = { name: 'c', ports: [{ containerPort: 8080, name: 'http' }] };
const ASKED: readonly [action: Parameters<typeof networkFailure>[0], failure: string | undefined][] = [
  [{ httpGet: { port: 'http' } }, undefined],
  [{ tcpSocket: { port: 8080 } }, undefined],
  [{ grpc: { port: 8080 } }, undefined],
  [
    { httpGet: { port: 81, path: '/healthz' } },
    'Get "http://10.0.0.1:81/healthz": dial tcp 10.0.0.1:81: connect: connection refused',
  ],
  [{ tcpSocket: { port: '81' } }, 'dial tcp 10.0.0.1:81: connect: connection refused'],
  [{ httpGet: { port: 'none' } }, 'couldn\'t find port: "none"'],
  [{}, undefined],
];

test('a server answers where it listens', () => {
  for (const [action, failure] of ASKED) {
    const around = { podIP: '10.0.0.1', listensOn: (port: number) => port === 8080 };
    assert.equal(networkFailure(action, CONTAINER, around), failure, JSON.stringify(action));
  }
});
