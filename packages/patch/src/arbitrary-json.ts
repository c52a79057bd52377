import fc from 'fast-check';
import type { JsonObject, JsonValue } from './json-value.ts';

/** Keys that code must not trip over, and few enough that two random objects share some. */
const key = fc.constantFrom(
  'a',
  'b',
  'c',
  'name',
  '',
  'x/y',
  '~',
  '__proto__',
  'constructor',
  'toString',
  '0',
);
const plain = fc.oneof(fc.integer({ min: -9, max: 9 }), fc.boolean(), fc.string({ maxLength: 3 }));

interface Shapes {
  readonly value: fc.Arbitrary<JsonValue>;
  readonly object: fc.Arbitrary<JsonObject>;
  readonly list: fc.Arbitrary<JsonValue[]>;
}

function shapes(plainValue: fc.Arbitrary<JsonValue>): Shapes {
  return fc.letrec<{ value: JsonValue; object: JsonObject; list: JsonValue[] }>((tie) => ({
    value: fc.oneof({ depthSize: 'small' }, plainValue, tie('object'), tie('list')),
    object: fc.dictionary(key, tie('value'), { maxKeys: 4 }).map(parsed),
    list: fc.array(tie('value'), { maxLength: 4 }),
  }));
}

/** For tests: an object as JSON.parse makes it: with a prototype, and with `__proto__` as a key like any other. */
export function parsed(object: object): JsonObject {
  return JSON.parse(JSON.stringify(object)) as JsonObject;
}

/** For tests: random JSON without nulls. */
export const arbitraryJson = { ...shapes(plain), key };

/** For tests: random JSON with nulls. */
export const arbitraryJsonWithNulls = shapes(fc.oneof(plain, fc.constant(null)));
