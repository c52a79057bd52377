import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { arbitraryJsonWithNulls, parsed } from '../arbitrary-json.ts';
import type { JsonObject, JsonValue } from '../json-value.ts';
import { PatchError, type PatchErrorCode } from '../patch-error.ts';
import { deepFreeze } from '../recorded/deep-freeze.ts';
import type { Schema } from '../schema.ts';
import { applyStrategicMergePatch } from './apply-strategic-merge-patch.ts';

const mergedBy = (key: string, items: Schema): Schema => ({
  type: 'array',
  items,
  'x-kubernetes-patch-strategy': 'merge',
  'x-kubernetes-patch-merge-key': key,
});

const SCHEMA: Schema = {
  type: 'object',
  title: 'Thing',
  properties: {
    items: mergedBy('name', {
      type: 'object',
      title: 'Item',
      properties: {
        name: { type: 'string' },
        value: { type: 'string' },
        ports: mergedBy('port', { type: 'object', properties: { port: { type: 'integer' } } }),
      },
    }),
    tags: { type: 'array', items: { type: 'string' }, 'x-kubernetes-patch-strategy': 'merge' },
    atomic: { type: 'array', items: { type: 'object' } },
    labels: { type: 'object', additionalProperties: { type: 'string' } },
    lists: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    whole: {
      type: 'object',
      properties: { a: { type: 'string' } },
      'x-kubernetes-patch-strategy': 'replace',
    },
    source: { type: 'object', properties: {}, 'x-kubernetes-patch-strategy': 'retainKeys' },
    text: { type: 'string' },
  },
};

interface Row {
  readonly name: string;
  readonly object: JsonObject;
  readonly patch: JsonValue;
  readonly result: JsonObject;
}

const abc = [{ name: 'a' }, { name: 'b' }, { name: 'c' }];

const APPLIED: Row[] = [
  { name: 'a null is an empty patch', object: { text: 'x' }, patch: null, result: { text: 'x' } },
  { name: 'a null deletes a field', object: { text: 'x' }, patch: { text: null }, result: {} },
  {
    name: 'objects are merged',
    object: { labels: { a: '1', b: '2' } },
    patch: { labels: { a: null, c: '3' } },
    result: { labels: { b: '2', c: '3' } },
  },
  {
    name: 'a new object comes without its nulls',
    object: {},
    patch: { labels: { a: null, b: '1' } },
    result: { labels: { b: '1' } },
  },
  {
    name: '$patch: delete empties an object',
    object: { labels: { a: '1' } },
    patch: { labels: { $patch: 'delete' } },
    result: { labels: {} },
  },
  {
    name: '$patch: replace replaces an object',
    object: { labels: { a: '1' } },
    patch: { labels: { $patch: 'replace', b: '2' } },
    result: { labels: { b: '2' } },
  },
  {
    name: '$patch: replace of what is not there does nothing',
    object: {},
    patch: { labels: { $patch: 'replace', b: '2' } },
    result: {},
  },
  {
    name: 'the strategy replace replaces an object',
    object: { whole: { a: '1' } },
    patch: { whole: { b: '2' } },
    result: { whole: { b: '2' } },
  },
  {
    name: 'a list without strategy is replaced',
    object: { atomic: [{ a: 1 }] },
    patch: { atomic: [{ b: 2 }] },
    result: { atomic: [{ b: 2 }] },
  },
  {
    name: 'items with the same key are merged',
    object: { items: [{ name: 'a', value: '1' }] },
    patch: { items: [{ name: 'a', ports: [{ port: 1 }] }] },
    result: { items: [{ name: 'a', value: '1', ports: [{ port: 1 }] }] },
  },
  {
    name: 'new items come first, in front of what the patch does not name',
    object: { items: [{ name: 'a' }] },
    patch: { items: [{ name: 'b' }] },
    result: { items: [{ name: 'b' }, { name: 'a' }] },
  },
  {
    name: 'an item is deleted by its key',
    object: { items: abc },
    patch: { items: [{ name: 'b', $patch: 'delete' }] },
    result: { items: [{ name: 'a' }, { name: 'c' }] },
  },
  {
    name: '$patch: replace in a list replaces it',
    object: { items: abc },
    patch: { items: [{ $patch: 'replace' }, { name: 'd' }] },
    result: { items: [{ name: 'd' }] },
  },
  {
    name: 'lists inside of items are merged too',
    object: { items: [{ name: 'a', ports: [{ port: 1 }, { port: 2 }] }] },
    patch: { items: [{ name: 'a', ports: [{ port: 2, $patch: 'delete' }] }] },
    result: { items: [{ name: 'a', ports: [{ port: 1 }] }] },
  },
  {
    name: 'plain values are joined',
    object: { tags: ['a', 'b'] },
    patch: { tags: ['c', 'a'] },
    result: { tags: ['c', 'a', 'b'] },
  },
  {
    name: 'plain values are deleted',
    object: { tags: ['a', 'b', 'c'] },
    patch: { '$deleteFromPrimitiveList/tags': ['b', 'x'] },
    result: { tags: ['a', 'c'] },
  },
  {
    name: '$setElementOrder orders what it names and leaves the rest near its place',
    object: { items: abc },
    patch: { '$setElementOrder/items': [{ name: 'c' }, { name: 'a' }] },
    result: { items: [{ name: 'b' }, { name: 'c' }, { name: 'a' }] },
  },
  {
    name: '$setElementOrder sees appended items in the places of deleted ones',
    object: { items: abc },
    patch: {
      '$setElementOrder/items': [{ name: 'd' }, { name: 'b' }],
      items: [{ name: 'a', $patch: 'delete' }, { name: 'd' }],
    },
    result: { items: [{ name: 'c' }, { name: 'd' }, { name: 'b' }] },
  },
  {
    name: '$retainKeys drops what it does not name',
    object: { source: { a: 1, b: 2 } },
    patch: { source: { $retainKeys: ['b', 'c'], c: 3 } },
    result: { source: { b: 2, c: 3 } },
  },
  {
    name: 'directives in a new item have no effect, and stay for who reads the object to find',
    object: { items: [] },
    patch: { items: [{ name: 'a', $retainKeys: ['name'], '$setElementOrder/ports': [] }] },
    result: { items: [{ name: 'a', $retainKeys: ['name'], '$setElementOrder/ports': [] }] },
  },
  {
    name: 'a value of another type takes the place',
    object: { items: [] },
    patch: { items: 'text' },
    result: { items: 'text' },
  },
];

for (const { name, object, patch, result } of APPLIED) {
  test(name, () => {
    assert.deepEqual(applyStrategicMergePatch(deepFreeze(object), deepFreeze(patch), SCHEMA), result);
  });
}

const REFUSED: { patch: JsonValue; code: PatchErrorCode; status: number; path: string; message: string }[] = [
  {
    patch: [],
    code: 'malformed',
    status: 400,
    path: '',
    message: 'json: cannot unmarshal array into Go value of type map[string]interface {}',
  },
  {
    patch: { labels: { $patch: 'merge' } },
    code: 'malformed',
    status: 500,
    path: '/labels',
    message: 'unknown patch type: merge in map: map[$patch:merge]',
  },
  {
    patch: { items: [{ value: 'x' }] },
    code: 'missing-merge-key',
    status: 500,
    path: '/items',
    message: 'map: map[value:x] does not contain declared merge key: name',
  },
  {
    patch: { items: [{ name: 'a', $patch: 'merge' }] },
    code: 'malformed',
    status: 500,
    path: '/items',
    message: 'merging lists cannot yet be specified in the patch',
  },
  {
    patch: { items: ['a'] },
    code: 'bad-list',
    status: 500,
    path: '/items',
    message: 'list element types are not identical: [[map[name:a value:1]] [a]]',
  },
  {
    patch: { source: { $retainKeys: ['a'], b: 1 } },
    code: 'malformed',
    status: 400,
    path: '/source',
    message: 'invalid patch format of retainKeys',
  },
  {
    patch: { $deleteFromPrimitiveList: [] },
    code: 'malformed',
    status: 400,
    path: '/$deleteFromPrimitiveList',
    message: 'invalid patch format of primitive list',
  },
  {
    patch: { $setElementOrder: [] },
    code: 'malformed',
    status: 400,
    path: '/$setElementOrder',
    message: 'invalid patch format of setElementOrder list',
  },
  {
    patch: { '$setElementOrder/items': 5 },
    code: 'wrong-type',
    status: 500,
    path: '/$setElementOrder/items',
    message: 'expected a []interface {}, but received a int64',
  },
  {
    patch: { '$setElementOrder/zork': [] },
    code: 'unknown-field',
    status: 500,
    path: '/zork',
    message: 'unable to find api field in struct Thing for the json field "zork"',
  },
  {
    patch: { lists: { a: ['y'] } },
    code: 'unknown-field',
    status: 500,
    path: '/lists/a',
    message: 'merging an object in json but data type is not struct, instead is: map',
  },
  {
    patch: { items: [{ name: 'a', ports: [{}] }] },
    code: 'missing-merge-key',
    status: 500,
    path: '/items/0/ports',
    message: 'map: map[] does not contain declared merge key: port',
  },
];

const OBJECT = {
  items: [{ name: 'a', value: '1', ports: [{ port: 1 }] }],
  labels: { a: '1' },
  lists: { a: ['x'] },
  source: { a: 1 },
};

for (const { patch, code, status, path, message } of REFUSED) {
  test(`${JSON.stringify(patch)} is refused: ${message}`, () => {
    // The item's ports are not in the message of a mixed list: it is about the list alone.
    const object = message.includes('identical') ? { items: [{ name: 'a', value: '1' }] } : OBJECT;
    assert.throws(
      () => applyStrategicMergePatch(object, patch, SCHEMA),
      (error) => {
        assert.ok(error instanceof PatchError);
        assert.deepEqual(
          { code: error.code, status: error.status.code, path: error.path, message: error.status.message },
          { code, status, path, message },
        );
        return true;
      },
    );
  });
}

test('what the patch does not touch is shared', () => {
  const object = { items: [{ name: 'a' }], labels: {} };
  assert.equal(applyStrategicMergePatch(object, { labels: { a: '1' } }, SCHEMA)['items'], object.items);
});

const name = fc.constantFrom('a', 'b', 'c', 'd');
const item = fc.record({ name, value: fc.constantFrom('1', '2') }) as fc.Arbitrary<JsonObject>;
const deletion = fc.record({ name, $patch: fc.constant('delete') }) as fc.Arbitrary<JsonObject>;
const keyOfItem = (thing: JsonObject) => thing['name'];
const things = fc
  .record({
    items: fc.uniqueArray(item, { selector: keyOfItem }),
    tags: fc.uniqueArray(name),
    labels: fc.dictionary(name, fc.constantFrom('1', '2')),
  })
  .map(parsed);
const change = fc
  .record(
    {
      items: fc.uniqueArray(fc.oneof(item, deletion), { selector: keyOfItem }),
      tags: fc.uniqueArray(name),
      labels: fc.dictionary(name, fc.constantFrom('1', null)),
    },
    { requiredKeys: [] },
  )
  .map(parsed);

test('a patch applied twice is the patch applied once', () => {
  fc.assert(
    fc.property(things, change, (object, patch) => {
      const once = applyStrategicMergePatch(deepFreeze(object), deepFreeze(patch), SCHEMA);
      assert.deepEqual(applyStrategicMergePatch(deepFreeze(once), patch, SCHEMA), once);
    }),
    { numRuns: 500 },
  );
});

test('$setElementOrder of all items gives that order', () => {
  fc.assert(
    fc.property(fc.uniqueArray(name), fc.uniqueArray(name, { minLength: 4, maxLength: 4 }), (have, order) => {
      fc.pre(have.length > 0);
      const object = { items: have.map((key) => ({ name: key })) };
      const patch = { '$setElementOrder/items': order.map((key) => ({ name: key })) };
      const { items } = applyStrategicMergePatch(object, patch, SCHEMA);
      assert.deepEqual(
        items,
        order.filter((key) => have.includes(key)).map((key) => ({ name: key })),
      );
    }),
  );
});

test('any patch gives JSON or a PatchError, and changes nothing that it was given', () => {
  fc.assert(
    fc.property(
      things,
      arbitraryJsonWithNulls.object,
      fc.constantFrom('items', 'tags', 'labels'),
      (object, any, field) => {
        const patch = { ...any, [field]: any['a'] ?? [any] };
        try {
          const result = applyStrategicMergePatch(deepFreeze(object), deepFreeze(patch), SCHEMA);
          assert.deepEqual(JSON.parse(JSON.stringify(result)), result);
        } catch (error) {
          if (!(error instanceof PatchError)) throw error;
        }
        assert.deepEqual(Object.keys(Object.prototype), []);
      },
    ),
    { numRuns: 500 },
  );
});
