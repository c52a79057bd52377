import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DecodeError } from './decode-error.ts';
import { normaliseObject } from './normalise-object.ts';

const CONFIG_MAP = { group: '', version: 'v1', kind: 'ConfigMap' };

test('an object is brought into the form in which it is written, and not changed', () => {
  const object = Object.freeze({
    data: { b: '1', a: '2' },
    binaryData: {},
    metadata: { labels: null, name: 'x' },
  });
  assert.equal(
    JSON.stringify(normaliseObject(object, CONFIG_MAP)),
    '{"object":{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"x"},"data":{"a":"2","b":"1"}},"findings":[]}',
  );
});

test('unknown fields go and are told, in the order of keys', () => {
  const { object, findings } = normaliseObject({ z: 1, metadata: { y: 2 }, a: [] }, CONFIG_MAP);
  assert.deepEqual(object, { kind: 'ConfigMap', apiVersion: 'v1', metadata: {} });
  assert.deepEqual(findings, ['unknown field "a"', 'unknown field "metadata.y"', 'unknown field "z"']);
});

test('what does not fit its type is told', () => {
  const message = 'json: cannot unmarshal object into Go struct field ConfigMap.data of type string';
  assert.throws(
    () => normaliseObject({ data: { k: { deep: 'er' } } }, CONFIG_MAP),
    new DecodeError(message, CONFIG_MAP),
  );
});

test('a kind that is not built in is refused', () => {
  assert.throws(() => normaliseObject({}, { group: 'x.test', version: 'v1', kind: 'X' }), DecodeError);
});
