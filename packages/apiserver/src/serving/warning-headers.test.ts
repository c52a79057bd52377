import assert from 'node:assert/strict';
import { test } from 'node:test';
import { warningHeaders } from './warning-headers.ts';

const texts = (warnings: readonly string[]) => warningHeaders(warnings)['warning'] ?? [];

test('a warning is told once, quoted, in bytes', () => {
  assert.deepEqual(texts(['a "b" \\', 'é', 'é']), ['299 - "a \\"b\\" \\\\"', '299 - "\u00c3\u00a9"']);
  assert.deepEqual(warningHeaders([]), {});
});

test('a long warning is told in full, unless all together are too long', () => {
  assert.equal(texts(['x'.repeat(4096)])[0]?.length, 4096 + 8);
  assert.deepEqual(texts(['x'.repeat(5000)]), [`299 - "${'x'.repeat(256)}"`]);
});

test('of very many warnings the first are told', () => {
  const many = Array.from({ length: 5000 }, (_, i) => `unknown field "number-${i}"`);
  const told = texts(many);
  assert.equal(told[0], '299 - "unknown field \\"number-0\\""');
  assert.ok(told.join('').length < 8192, `${told.join('').length} letters of headers`);
});

test('a warning is never cut in the middle of a letter', () => {
  assert.ok(!texts(['😀'.repeat(3000)])[0]?.includes('\ufffd'));
});
