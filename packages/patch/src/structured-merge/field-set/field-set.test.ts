import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyFieldSet } from '../recorded/arbitrary-fields.ts';
import { FieldSet } from './field-set.ts';
import { decodeFieldsV1, encodeFieldsV1, fieldSetDigest, fieldsV1Digest } from './fields-v1.ts';
import { fieldPath, fieldPathText, keyElement, valueElement, type FieldPath } from './path-element.ts';

const path = fieldPath;
const texts = (set: FieldSet) => [...set.paths()].map(fieldPathText);

test('a field is in the set only if it was put there, not for its parent or child', () => {
  const set = FieldSet.of(path('spec', 'replicas'), path('metadata'));
  assert.equal(set.has(path('spec', 'replicas')), true);
  assert.equal(set.has(path('spec')), false);
  assert.equal(set.has(path('metadata', 'name')), false);
  assert.equal(set.has([]), false);
  assert.equal(set.size, 2);
});

const parent = FieldSet.of(path('a'));
const child = FieldSet.of(path('a', 'b'));
const both = FieldSet.of(path('a'), path('a', 'b'));

const operations: [string, FieldSet, string[]][] = [
  ['union keeps parent and child', parent.union(child), ['.a', '.a.b']],
  ['intersection of parent and child is empty', parent.intersection(child), []],
  ['difference with the parent leaves the child', both.difference(parent), ['.a.b']],
  ['difference with the child leaves the parent', both.difference(child), ['.a']],
  ['recursive difference with the parent takes the child too', both.recursiveDifference(parent), []],
  ['recursive difference with the child leaves the parent', both.recursiveDifference(child), ['.a']],
  ['leaves are what has nothing below it', both.leaves(), ['.a.b']],
];
for (const [name, set, expected] of operations) {
  test(name, () => assert.deepEqual(texts(set), expected));
}

test('paths come level by level, numbers as numbers', () => {
  const item = (port: number): FieldPath => [...path('spec', 'ports'), keyElement({ port })];
  const set = FieldSet.of(item(8080), [...item(80), 'f:name'], item(80), path('spec', 'ports'));
  assert.deepEqual(texts(set), [
    '.spec.ports',
    '.spec.ports[port=80]',
    '.spec.ports[port=8080]',
    '.spec.ports[port=80].name',
  ]);
});

test('any set is the same after encoding and decoding', () => {
  fc.assert(
    fc.property(anyFieldSet(), (set) => {
      const wire = JSON.parse(JSON.stringify(encodeFieldsV1(set))) as ReturnType<typeof encodeFieldsV1>;
      assert.ok(decodeFieldsV1(wire).equals(set));
      assert.deepEqual(encodeFieldsV1(decodeFieldsV1(wire)), wire);
    }),
  );
});

test('the laws of sets hold', () => {
  fc.assert(
    fc.property(anyFieldSet(), anyFieldSet(), (left, right) => {
      assert.ok(left.union(right).equals(right.union(left)));
      assert.ok(left.intersection(right).equals(right.intersection(left)));
      assert.ok(left.difference(right).union(left.intersection(right)).equals(left));
      assert.ok(left.difference(right).intersection(right).isEmpty);
      assert.ok(left.union(right).difference(right).equals(left.difference(right)));
      assert.ok(left.recursiveDifference(right).difference(left).isEmpty);
      assert.equal(left.union(right).size, left.size + right.size - left.intersection(right).size);
      assert.ok(left.leaves().difference(left).isEmpty);
    }),
  );
});

test('digests are equal exactly for equal sets, whatever the order of keys', () => {
  fc.assert(
    fc.property(anyFieldSet(), anyFieldSet(), (left, right) => {
      assert.equal(fieldSetDigest(left) === fieldSetDigest(right), left.equals(right));
      assert.equal(fieldsV1Digest(reversed(encodeFieldsV1(left))), fieldSetDigest(left));
    }),
  );
});

function reversed<T extends object>(fields: T): T {
  const entries = Object.entries(fields).map(([key, below]) => [key, reversed(below as object)] as const);
  return Object.fromEntries(entries.toReversed()) as T;
}

test('a set is not changed by what is made of it', () => {
  const before = texts(both);
  both.union(FieldSet.of([valueElement('x')]));
  both.difference(parent);
  assert.deepEqual(texts(both), before);
});
