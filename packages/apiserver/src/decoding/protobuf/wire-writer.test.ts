import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { WireReader } from './wire-reader.ts';
import { WireWriter } from './wire-writer.ts';

/** One field's value, written and read again. */
function again<T>(write: (out: WireWriter) => void, read: (reader: WireReader) => T): T | undefined {
  const out = new WireWriter();
  write(out);
  const reader = new WireReader(out.finish());
  let value: T | undefined;
  reader.fields('Test', (field) => {
    assert.equal(field, 7);
    value = read(reader);
    return true;
  });
  return value;
}

test('integers of 64 bits come back, as numbers where these hold them', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (integer) => {
      const isSafe = Number.isSafeInteger(Number(integer)) && BigInt(Number(integer)) === integer;
      const read = again(
        (out) => out.integer(7, integer),
        (reader) => reader.int64(),
      );
      assert.equal(read, isSafe ? Number(integer) : integer);
    }),
  );
});

test('texts come back, whatever is in them and however long they are', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 3000, size: 'max' }), (text) => {
      const read = again(
        (out) => out.string(7, text),
        (reader) => reader.string(),
      );
      assert.equal(read, text);
    }),
    { numRuns: 50 },
  );
  const long = 'ä'.repeat(1_000_000);
  assert.equal(
    again(
      (out) => out.string(7, long),
      (reader) => reader.string(),
    ),
    long,
  );
});

test('fractions come back', () => {
  for (const value of [0, -0, 0.1, -1e300, Number.MIN_VALUE])
    assert.equal(
      again(
        (out) => out.double(7, value),
        (reader) => reader.double(),
      ),
      value,
    );
});

test('a number that a field has is written in as many bytes as it needs', () => {
  const out = new WireWriter();
  out.integer(16, 300);
  assert.deepEqual([...out.finish()], [0x80, 1, 0xac, 2]);
});
