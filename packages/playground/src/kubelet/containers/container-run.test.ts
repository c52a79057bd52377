import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ContainerStatus } from '@banyan/api/objects';
import { ContainerRun } from './container-run.ts';
import { containerStatus } from './container-status.ts';
import { restoredRun } from './restored-run.ts';

const POD = { namespace: 'n', name: 'p', uid: 'u' };
const WELL_MS = 601_000;

function newRun(): ContainerRun {
  return new ContainerRun({ name: 'c', image: 'busybox' }, 'main', 'ContainerCreating');
}

test('restarts come later and later, up to five minutes, and soon again after ten minutes well', () => {
  const run = newRun();
  let nowMs = 0;
  const waits = Array.from({ length: 8 }, () => {
    run.start(nowMs);
    run.end({ code: 1 }, nowMs);
    const waitMs = run.notBeforeMs - nowMs;
    nowMs = run.notBeforeMs;
    return waitMs / 1000;
  });
  assert.deepEqual(waits, [0, 10, 20, 40, 80, 160, 300, 300]);
  run.start(nowMs);
  run.end({ code: 1 }, nowMs + WELL_MS);
  assert.equal(run.notBeforeMs, nowMs + WELL_MS);
});

test('the log of the run before is kept, and no older one', () => {
  const run = newRun();
  for (const text of ['first', 'second', 'third']) {
    run.start(0);
    run.print(text, 0);
    run.end({ code: 1 }, 0);
  }
  const textOf = (log = run.log) =>
    log
      ?.from(0)
      .map((entry) => entry.text)
      .join('');
  assert.deepEqual([textOf(run.previousLog), textOf()], ['second', 'third']);
  assert.ok(run.previousLog?.isEnded);
});

function statusOf(run: ContainerRun, nowMs: number): ContainerStatus {
  return containerStatus(run, POD, { ready: run.isReady, nowMs, restarts: true });
}

test('a status tells what a container did', () => {
  const run = newRun();
  assert.deepEqual(statusOf(run, 0).state, { waiting: { reason: 'ContainerCreating' } });
  assert.equal(statusOf(run, 0).containerID, undefined);
  run.start(1000);
  const running = statusOf(run, 1000);
  assert.deepEqual(running.state, { running: { startedAt: '1970-01-01T00:00:01Z' } });
  assert.deepEqual([running.ready, running.started, running.restartCount], [true, true, 0]);
  run.end({ code: 0 }, 2000);
  assert.equal(statusOf(run, 2000).state?.terminated?.reason, 'Completed');
  run.start(3000);
  run.end({ code: 137, reason: 'OOMKilled', message: 'too much' }, 4000);
  const { state, lastState, restartCount } = statusOf(run, 4000);
  assert.equal(state?.waiting?.reason, 'CrashLoopBackOff');
  assert.equal(state?.waiting?.message, 'back-off 10s restarting failed container=c pod=p_n(u)');
  const { exitCode, reason, message } = lastState?.terminated ?? {};
  assert.deepEqual(
    { exitCode, reason, message, restartCount },
    { exitCode: 137, reason: 'OOMKilled', message: 'too much', restartCount: 1 },
  );
});

test('each run has an id of its own, and keeps it', () => {
  const run = newRun();
  run.start(0);
  const first = statusOf(run, 0).containerID;
  run.end({ code: 1 }, 0);
  run.start(0);
  const second = statusOf(run, 0);
  assert.notEqual(second.containerID, first);
  assert.equal(second.lastState?.terminated?.containerID, first);
});

test('a container goes on from its status', () => {
  const before = newRun();
  before.start(0);
  before.end({ code: 1 }, 1000);
  before.start(1000);
  const restore = (status: ContainerStatus) =>
    restoredRun(before.container, 'main', { status, waiting: 'x', nowMs: 9000 });
  const running = restore(statusOf(before, 1000));
  assert.deepEqual(running.state, { type: 'running', sinceMs: 1000 });
  assert.equal(running.restarts, 1);
  assert.deepEqual(statusOf(running, 9000), statusOf(before, 9000));
  before.end({ code: 2 }, 2000);
  const waiting = restore(statusOf(before, 2000));
  assert.equal(waiting.state.type, 'ended');
  assert.equal(waiting.restarts, 1);
  assert.ok(waiting.notBeforeMs >= 12_000);
  waiting.start(12_000);
  assert.equal(waiting.restarts, 2);
});
