import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { copyJson } from './copy-json.ts';

test('a copy is equal and shares nothing', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const copy = copyJson(value);
      assert.deepEqual(copy, value);
      const [parts, copied] = [partsOf(value), partsOf(copy)];
      assert.ok(copied.every((part) => !parts.includes(part)));
    }),
  );
});

test('integers that numbers cannot hold, and keys of every name, stay', () => {
  const value = JSON.parse('{"__proto__":{"a":1},"constructor":[null]}') as object;
  const copy = copyJson({ value, big: 9007199254740993n });
  assert.equal(copy.big, 9007199254740993n);
  assert.deepEqual(Object.entries(copy.value), Object.entries(value));
  assert.equal(Object.getPrototypeOf(copy.value), Object.prototype);
});

function partsOf(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value, ...Object.values(value).flatMap(partsOf)];
}
