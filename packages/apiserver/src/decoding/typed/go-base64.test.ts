import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseBase64 } from './go-base64.ts';

for (const [text, written] of [
  ['', ''],
  ['aGVsbG8=', 'aGVsbG8='],
  ['aGVs\nbG8=\r\n', 'aGVsbG8='],
  ['YQ=\n=', 'YQ=='],
  ['YR==', 'YQ=='],
] as const) {
  test(`${JSON.stringify(text)} is written ${written}`, () => {
    assert.deepEqual(parseBase64(text), { text: written });
  });
}

for (const [text, place] of [
  ['a', 0],
  ['aGVsbG8', 4],
  ['!', 0],
  ['aGVs!', 4],
  ['=', 0],
  ['Y=', 1],
  ['YQ=', 3],
  ['YQ=x', 2],
  ['YWE=YWE=', 4],
  ['YQ==\nx', 5],
  ['aGü', 2],
  ['-_-_', 0],
] as const) {
  test(`${JSON.stringify(text)} is wrong at byte ${place}`, () => {
    assert.deepEqual(parseBase64(text), { error: `illegal base64 data at input byte ${place}` });
  });
}

test('all bytes come back', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      const text = Buffer.from(bytes).toString('base64');
      assert.deepEqual(parseBase64(text), { text });
    }),
  );
});
