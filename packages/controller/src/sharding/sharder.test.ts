import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { FakeClock } from '@banyan/testing';
import { directClient } from '../simulation/direct-client.ts';
import { ModelServer } from '../simulation/model-server.ts';
import { shardOf } from './hash.ts';
import { Sharder, type ShardWork } from './sharder.ts';

const GROUP = 'banyan.dev/shard-group=g';

class Fleet {
  readonly clock = new FakeClock();
  readonly server = new ModelServer();
  readonly log: string[] = [];

  start(identity: string, { shards = 6, stopMs = 0 } = {}) {
    const sharder = new Sharder({
      client: directClient(this.server),
      namespace: 'ns',
      group: 'g',
      identity,
      shards,
      clock: this.clock,
      random: () => 0,
    });
    const stop = new AbortController();
    const work: ShardWork = async (shard, signal, { epoch }) => {
      this.log.push(`${identity} has ${shard} epoch ${epoch}`);
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
      if (stopMs > 0) await this.clock.sleep(stopMs);
      this.log.push(`${identity} gave ${shard} epoch ${epoch}`);
    };
    return { sharder, stop, running: sharder.run(stop.signal, work) };
  }
}

describe('shards', () => {
  test('all go to the only replica', async () => {
    const fleet = new Fleet();
    const a = fleet.start('a');
    await fleet.clock.advance(0);
    assert.deepEqual(a.sharder.owned(), [0, 1, 2, 3, 4, 5]);
    a.stop.abort();
    await a.running;
    assert.equal(fleet.clock.nextTimerMs, undefined, 'no timer is left');
  });

  test('move to one that joins, each after its work has ended, with a greater epoch', async () => {
    const fleet = new Fleet();
    const a = fleet.start('a', { stopMs: 3_000 });
    await fleet.clock.advance(0);
    const b = fleet.start('b');
    await fleet.clock.advance(4_999);
    assert.deepEqual(b.sharder.owned(), [], 'a has not ended its work');
    await fleet.clock.advance(2_001);
    assert.equal(a.sharder.owned().length, 3);
    assert.equal(b.sharder.owned().length, 3);
    for (const shard of b.sharder.owned()) {
      const story = fleet.log.filter((line) => line.includes(` ${shard} `));
      assert.deepEqual(story, [
        `a has ${shard} epoch 0`,
        `a gave ${shard} epoch 0`,
        `b has ${shard} epoch 1`,
      ]);
    }
    for (const { stop } of [a, b]) stop.abort();
    await fleet.clock.advance(5_000);
    await Promise.all([a.running, b.running]);
  });

  test('of one that stops are with the others after one turn', async () => {
    const fleet = new Fleet();
    const a = fleet.start('a');
    const b = fleet.start('b');
    await fleet.clock.advance(10_000);
    a.stop.abort();
    await a.running;
    await fleet.clock.advance(2_000);
    assert.equal(b.sharder.owned().length, 6);
    b.stop.abort();
    await b.running;
  });

  test('are the same for everybody, whatever number was asked for later', async () => {
    const fleet = new Fleet();
    const a = fleet.start('a', { shards: 4 });
    await fleet.clock.advance(0);
    const b = fleet.start('b', { shards: 9 });
    await fleet.clock.advance(10_000);
    assert.equal(b.sharder.shardCount, 4);
    for (const { stop } of [a, b]) stop.abort();
    await Promise.all([a.running, b.running]);
  });

  test('whose work fails are taken up again', async () => {
    const fleet = new Fleet();
    const options = {
      client: directClient(fleet.server),
      namespace: 'ns',
      group: 'g',
      identity: 'a',
      shards: 1,
    };
    const sharder = new Sharder({ ...options, clock: fleet.clock, random: () => 0 });
    const stop = new AbortController();
    const epochs: number[] = [];
    const running = sharder.run(stop.signal, async (_, __, { epoch }) => {
      epochs.push(epoch);
      throw new Error('broken');
    });
    await fleet.clock.advance(4_000);
    assert.deepEqual(epochs, [0, 1, 2]);
    stop.abort();
    await running;
  });
});

describe('members', () => {
  test('belong to the owner of their shard', async () => {
    const fleet = new Fleet();
    const a = fleet.start('a');
    assert.equal(a.sharder.shardOf('member1'), undefined);
    assert.equal(a.sharder.owns('member1'), false);
    const b = fleet.start('b');
    await fleet.clock.advance(10_000);
    for (const member of ['member1', 'member2', 'member3', 'member4']) {
      const owner = a.sharder.owns(member) ? 'a' : 'b';
      assert.equal(a.sharder.shardOf(member), shardOf(member, 6));
      assert.equal(b.sharder.owns(member), owner === 'b');
      assert.equal(a.sharder.ownerOf(member), owner);
      assert.equal(b.sharder.ownerOf(member), owner);
    }
    for (const { stop } of [a, b]) stop.abort();
    await Promise.all([a.running, b.running]);
  });
});

describe('replicas', () => {
  test('announce themselves by a Lease each, and the announcement of a dead one is cleared away', async () => {
    const fleet = new Fleet();
    const a = fleet.start('a');
    const holder = {
      holderIdentity: 'dead',
      leaseDurationSeconds: 15,
      renewTime: '2029-01-01T00:00:00.000000Z',
    };
    fleet.server.create({
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: { name: 'g-replica-dead', labels: { 'banyan.dev/shard-group': 'g' } },
      spec: holder,
    });
    const announced = () =>
      fleet.server
        .list(GROUP)
        .items.filter(({ metadata }) => metadata.labels?.['banyan.dev/shard'] === undefined)
        .map(({ spec }) => spec?.holderIdentity);
    await fleet.clock.advance(4_000);
    assert.deepEqual(
      announced().toSorted((x = '', y = '') => x.localeCompare(y)),
      ['a', 'dead'],
    );
    assert.equal(a.sharder.owned().length, 3, 'room is left for it');
    await fleet.clock.advance(16_000);
    assert.deepEqual(announced(), ['a']);
    assert.equal(a.sharder.owned().length, 6);
    a.stop.abort();
    await a.running;
  });
});
