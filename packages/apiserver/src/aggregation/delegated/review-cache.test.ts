import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReviewCache } from './review-cache.ts';

function cacheAt(start = 0) {
  let now = start;
  let asked = 0;
  const cache = new ReviewCache<number>(() => new Date(now));
  const ask = (key: string) => cache.get(key, async () => (asked += 1));
  return { ask, cache, pass: (ms: number) => (now += ms), asked: () => asked };
}

test('the same question is asked once in ten seconds, at once or one after the other', async () => {
  const { ask, pass, asked } = cacheAt();
  assert.deepEqual(await Promise.all([ask('a'), ask('a'), ask('b')]), [1, 1, 2]);
  pass(9999);
  assert.equal(await ask('a'), 1);
  pass(1);
  assert.equal(await ask('a'), 3);
  assert.equal(asked(), 3);
});

test('a failure is not kept', async () => {
  const { ask, cache } = cacheAt();
  await assert.rejects(cache.get('a', () => Promise.reject(new Error('no'))));
  assert.equal(await ask('a'), 1);
});

test('there is no end to questions, but to what is kept of them', async () => {
  const { ask, asked } = cacheAt();
  for (let i = 0; i < 5000; i += 1) await ask(String(i));
  await ask('4999');
  assert.equal(asked(), 5000);
  await ask('0');
  assert.equal(asked(), 5001);
});
