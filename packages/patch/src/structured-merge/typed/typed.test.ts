import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../json-value.ts';
import type { Schema } from '../../schema.ts';
import { FieldSet } from '../field-set/field-set.ts';
import { decodeFieldsV1, encodeFieldsV1, type FieldsV1 } from '../field-set/fields-v1.ts';
import { fieldPath, fieldPathText } from '../field-set/path-element.ts';
import { compareObjects } from './compare-objects.ts';
import { fieldTypeOf } from './field-type.ts';
import { mergeObjects } from './merge-objects.ts';
import { extractItems, removeItems } from './remove-items.ts';
import { toFieldSet } from './to-field-set.ts';
import { problemsText, validateObject } from './validate-object.ts';

const STRING: Schema = { type: 'string' };
const schema: Schema = {
  type: 'object',
  properties: {
    name: STRING,
    count: { type: 'integer' },
    on: { type: 'boolean' },
    any: {},
    amount: { type: 'string', 'x-kubernetes-int-or-string': true },
    when: { type: 'string', format: 'date-time' },
    labels: { type: 'object', additionalProperties: STRING },
    selector: { type: 'object', 'x-kubernetes-map-type': 'atomic', additionalProperties: STRING },
    ports: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['port', 'protocol'],
      items: {
        type: 'object',
        properties: { port: { type: 'integer' }, protocol: { type: 'string', default: 'TCP' }, name: STRING },
      },
    },
    tags: { type: 'array', 'x-kubernetes-list-type': 'set', items: STRING },
    steps: { type: 'array', items: STRING },
    merged: {
      type: 'array',
      'x-kubernetes-patch-strategy': 'merge',
      'x-kubernetes-patch-merge-key': 'id',
      items: { type: 'object', properties: { id: STRING, v: STRING } },
    },
    free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    inner: { type: 'object', properties: { a: STRING, b: { type: 'object', properties: { c: STRING } } } },
    embedded: {
      type: 'object',
      'x-kubernetes-embedded-resource': true,
      'x-kubernetes-preserve-unknown-fields': true,
    },
    raw: { title: 'RawExtension', type: 'object' },
  },
};
const type = fieldTypeOf(schema);

const owned: [string, JsonObject, FieldsV1][] = [
  ['a scalar is a leaf', { name: 'x', count: 1 }, { 'f:name': {}, 'f:count': {} }],
  ['a null is owned', { name: null, inner: null }, { 'f:name': {}, 'f:inner': {} }],
  [
    'an empty struct is owned, a full one only by its fields',
    { inner: { b: {} } },
    { 'f:inner': { 'f:b': {} } },
  ],
  ['keys of a map are owned, the map is not', { labels: { a: '1' } }, { 'f:labels': { 'f:a': {} } }],
  ['an empty list-map is not owned', { ports: [], tags: [] }, {}],
  ['an atomic map is owned as a whole', { selector: { a: '1' } }, { 'f:selector': {} }],
  ['an atomic list is owned as a whole', { steps: ['a', 'b'] }, { 'f:steps': {} }],
  [
    'an item is owned by its keys, with defaults for those left out',
    { ports: [{ port: 80 }, { port: 53, protocol: 'UDP' }] },
    {
      'f:ports': {
        'k:{"port":80,"protocol":"TCP"}': { '.': {}, 'f:port': {} },
        'k:{"port":53,"protocol":"UDP"}': { '.': {}, 'f:port': {}, 'f:protocol': {} },
      },
    },
  ],
  ['items of a set are owned by value', { tags: ['a'] }, { 'f:tags': { 'v:"a"': {} } }],
  [
    'a merge key makes a list-map where there is no list type',
    { merged: [{ id: 'x' }] },
    { 'f:merged': { 'k:{"id":"x"}': { '.': {}, 'f:id': {} } } },
  ],
  [
    'items that appear twice are owned as one, without their fields',
    {
      ports: [
        { port: 1, name: 'a' },
        { port: 1, name: 'b' },
      ],
      tags: ['x', 'x'],
    },
    { 'f:ports': { 'k:{"port":1,"protocol":"TCP"}': {} }, 'f:tags': { 'v:"x"': {} } },
  ],
  [
    'free fields are owned one by one, with the maps that they are in',
    { free: { a: { b: 1 }, list: [1] } },
    { 'f:free': { 'f:a': { '.': {}, 'f:b': {} }, 'f:list': {} } },
  ],
  [
    'the metadata of an embedded object is typed',
    { embedded: { apiVersion: 'v1', metadata: { labels: { a: '1' }, finalizers: ['x'] }, data: { k: 'v' } } },
    {
      'f:embedded': {
        'f:apiVersion': {},
        'f:metadata': { 'f:labels': { 'f:a': {} }, 'f:finalizers': { 'v:"x"': {} } },
        'f:data': { '.': {}, 'f:k': {} },
      },
    },
  ],
  ['raw JSON of another kind is atomic', { raw: { a: { b: 1 } } }, { 'f:raw': {} }],
];
for (const [name, object, fields] of owned) {
  test(name, () => assert.deepEqual(encodeFieldsV1(toFieldSet(type, object)), fields));
}

test('without a schema maps are owned field by field and lists as a whole', () => {
  const set = toFieldSet(fieldTypeOf(undefined), { spec: { a: 1, list: [{ name: 'x' }] } });
  assert.deepEqual(encodeFieldsV1(set), { 'f:spec': { '.': {}, 'f:a': {}, 'f:list': {} } });
});

const texts = (set: FieldSet) => [...set.paths()].map(fieldPathText);
const compared: [
  string,
  JsonObject,
  JsonObject,
  { added?: string[]; modified?: string[]; removed?: string[] },
][] = [
  ['nothing differs', { name: 'x', ports: [{ port: 1 }] }, { name: 'x', ports: [{ port: 1 }] }, {}],
  ['the order of items does not matter', { tags: ['a', 'b'] }, { tags: ['b', 'a'] }, {}],
  [
    'the order of an atomic list does',
    { steps: ['a', 'b'] },
    { steps: ['b', 'a'] },
    { modified: ['.steps'] },
  ],
  ['a leaf changes', { count: 1 }, { count: 2 }, { modified: ['.count'] }],
  ['a new field comes with what is in it', {}, { labels: { a: '1' } }, { added: ['.labels', '.labels.a'] }],
  [
    'a key is removed from a map',
    { labels: { a: '1', b: '2' } },
    { labels: { a: '1' } },
    { removed: ['.labels.b'] },
  ],
  [
    'null, absent and empty differ',
    { inner: null, labels: {} },
    { inner: {} },
    { modified: ['.inner'], removed: ['.labels'] },
  ],
  ['null to a value is a change of it', { name: null }, { name: 'x' }, { modified: ['.name'] }],
  [
    'an item with a default key is the same item',
    { ports: [{ port: 1 }] },
    { ports: [{ port: 1, protocol: 'TCP' }] },
    { added: ['.ports[port=1,protocol="TCP"].protocol'] },
  ],
  [
    'a value that becomes a map',
    { free: { a: 'x' } },
    { free: { a: { b: 1 } } },
    { modified: ['.free.a'], added: ['.free.a.b'] },
  ],
  [
    'an item appears twice: its fields go, the pair comes',
    { ports: [{ port: 1 }] },
    { ports: [{ port: 1 }, { port: 1 }] },
    {
      added: ['.ports[port=1,protocol="TCP"]'],
      removed: ['.ports[port=1,protocol="TCP"]', '.ports[port=1,protocol="TCP"].port'],
    },
  ],
  [
    'a pair becomes one again',
    { tags: ['a', 'a'] },
    { tags: ['a'] },
    { added: ['.tags[="a"]'], removed: ['.tags[="a"]'] },
  ],
  [
    'a pair changes as a whole',
    {
      ports: [
        { port: 1, name: 'a' },
        { port: 1, name: 'b' },
      ],
    },
    {
      ports: [
        { port: 1, name: 'a' },
        { port: 1, name: 'c' },
      ],
    },
    { modified: ['.ports[port=1,protocol="TCP"]'] },
  ],
];
for (const [name, before, after, { added = [], modified = [], removed = [] }] of compared) {
  test(`compare: ${name}`, () => {
    const comparison = compareObjects(type, before, after);
    assert.deepEqual(texts(comparison.added), added, 'added');
    assert.deepEqual(texts(comparison.modified), modified, 'modified');
    assert.deepEqual(texts(comparison.removed), removed, 'removed');
  });
}

const merged: [string, JsonObject, JsonObject, JsonObject][] = [
  ['leaves of the configuration win', { name: 'a', count: 1 }, { name: 'b' }, { name: 'b', count: 1 }],
  [
    'maps are merged',
    { labels: { a: '1', b: '1' } },
    { labels: { b: '2', c: '2' } },
    { labels: { a: '1', b: '2', c: '2' } },
  ],
  [
    'atomic maps and lists are replaced',
    { selector: { a: '1' }, steps: ['a'] },
    { selector: { b: '2' }, steps: ['b'] },
    { selector: { b: '2' }, steps: ['b'] },
  ],
  ['null replaces a leaf', { name: 'a' }, { name: null }, { name: null }],
  ['null leaves a map as it is', { labels: { a: '1' } }, { labels: null }, { labels: { a: '1' } }],
  [
    'items are merged by key',
    { ports: [{ port: 1, name: 'a' }] },
    { ports: [{ port: 1, protocol: 'TCP' }] },
    { ports: [{ port: 1, name: 'a', protocol: 'TCP' }] },
  ],
  [
    'new items keep the applied order among the old ones',
    { tags: ['a', 'b', 'c'] },
    { tags: ['x', 'b', 'y'] },
    { tags: ['a', 'x', 'b', 'c', 'y'] },
  ],
  [
    'shared items take the applied order',
    { tags: ['a', 'b', 'c'] },
    { tags: ['c', 'a'] },
    { tags: ['b', 'c', 'a'] },
  ],
  ['a set has a value once', { tags: ['a'] }, { tags: ['a', 'b'] }, { tags: ['a', 'b'] }],
  [
    'duplicates give way to the applied item',
    {
      ports: [
        { port: 1, name: 'a' },
        { port: 1, name: 'b' },
      ],
    },
    { ports: [{ port: 1 }] },
    { ports: [{ port: 1 }] },
  ],
  ['duplicates that are not applied stay', { tags: ['a', 'a'] }, { tags: ['b'] }, { tags: ['a', 'a', 'b'] }],
];
for (const [name, live, applied, expected] of merged) {
  test(`merge: ${name}`, () => assert.deepEqual(mergeObjects(type, live, applied), expected));
}

const whole: JsonObject = {
  name: 'x',
  labels: { a: '1', b: '2' },
  ports: [
    { port: 1, protocol: 'TCP', name: 'one' },
    { port: 2, protocol: 'TCP' },
  ],
  tags: ['a', 'b'],
  steps: ['s'],
};
const taken: [string, FieldsV1, JsonObject, JsonObject][] = [
  ['a leaf', { 'f:name': {} }, { ...whole, name: undefined as never }, { name: 'x' }],
  [
    'a key of a map and an item of a set',
    { 'f:labels': { 'f:a': {} }, 'f:tags': { 'v:"b"': {} } },
    { ...whole, labels: { b: '2' }, tags: ['a'] },
    { labels: { a: '1' }, tags: ['b'] },
  ],
  [
    'a field of an item',
    { 'f:ports': { 'k:{"port":1,"protocol":"TCP"}': { 'f:name': {} } } },
    {
      ...whole,
      ports: [
        { port: 1, protocol: 'TCP' },
        { port: 2, protocol: 'TCP' },
      ],
    },
    { ports: [{ name: 'one' }] },
  ],
  [
    'all items, which leaves null',
    { 'f:tags': { 'v:"a"': {}, 'v:"b"': {} } },
    { ...whole, tags: null },
    { tags: ['a', 'b'] },
  ],
];
for (const [name, fields, left, extracted] of taken) {
  test(`remove and extract ${name}`, () => {
    const set = decodeFieldsV1(fields);
    const expected = JSON.parse(JSON.stringify(left)) as JsonObject;
    assert.deepEqual(removeItems(type, whole, set), expected);
    assert.deepEqual(extractItems(type, whole, set), extracted);
  });
}

const invalid: [JsonObject, string][] = [
  [{ bogus: 1 }, '.bogus: field not declared in schema'],
  [{ count: '1' }, '.count: expected numeric (int or float), got string'],
  [{ name: 5 }, '.name: expected string, got &value.valueUnstructured{Value:5}'],
  [{ on: 'yes' }, '.on: expected boolean, got &{yes}'],
  [{ inner: ['a', { b: 1 }] }, '.inner: expected map, got &{[a map[b:1]]}'],
  [{ steps: { a: null } }, '.steps: expected list, got &{map[a:<nil>]}'],
  [{ steps: ['a', 2] }, '.steps[1]: expected string, got &value.valueUnstructured{Value:2}'],
  [{ tags: ['a', 'a'] }, '.tags: duplicate entries for key [="a"]'],
  [
    { tags: [null] },
    ".tags: element 0: associative list without keys has an element that's an explicit null",
  ],
  [{ ports: [null] }, '.ports: element 0: associative list with keys may not have a null element'],
  [
    { merged: [{}] },
    '.merged: element 0: associative list with keys has an element that omits all key fields ["id"] (and doesn\'t have default values for any key fields)',
  ],
  [{ amount: [1] }, '.amount: expected any scalar, got &{[1]}'],
  [
    { name: 5, count: 'x' },
    'errors:\n  .name: expected string, got &value.valueUnstructured{Value:5}\n  .count: expected numeric (int or float), got string',
  ],
];
for (const [object, problem] of invalid) {
  test(`refused: ${JSON.stringify(object)}`, () => {
    assert.equal(problemsText(validateObject(type, object, 'refused')), problem);
  });
}

test('what the API server lets pass is not refused', () => {
  const object = {
    any: [1],
    amount: 5,
    when: 5,
    raw: { x: 1 },
    name: null,
    labels: null,
    free: { a: [null] },
  };
  assert.deepEqual(validateObject(type, object, 'refused'), []);
  assert.deepEqual(validateObject(type, { tags: ['a', 'a'] }, 'allowed'), []);
});

test('a schema that holds itself is walked only as deep as the object', () => {
  const cyclic: { type: 'object'; properties: Record<string, Schema> } = {
    type: 'object',
    properties: { v: STRING },
  };
  cyclic.properties['child'] = cyclic;
  const set = toFieldSet(fieldTypeOf(cyclic), { child: { child: { v: 'x' } } });
  assert.ok(set.equals(FieldSet.of(fieldPath('child', 'child', 'v'))));
});
