import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { arbitraryJson } from './arbitrary-json.ts';
import { jsonEqual, ownValue, setOwnValue, type JsonValue } from './json-value.ts';

test('a key named __proto__ is set as a key, and the prototype stays', () => {
  const object: Record<string, JsonValue> = {};
  setOwnValue(object, '__proto__', { polluted: true });
  assert.deepEqual(Object.keys(object), ['__proto__']);
  assert.equal(Object.getPrototypeOf(object), Object.prototype);
  assert.equal(ownValue(object, 'polluted'), undefined);
});

test('inherited properties are not values of an object', () => {
  assert.equal(ownValue({}, 'constructor'), undefined);
  assert.equal(ownValue({}, '__proto__'), undefined);
});

for (const [name, left, right, equal] of [
  ['the order of keys does not matter', { a: 1, b: 2 }, { b: 2, a: 1 }, true],
  ['the order of items does', [1, 2], [2, 1], false],
  ['a null is not an absent key', { a: null }, {}, false],
  ['a null is not another key', { a: null }, { b: null }, false],
  ['a list is not an object', [], {}, false],
  ['an object is not a list', { 0: 'a' }, ['a'], false],
  ['a longer list is another', [1], [1, null], false],
] satisfies [string, JsonValue, JsonValue, boolean][]) {
  test(`jsonEqual: ${name}`, () => {
    assert.equal(jsonEqual(left, right), equal);
  });
}

test('a value equals what its text parses to', () => {
  fc.assert(fc.property(arbitraryJson.value, (value) => jsonEqual(value, JSON.parse(JSON.stringify(value)))));
});
