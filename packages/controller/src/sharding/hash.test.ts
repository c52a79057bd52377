import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shardOf, stableHash } from './hash.ts';

test('the hash is part of the protocol and never changes', () => {
  assert.deepEqual(
    ['', 'member1', 'member2', 'größe'].map(stableHash),
    [2872998923, 2133670579, 1694521000, 2538389087],
  );
});

test('members spread over the shards', () => {
  const counts = Array.from({ length: 16 }, () => 0);
  for (let i = 0; i < 16_000; i++) {
    const shard = shardOf(`member-${i}`, 16);
    counts[shard] = (counts[shard] ?? 0) + 1;
  }
  assert.ok(Math.min(...counts) > 850 && Math.max(...counts) < 1_150, String(counts));
});
