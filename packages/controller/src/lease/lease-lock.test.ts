import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { KubeError } from '@banyan/kube';
import { FakeClock } from '@banyan/testing';
import { directClient } from '../simulation/direct-client.ts';
import { ModelServer } from '../simulation/model-server.ts';
import type { LeaseClient } from './lease-client.ts';
import { LeaseLock } from './lease-lock.ts';
import { DEFAULT_LEASE_TIMES, type Lease } from './lease.ts';

const signal = new AbortController().signal;

function setUp() {
  const clock = new FakeClock(Date.UTC(2030, 0, 1));
  const server = new ModelServer();
  const lockOf = (identity: string, client: LeaseClient = directClient(server)) =>
    new LeaseLock({ client, namespace: 'ns', name: 'l', identity, times: DEFAULT_LEASE_TIMES, clock });
  return { clock, server, lockOf, a: lockOf('a'), b: lockOf('b') };
}

describe('the record', () => {
  test('is what client-go writes', async () => {
    const { server, a } = setUp();
    assert.equal(await a.acquire(signal), true);
    assert.deepEqual(server.get('l').spec, {
      holderIdentity: 'a',
      leaseDurationSeconds: 15,
      acquireTime: '2030-01-01T00:00:00.000000Z',
      renewTime: '2030-01-01T00:00:00.000000Z',
      leaseTransitions: 0,
    });
  });

  test('keeps acquireTime and transitions through renewals', async () => {
    const { server, clock, a } = setUp();
    await a.acquire(signal);
    await clock.advance(2_000);
    await a.renew(signal);
    const { acquireTime, renewTime, leaseTransitions } = server.get('l').spec ?? {};
    assert.deepEqual(
      { acquireTime, renewTime, leaseTransitions },
      {
        acquireTime: '2030-01-01T00:00:00.000000Z',
        renewTime: '2030-01-01T00:00:02.000000Z',
        leaseTransitions: 0,
      },
    );
  });

  test('when released has no holder and lasts a second', async () => {
    const { server, a } = setUp();
    await a.acquire(signal);
    await a.release(signal);
    const { holderIdentity, leaseDurationSeconds, leaseTransitions } = server.get('l').spec ?? {};
    assert.deepEqual([holderIdentity, leaseDurationSeconds, leaseTransitions], ['', 1, 0]);
    assert.equal(a.isHeld(), false);
  });
});

describe('taking over', () => {
  test('takes a whole lease duration after the last change that was seen', async () => {
    const { clock, a, b } = setUp();
    await a.acquire(signal);
    await clock.advance(9_000);
    assert.equal(await b.acquire(signal), false);
    await clock.advance(14_999);
    assert.equal(await b.acquire(signal), false, 'b saw it first at 9 s');
    await clock.advance(1);
    assert.equal(await b.acquire(signal), true);
    assert.equal(a.isHeld(), false);
    assert.equal(b.epoch, 1);
  });

  test('does not believe times that another wrote', async () => {
    const { server, clock, b } = setUp();
    const old = { holderIdentity: 'a', leaseDurationSeconds: 15, renewTime: '2001-01-01T00:00:00.000000Z' };
    server.create({
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: { name: 'l' },
      spec: old,
    });
    assert.equal(await b.acquire(signal), false);
    await clock.advance(15_000);
    assert.equal(await b.acquire(signal), true);
  });

  test('waits as long as the holder said, where that is longer', async () => {
    const { server, clock, b } = setUp();
    const spec = { holderIdentity: 'a', leaseDurationSeconds: 60 };
    server.create({ apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name: 'l' }, spec });
    await b.acquire(signal);
    await clock.advance(59_000);
    assert.equal(await b.acquire(signal), false);
    await clock.advance(1_000);
    assert.equal(await b.acquire(signal), true);
  });

  test('a label that a person sets is no sign of life', async () => {
    const { server, clock, a, b } = setUp();
    await a.acquire(signal);
    await b.acquire(signal);
    await clock.advance(14_000);
    server.touch('l');
    await b.acquire(signal);
    await clock.advance(1_000);
    assert.equal(await b.acquire(signal), true);
  });

  test('of a released lease is possible at once', async () => {
    const { a, b } = setUp();
    await a.acquire(signal);
    await b.acquire(signal);
    await a.release(signal);
    assert.equal(await b.acquire(signal), true);
  });

  test('of a lease that was deleted under its holder waits for that holder', async () => {
    const { server, clock, a, b } = setUp();
    await a.acquire(signal);
    await b.acquire(signal);
    server.delete('l');
    assert.equal(await b.acquire(signal), false);
    await clock.advance(15_000);
    assert.equal(await b.acquire(signal), true);
    assert.equal(b.epoch, 1, 'the epoch goes on');
  });

  test('by the same holder after its tenancy has ended is a new epoch', async () => {
    const { clock, a } = setUp();
    await a.acquire(signal);
    await clock.advance(10_000);
    assert.equal(a.isHeld(), false);
    assert.equal(await a.acquire(signal), true);
    assert.equal(a.epoch, 1);
  });

  test('of two at once succeeds for one', async () => {
    const { a, b } = setUp();
    const taken = await Promise.all([a.acquire(signal), b.acquire(signal)]);
    assert.equal(taken.filter(Boolean).length, 1);
  });
});

describe('holding', () => {
  test('ends at the renew deadline, counted from when the write was sent', async () => {
    const { server, clock, lockOf } = setUp();
    const slow = directClient(server);
    const lock = lockOf('a', {
      ...slow,
      create: async (resource, lease) => {
        const created = await slow.create(resource, lease);
        await clock.sleep(4_000);
        return created;
      },
    });
    const acquired = lock.acquire(signal);
    await clock.advance(4_000);
    assert.equal(await acquired, true);
    await clock.advance(5_999);
    assert.equal(lock.isHeld(), true);
    await clock.advance(1);
    assert.equal(lock.isHeld(), false);
  });

  test('is not revived by a renewal whose answer comes after the deadline', async () => {
    const { server, clock, lockOf } = setUp();
    const direct = directClient(server);
    const lock = lockOf('a', {
      ...direct,
      update: async (resource, lease) => {
        const updated = await direct.update(resource, lease);
        await clock.sleep(3_000);
        return updated;
      },
    });
    await lock.acquire(signal);
    await clock.advance(8_000);
    const renewed = lock.renew(signal);
    await clock.advance(3_000);
    assert.equal(await renewed, false);
    assert.equal(lock.isHeld(), false);
  });

  test('ends when the wall clock leaps ahead: the machine may have slept', async () => {
    const { clock, a } = setUp();
    await a.acquire(signal);
    clock.jump(10_000);
    assert.equal(a.isHeld(), false);
    clock.jump(-10_000);
    assert.equal(a.isHeld(), false, 'and does not come back');
  });

  test('goes on when the wall clock is set back, and a sleep after that is still noticed', async () => {
    const { clock, a } = setUp();
    await a.acquire(signal);
    clock.jump(-60_000);
    assert.equal(a.isHeld(), true);
    clock.jump(10_000);
    assert.equal(a.isHeld(), false);
  });

  test('is prolonged although the answer to the last renewal was lost', async () => {
    const { server, clock, lockOf } = setUp();
    const direct = directClient(server);
    let lose = true;
    const lock = lockOf('a', {
      ...direct,
      update: async (resource, lease) => {
        const updated = await direct.update(resource, lease);
        if (lose) throw new Error('connection reset');
        return updated;
      },
    });
    await lock.acquire(signal);
    await clock.advance(2_000);
    await assert.rejects(lock.renew(signal), /connection reset/);
    lose = false;
    await clock.advance(2_000);
    assert.equal(await lock.renew(signal), true, 'the conflict was with ourselves');
    assert.equal(lock.epoch, 0);
  });

  test('ends at once when another is found in the lease', async () => {
    const { server, clock, a } = setUp();
    await a.acquire(signal);
    const stolen: Lease = server.get('l');
    server.update({ ...stolen, spec: { ...stolen.spec, holderIdentity: 'someone' } });
    await clock.advance(2_000);
    assert.equal(await a.renew(signal), false);
    assert.equal(a.isHeld(), false);
  });

  test('survives the deletion of the lease: it is made again with the same epoch', async () => {
    const { server, clock, a } = setUp();
    await a.acquire(signal);
    await clock.advance(15_000);
    await a.acquire(signal);
    server.delete('l');
    assert.equal(await a.renew(signal), true);
    assert.equal(server.get('l').spec?.leaseTransitions, 1);
  });

  test('a request that hangs is given up after half the deadline', async () => {
    const { clock, lockOf } = setUp();
    const never = (): Promise<never> => new Promise(() => undefined);
    const lock = lockOf('a', { get: never, create: never, update: never });
    const acquired = assert.rejects(lock.acquire(signal), /not finished after 5000 ms/);
    await clock.advance(5_000);
    await acquired;
  });
});

describe('releasing', () => {
  test('what is not held asks nothing of the server', async () => {
    const { lockOf } = setUp();
    let asked = 0;
    const refuse = (): Promise<never> => {
      asked += 1;
      return Promise.reject(new Error('asked'));
    };
    await lockOf('a', { get: refuse, create: refuse, update: refuse }).release(signal);
    assert.equal(asked, 0);
  });

  test("leaves another holder's lease alone", async () => {
    const { server, clock, a, b } = setUp();
    await a.acquire(signal);
    await b.acquire(signal);
    await clock.advance(15_000);
    await b.acquire(signal);
    await a.release(signal);
    assert.equal(server.get('l').spec?.holderIdentity, 'b');
  });

  test('finds out about a lease that was taken without our hearing of it', async () => {
    const { server, lockOf } = setUp();
    const direct = directClient(server);
    const lock = lockOf('a', {
      ...direct,
      create: async (resource, lease) => {
        await direct.create(resource, lease);
        throw new Error('connection reset');
      },
    });
    await assert.rejects(lock.acquire(signal));
    await lock.release(signal);
    assert.equal(server.get('l').spec?.holderIdentity, '');
  });
});

test('a namespace that is not there is told, and not taken for someone who was faster', async () => {
  const { server, lockOf } = setUp();
  const create = () => Promise.reject(new KubeError('NotFound', 'namespaces "ns" not found'));
  const lock = lockOf('a', { ...directClient(server), create });
  await assert.rejects(lock.acquire(signal), /namespaces "ns" not found/);
});
