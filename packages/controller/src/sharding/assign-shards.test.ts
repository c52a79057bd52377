import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { assignShards } from './assign-shards.ts';

const replicas = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 7 });
const world = fc
  .tuple(replicas, fc.array(fc.option(fc.nat(9), { nil: undefined }), { maxLength: 40 }))
  .map(([names, holders]) => ({
    replicas: names,
    // Beyond the names: replicas that are gone.
    holders: holders.map((i) => (i === undefined ? undefined : (names[i] ?? `gone-${i}`))),
  }));

function share(assigned: readonly string[], replica: string): number {
  return assigned.filter((other) => other === replica).length;
}

describe('whatever the holders and replicas', () => {
  test('every shard goes to a live replica, and nobody has two more than another', () => {
    fc.assert(
      fc.property(world, ({ replicas: live, holders }) => {
        const assigned = assignShards(holders, live);
        assert.equal(assigned.length, holders.length);
        assert.ok(assigned.every((replica) => live.includes(replica)));
        const shares = live.map((replica) => share(assigned, replica));
        assert.ok(Math.max(...shares) - Math.min(...shares) <= 1, String(shares));
      }),
    );
  });

  test('no more shards move than must', () => {
    fc.assert(
      fc.property(world, ({ replicas: live, holders }) => {
        const assigned = assignShards(holders, live);
        const moved = holders.filter((holder, shard) => holder !== assigned[shard]).length;
        const kept = live.map((replica) => holders.filter((holder) => holder === replica).length);
        kept.sort((a, b) => b - a);
        const remainder = holders.length % live.length;
        const each = Math.floor(holders.length / live.length);
        const mayStay = kept.reduce(
          (sum, held, rank) => sum + Math.min(held, each + (rank < remainder ? 1 : 0)),
          0,
        );
        assert.equal(moved, holders.length - mayStay);
      }),
    );
  });

  test('what was assigned stays assigned', () => {
    fc.assert(
      fc.property(world, ({ replicas: live, holders }) => {
        const assigned = assignShards(holders, live);
        assert.deepEqual(assignShards(assigned, live), assigned);
      }),
    );
  });

  test('the order in which the replicas are named does not matter', () => {
    fc.assert(
      fc.property(world, ({ replicas: live, holders }) => {
        assert.deepEqual(assignShards(holders, live.toReversed()), assignShards(holders, live));
      }),
    );
  });
});

test('a replica that joins gets its part, one from each that has too many', () => {
  const before = assignShards(
    Array.from({ length: 12 }, () => undefined),
    ['a', 'b', 'c'],
  );
  const after = assignShards(before, ['a', 'b', 'c', 'd']);
  assert.deepEqual(
    ['a', 'b', 'c', 'd'].map((replica) => share(after, replica)),
    [3, 3, 3, 3],
  );
  assert.equal(before.filter((replica, shard) => replica !== after[shard]).length, 3);
});

test('a replica that leaves has its shards spread over the others', () => {
  const before = assignShards(
    Array.from({ length: 12 }, () => undefined),
    ['a', 'b', 'c'],
  );
  const after = assignShards(before, ['a', 'b']);
  assert.deepEqual(
    ['a', 'b'].map((replica) => share(after, replica)),
    [6, 6],
  );
});
