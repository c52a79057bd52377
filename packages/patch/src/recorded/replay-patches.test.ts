import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyMergePatch } from '../merge-patch/apply-merge-patch.ts';
import type { RecordedPatch } from './recorded-patches.ts';
import { checkAnswer } from './replay-patches.ts';

const patched: RecordedPatch = {
  original: 'configMap',
  patch: { data: { b: '2' } },
  outcome: 'patched',
  result: { data: { a: '1', b: '2' } },
};
const refused: RecordedPatch = {
  original: 'configMap',
  patch: null,
  outcome: 'refused',
  code: 400,
  reason: 'BadRequest',
  message: 'Invalid JSON Patch',
};
const check = (recorded: RecordedPatch) =>
  checkAnswer(recorded, () => applyMergePatch({ data: { a: '1' } }, recorded.patch));

test('the recorded answers are accepted', () => {
  check(patched);
  check(refused);
});

test('empty fields of a built-in kind are as good as absent, those of a custom resource are not', () => {
  const result = { data: { a: '1', b: '2' }, more: {} };
  check({ ...patched, result });
  assert.throws(() => check({ ...patched, original: 'free', result }));
});

for (const [name, corrupted] of [
  ['another value', { ...patched, result: { data: { a: '1', b: '3' } } }],
  ['a missing field', { ...patched, result: { data: { b: '2' } } }],
  ['a field too many', { ...patched, result: { data: { a: '1', b: '2' }, x: 1 } }],
  ['a refusal where we succeed', { ...refused, patch: patched.patch }],
  ['a success where we refuse', { ...patched, patch: null }],
  ['an object that came out where we refuse', { ...patched, patch: null, outcome: 'invalid object' }],
  ['another message', { ...refused, message: 'Invalid JSON patch' }],
  ['another code', { ...refused, code: 422 }],
  ['another reason', { ...refused, reason: 'Invalid' }],
] satisfies [string, RecordedPatch][]) {
  test(`${name} makes the comparison fail`, () => {
    assert.throws(() => check(corrupted));
  });
}
