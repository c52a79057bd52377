import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { FakeClock } from '@banyan/testing';
import { isDeadlineExceeded } from '../clock/deadline.ts';
import { Controller, type ControllerOptions } from './controller.ts';
import type { FinishedKey } from './finished-key.ts';
import { DONE, TerminalError, type Reconcile } from './reconcile.ts';

interface Bench {
  readonly controller: Controller;
  readonly clock: FakeClock;
  readonly finished: FinishedKey[];
  readonly logged: string[];
  readonly stop: AbortController;
  readonly running: Promise<void>;
}

function start(reconcile: Reconcile, options: Partial<ControllerOptions> = {}): Bench {
  const clock = new FakeClock();
  const finished: FinishedKey[] = [];
  const logged: string[] = [];
  const log = (level: string) => (_: object, message: string) => void logged.push(`${level}: ${message}`);
  const controller = new Controller({
    name: 'test',
    reconcile,
    caches: [],
    clock,
    random: () => 0,
    metrics: { finished: (run) => void finished.push(run) },
    logger: { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') },
    ...options,
  });
  const stop = new AbortController();
  return { controller, clock, finished, logged, stop, running: controller.run(stop.signal) };
}

async function end({ stop, running, clock }: Bench): Promise<void> {
  stop.abort();
  await running;
  assert.equal(clock.nextTimerMs, undefined, 'no timer is left');
}

describe('what reconcile answers', () => {
  test('DONE: the key is finished, once', async () => {
    const bench = start(async () => DONE);
    bench.controller.add('c|a');
    await bench.clock.advance(10_000_000);
    assert.deepEqual(bench.finished, [
      { controller: 'test', key: 'c|a', outcome: 'done', durationMs: 0, waitedMs: 0, failures: 0 },
    ]);
    assert.deepEqual(bench.logged, ['debug: reconciled']);
    await end(bench);
  });

  test('requeueAfterMs: it runs again after that', async () => {
    const bench = start(async () => ({ requeueAfterMs: 1_000 }));
    bench.controller.add('c|a');
    await bench.clock.advance(2_500);
    assert.deepEqual(
      bench.finished.map(({ outcome, retryInMs }) => ({ outcome, retryInMs })),
      Array.from({ length: 3 }, () => ({ outcome: 'requeued', retryInMs: 1_000 })),
    );
    await end(bench);
  });

  test('a thrown error: again after a back-off that doubles, and that a success forgets', async () => {
    let failuresLeft = 3;
    const bench = start(async () => {
      if (failuresLeft-- > 0) throw new Error('conflict');
      return DONE;
    });
    bench.controller.add('c|a');
    await bench.clock.advance(1_000);
    assert.deepEqual(
      bench.finished.map(({ outcome, failures, retryInMs }) => [outcome, failures, retryInMs]),
      [
        ['failed', 1, 5],
        ['failed', 2, 10],
        ['failed', 3, 20],
        ['done', 0, undefined],
      ],
    );
    assert.equal(bench.controller.stats().failing, 0);
    await end(bench);
  });

  test('something that throws before it is a promise is retried too', async () => {
    let first = true;
    const bench = start(() => {
      if (!first) return Promise.resolve(DONE);
      first = false;
      throw new Error('at once');
    });
    bench.controller.add('c|a');
    await bench.clock.advance(100);
    assert.deepEqual(
      bench.finished.map(({ outcome }) => outcome),
      ['failed', 'done'],
    );
    await end(bench);
  });

  test('a time that is none is an error of the reconcile', async () => {
    const bench = start(async () => ({ requeueAfterMs: Number.NaN }));
    bench.controller.add('c|a');
    await bench.clock.advance(1);
    assert.match(String(bench.finished[0]?.error), /cannot run after NaN/);
    await end(bench);
  });

  test('a TerminalError: not again, until something touches it', async () => {
    const bench = start(async () => {
      throw new TerminalError('spec.replicas: must not be negative');
    });
    bench.controller.add('c|a');
    await bench.clock.advance(10_000_000);
    assert.deepEqual(
      bench.finished.map(({ outcome }) => outcome),
      ['terminal'],
    );
    assert.deepEqual(bench.logged, ['error: not retried']);
    bench.controller.add('c|a');
    await bench.clock.advance(1);
    assert.equal(bench.finished.length, 2);
    await end(bench);
  });
});

describe('the deadline', () => {
  test('aborts the signal of a run that takes too long; it is retried', async () => {
    const reasons: unknown[] = [];
    const bench = start(waitForAbort(reasons), { reconcileTimeoutMs: 200 });
    bench.controller.add('c|a');
    await bench.clock.advance(200);
    assert.ok(reasons.every(isDeadlineExceeded));
    assert.deepEqual(
      bench.finished.map(({ outcome, durationMs }) => [outcome, durationMs]),
      [['timeout', 200]],
    );
    await end(bench);
  });

  test('a run that does not listen keeps its key: nobody else gets it', async () => {
    const ends: (() => void)[] = [];
    let runs = 0;
    const bench = start(
      async () => {
        runs++;
        await new Promise<void>((resolve) => ends.push(resolve));
        return DONE;
      },
      { reconcileTimeoutMs: 100 },
    );
    bench.controller.add('c|a');
    await bench.clock.advance(1_000);
    bench.controller.add('c|a');
    await bench.clock.advance(1_000);
    assert.equal(runs, 1);
    assert.equal(bench.controller.stats().longestRunningMs, 2_000);
    ends.shift()?.();
    await bench.clock.advance(0);
    assert.equal(runs, 2);
    ends.shift()?.();
    await end(bench);
  });
});

describe('stopping', () => {
  test('running keys get the signal and are awaited; pending ones are not begun', async () => {
    const reasons: unknown[] = [];
    const bench = start(waitForAbort(reasons), { concurrency: 2 });
    for (const key of ['c|a', 'd|a', 'd|b']) bench.controller.add(key);
    await bench.clock.advance(1);
    assert.deepEqual(bench.controller.stats(), {
      started: true,
      ready: 1,
      delayed: 0,
      running: 2,
      failing: 0,
      longestRunningMs: 1,
    });
    bench.stop.abort('stop');
    await bench.running;
    assert.deepEqual(reasons, ['stop', 'stop']);
    assert.deepEqual(
      bench.finished.map(({ key, outcome }) => [key, outcome]),
      [
        ['c|a', 'stopped'],
        ['d|a', 'stopped'],
      ],
    );
    assert.equal(bench.controller.started, false);
  });

  test('before the caches are in, it just ends', async () => {
    const bench = start(async () => DONE, { caches: [{ waitForSync: abortable }] });
    bench.controller.add('c|a');
    await bench.clock.advance(1_000);
    assert.equal(bench.controller.started, false);
    await end(bench);
    assert.deepEqual(bench.finished, []);
  });

  test('with a signal that is aborted already, it ends at once', async () => {
    const controller = new Controller({ name: 'test', reconcile: async () => DONE, caches: [] });
    await controller.run(AbortSignal.abort());
  });
});

test('it runs once', async () => {
  const controller = new Controller({ name: 'test', reconcile: async () => DONE, caches: [] });
  await controller.run(AbortSignal.abort());
  await assert.rejects(controller.run(AbortSignal.abort()), /controller test has run/);
});

test('no key runs before every cache is in', async () => {
  const synced = Promise.withResolvers<void>();
  const caches = [{ waitForSync: async () => undefined }, { waitForSync: () => synced.promise }];
  const bench = start(async () => DONE, { caches });
  bench.controller.add('c|a');
  await bench.clock.advance(1_000);
  assert.equal(bench.finished.length, 0);
  synced.resolve();
  await bench.clock.advance(0);
  assert.deepEqual(
    bench.finished.map(({ waitedMs }) => waitedMs),
    [1_000],
  );
  await end(bench);
});

test('a cache that cannot be read fails the run', async () => {
  const bench = start(async () => DONE, {
    caches: [{ waitForSync: () => Promise.reject(new Error('forbidden')) }],
  });
  await assert.rejects(bench.running, /forbidden/);
});

test('a member that hangs does not hold every worker', async () => {
  const bench = start(
    (key, signal) => (key.startsWith('hung|') ? waitForAbort([])(key, signal) : Promise.resolve(DONE)),
    {
      concurrency: 4,
    },
  );
  for (let i = 0; i < 10; i++) bench.controller.add(`hung|${i}`);
  for (let i = 0; i < 10; i++) bench.controller.add(`good|${i}`);
  await bench.clock.advance(1);
  assert.equal(bench.finished.filter(({ key }) => key.startsWith('good|')).length, 10);
  assert.equal(bench.controller.stats().running, 2);
  await end(bench);
});

function waitForAbort(reasons: unknown[]): Reconcile {
  return async (_, signal) => {
    await abortable(signal).catch(() => undefined);
    reasons.push(signal.reason);
    throw signal.reason;
  };
}

function abortable(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
