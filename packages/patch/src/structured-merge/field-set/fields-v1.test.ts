import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FieldSet } from './field-set.ts';
import { decodeFieldsV1, encodeFieldsV1, withSortedKeys, type FieldsV1 } from './fields-v1.ts';
import { fieldPath, fieldPathText, keyElement, valueElement, type FieldPath } from './path-element.ts';

const containers = fieldPath('spec', 'containers');

const encodings: [string, FieldPath[], string][] = [
  ['nothing', [], '{}'],
  ['a field', [fieldPath('spec', 'replicas')], '{"f:spec":{"f:replicas":{}}}'],
  ['a field and one below it', [fieldPath('spec'), fieldPath('spec', 'a')], '{"f:spec":{".":{},"f:a":{}}}'],
  [
    'an item by its keys, names in order',
    [[...containers, keyElement({ protocol: 'TCP', port: 80 })]],
    '{"f:spec":{"f:containers":{"k:{\\"port\\":80,\\"protocol\\":\\"TCP\\"}":{}}}}',
  ],
  [
    'HTML characters escaped within keys and values, not within names',
    [fieldPath('a<b'), [keyElement({ name: '<&>' })], [valueElement('\u2028\b')]],
    '{"f:a<b":{},"k:{\\"name\\":\\"\\\\u003c\\\\u0026\\\\u003e\\"}":{},"v:\\"\\\\u2028\\\\u0008\\"":{}}',
  ],
  [
    'fields before keys before values before indexes, each in its own order',
    [
      ['i:10'],
      ['i:9'],
      [valueElement(true)],
      [valueElement('x')],
      [valueElement(10)],
      [valueElement(9)],
      [keyElement({ b: 1 })],
      [keyElement({ a: 2 })],
      [keyElement({ a: 2, b: 1 })],
      fieldPath('z'),
      fieldPath('Z'),
    ],
    '{"f:Z":{},"f:z":{},"k:{\\"a\\":2}":{},"k:{\\"a\\":2,\\"b\\":1}":{},"k:{\\"b\\":1}":{},' +
      '"v:9":{},"v:10":{},"v:\\"x\\"":{},"v:true":{},"i:9":{},"i:10":{}}',
  ],
  ['names by their bytes', [fieldPath('\u{1f600}'), fieldPath('\uffee')], '{"f:\uffee":{},"f:\u{1f600}":{}}'],
  ['a name that is special to JavaScript', [fieldPath('__proto__')], '{"f:__proto__":{}}'],
];
for (const [name, paths, expected] of encodings) {
  test(`fieldsV1 of ${name}`, () => {
    assert.equal(JSON.stringify(encodeFieldsV1(FieldSet.of(...paths))), expected);
    assert.ok(decodeFieldsV1(JSON.parse(expected) as FieldsV1).equals(FieldSet.of(...paths)));
  });
}

test('keys that another wrote in another order are the same keys', () => {
  const set = decodeFieldsV1({ 'k:{"protocol": "TCP", "port": 80}': {} });
  assert.ok(set.has([keyElement({ port: 80, protocol: 'TCP' })]));
});

test('elements of a type from the future are left out with what is below them', () => {
  const set = decodeFieldsV1({ 'x:new': { 'f:a': {} }, 'f:b': {} });
  assert.deepEqual([...set.paths()].map(fieldPathText), ['.b']);
});

for (const key of ['', 'f', 'replicas', 'k:{', 'k:[]', 'v:nope', 'i:x']) {
  test(`${JSON.stringify(key)} is no key of fieldsV1`, () => {
    assert.throws(() => decodeFieldsV1({ [key]: {} }), SyntaxError);
  });
}

test('sorted keys are in the order of their texts', () => {
  const fields = encodeFieldsV1(FieldSet.of([keyElement({ port: 80 })], [keyElement({ port: 443 })]));
  assert.deepEqual(Object.keys(withSortedKeys(fields)), ['k:{"port":443}', 'k:{"port":80}']);
});

const paths: [FieldPath, string][] = [
  [fieldPath('metadata', 'labels', 'a.b/c'), '.metadata.labels.a.b/c'],
  [[...containers, keyElement({ name: 'say "hi"\n' })], '.spec.containers[name="say \\"hi\\"\\n"]'],
  [[keyElement({ port: 80, protocol: 'TCP', x: true, y: null })], '[port=80,protocol="TCP",x=true,y=null]'],
  [[valueElement('\u0001é\u2028')], '[="\\x01é\\u2028"]'],
  [[valueElement(5)], '[=5]'],
  [['i:3'], '[3]'],
];
for (const [path, expected] of paths) {
  test(`a path in words: ${expected}`, () => assert.equal(fieldPathText(path), expected));
}

test('an integer that a number cannot hold comes as a bigint, and is named with all its digits', () => {
  const large = 9007199254740993n as unknown as number;
  assert.deepEqual(
    [valueElement(large), keyElement({ n: large })],
    ['v:9007199254740993', 'k:{"n":9007199254740993}'],
  );
});
