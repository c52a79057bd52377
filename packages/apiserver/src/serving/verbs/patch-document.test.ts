import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readJsonPatchDocument } from './patch-document.ts';

const deep = (levels: number) => Buffer.from(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`);

test('a patch that is deeper than anything that is kept is refused, however deep it is', () => {
  assert.doesNotThrow(() => readJsonPatchDocument(deep(400), ''));
  for (const levels of [600, 9000, 20_000])
    assert.throws(() => readJsonPatchDocument(deep(levels), 'error decoding patch: '), {
      code: 400,
      message: /^error decoding patch: .*exceeded max depth/,
    });
});

test('a key that is there twice is told', () => {
  const { value, duplicates } = readJsonPatchDocument(Buffer.from('{"a":1,"a":2}'), '');
  assert.deepEqual(value, { a: 2 });
  assert.deepEqual(duplicates, ['duplicate field "a"']);
});
