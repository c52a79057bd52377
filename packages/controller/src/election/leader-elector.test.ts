import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { FakeClock } from '@banyan/testing';
import type { LeaseClient } from '../lease/lease-client.ts';
import { isLeaseLost, type TermWork } from '../lease/tenure.ts';
import { directClient } from '../simulation/direct-client.ts';
import { ModelServer } from '../simulation/model-server.ts';
import { LeaderElector } from './leader-elector.ts';

const clock = () => new FakeClock();

function elector(identity: string, client: LeaseClient, fakeClock: FakeClock): LeaderElector {
  return new LeaderElector({
    client,
    namespace: 'ns',
    name: 'l',
    identity,
    clock: fakeClock,
    random: () => 0,
  });
}

/** Works until it is told to stop, and then takes its time. */
function worker(fakeClock: FakeClock, stopMs = 0) {
  const log: string[] = [];
  const lead: TermWork = async (signal, { epoch }) => {
    log.push(`begin ${epoch}`);
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    log.push(isLeaseLost(signal.reason) ? `lost ${epoch}` : `stop ${epoch}`);
    if (stopMs > 0) await fakeClock.sleep(stopMs);
    log.push(`end ${epoch}`);
  };
  return { log, lead };
}

describe('a term', () => {
  test('begins at once where nobody leads, and goes on as long as the lease is renewed', async () => {
    const fakeClock = clock();
    const server = new ModelServer();
    const a = elector('a', directClient(server), fakeClock);
    const { log, lead } = worker(fakeClock);
    const stop = new AbortController();
    const running = a.run(stop.signal, lead);
    await fakeClock.advance(60_000);
    assert.deepEqual(log, ['begin 0']);
    assert.ok(a.isLeader());
    assert.equal(a.leader(), 'a');
    stop.abort();
    await fakeClock.advance(0);
    await running;
    assert.deepEqual(log, ['begin 0', 'stop 0', 'end 0']);
    assert.equal(fakeClock.nextTimerMs, undefined, 'no timer is left');
  });

  test('ends at the renew deadline when the server is away, before another may begin', async () => {
    const fakeClock = clock();
    const server = new ModelServer();
    const direct = directClient(server);
    let away = false;
    const gone = (): Promise<never> => Promise.reject(new Error('connection refused'));
    const flaky: LeaseClient = {
      get: (...args) => (away ? gone() : direct.get(...args)),
      create: (...args) => direct.create(...args),
      update: (...args) => (away ? gone() : direct.update(...args)),
    };
    const a = elector('a', flaky, fakeClock);
    const b = elector('b', direct, fakeClock);
    const [workA, workB] = [worker(fakeClock), worker(fakeClock)];
    const stop = new AbortController();
    const running = [a.run(stop.signal, workA.lead), b.run(stop.signal, workB.lead)];
    await fakeClock.advance(2_000);
    away = true;
    await fakeClock.advance(9_999);
    assert.deepEqual(workA.log, ['begin 0']);
    await fakeClock.advance(1);
    assert.deepEqual(workA.log, ['begin 0', 'lost 0', 'end 0']);
    assert.deepEqual(workB.log, []);
    await fakeClock.advance(8_000);
    assert.deepEqual(workB.log, ['begin 1']);
    away = false;
    await fakeClock.advance(30_000);
    assert.equal(a.leader(), 'b');
    stop.abort();
    await fakeClock.advance(5_000);
    await Promise.all(running);
  });

  test('of work that returns by itself ends the run and releases the lease', async () => {
    const fakeClock = clock();
    const server = new ModelServer();
    await elector('a', directClient(server), fakeClock).run(
      new AbortController().signal,
      async () => undefined,
    );
    assert.equal(server.get('l').spec?.holderIdentity, '');
  });

  test('of work that throws by itself ends the run with that and releases the lease', async () => {
    const fakeClock = clock();
    const server = new ModelServer();
    const run = elector('a', directClient(server), fakeClock).run(new AbortController().signal, async () => {
      throw new Error('cannot go on');
    });
    await assert.rejects(run, /cannot go on/);
    assert.equal(server.get('l').spec?.holderIdentity, '');
  });

  test('tells its work at any instant whether it still holds', async () => {
    const fakeClock = clock();
    const server = new ModelServer();
    const stop = new AbortController();
    let checked = false;
    const running = elector('a', directClient(server), fakeClock).run(stop.signal, async (signal, term) => {
      term.throwIfLost();
      fakeClock.jump(60_000);
      assert.equal(signal.aborted, false, 'no timer has fired yet');
      assert.equal(term.isHeld(), false);
      assert.throws(() => term.throwIfLost(), isLeaseLost);
      checked = true;
      await fakeClock.sleep(500);
      assert.ok(isLeaseLost(signal.reason), 'the signal follows');
      stop.abort();
    });
    await fakeClock.advance(1_000);
    await running;
    assert.ok(checked);
  });
});

describe('stopping', () => {
  test('keeps the lease renewed until the work has ended, however long that takes, then gives it to the next', async () => {
    const fakeClock = clock();
    const server = new ModelServer();
    const a = elector('a', directClient(server), fakeClock);
    const b = elector('b', directClient(server), fakeClock);
    const [workA, workB] = [worker(fakeClock, 40_000), worker(fakeClock)];
    const [stopA, stopB] = [new AbortController(), new AbortController()];
    const runningA = a.run(stopA.signal, workA.lead);
    const runningB = b.run(stopB.signal, workB.lead);
    await fakeClock.advance(1_000);
    stopA.abort();
    await fakeClock.advance(39_999);
    assert.deepEqual([workA.log, workB.log], [['begin 0', 'stop 0'], []]);
    await fakeClock.advance(1);
    await runningA;
    await fakeClock.advance(2_000);
    assert.deepEqual(workB.log, ['begin 1'], 'within one retry period, not a lease duration');
    stopB.abort();
    await fakeClock.advance(0);
    await runningB;
  });

  test('while it waits for another ends at once and touches nothing', async () => {
    const fakeClock = clock();
    const server = new ModelServer();
    const stop = new AbortController();
    const runningA = elector('a', directClient(server), fakeClock).run(stop.signal, worker(fakeClock).lead);
    const stopB = new AbortController();
    const runningB = elector('b', directClient(server), fakeClock).run(stopB.signal, worker(fakeClock).lead);
    await fakeClock.advance(5_000);
    stopB.abort();
    await runningB;
    assert.equal(server.get('l').spec?.holderIdentity, 'a');
    stop.abort();
    await runningA;
  });

  test('when the release fails still ends', async () => {
    const fakeClock = clock();
    const direct = directClient(new ModelServer());
    const stop = new AbortController();
    const client: LeaseClient = { ...direct, update: () => Promise.reject(new Error('connection refused')) };
    const running = elector('a', client, fakeClock).run(stop.signal, worker(fakeClock).lead);
    await fakeClock.advance(0);
    stop.abort();
    await running;
  });
});
