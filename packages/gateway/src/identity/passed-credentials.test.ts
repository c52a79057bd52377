import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiError } from '@banyan/apiserver';
import { passedCredentials, splitExtra } from './passed-credentials.ts';

test('what is for the member is parted from what is said of the caller', () => {
  const extra = { 'clusternet-token': ['t'], 'example.org/team': ['a'], 'clusternet-other': ['o'] };
  assert.deepEqual(splitExtra(extra), {
    passed: { 'clusternet-token': ['t'], 'clusternet-other': ['o'] },
    rest: { 'example.org/team': ['a'] },
  });
});

test('who brings nothing, or nothing of use, goes as himself', () => {
  const nothing: Record<string, string[]>[] = [
    {},
    { 'clusternet-token': [''] },
    { 'clusternet-token': [] },
    { 'clusternet-x': ['y'] },
  ];
  for (const passed of nothing) assert.equal(passedCredentials(passed), undefined);
});

test('a token is taken as it is', () => {
  assert.deepEqual(passedCredentials({ 'clusternet-token': ['abc'] }), { token: 'abc' });
});

const REFUSED: readonly Record<string, string[]>[] = [
  { 'clusternet-token': ['a', 'b'] },
  { 'clusternet-token': ['a b'] },
  { 'clusternet-token': ['a\nb'] },
  { 'clusternet-certificate': ['YQ=='] },
  { 'clusternet-privatekey': ['YQ=='] },
  { 'clusternet-certificate': ['YQ=='], 'clusternet-privatekey': ['YQ=='] },
  { 'clusternet-certificate': ['!'], 'clusternet-privatekey': ['YQ=='] },
];

for (const passed of REFUSED)
  test(`${JSON.stringify(passed)} is refused`, () => {
    assert.throws(
      () => passedCredentials(passed),
      (error: ApiError) => error.code === 400,
    );
  });
