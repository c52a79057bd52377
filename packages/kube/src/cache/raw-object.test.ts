import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { KubeError } from '../errors/kube-error.ts';
import type { RawObject } from './raw-object.ts';
import { RawScan } from './raw-scan.ts';

const CONFIG_MAP = { apiVersion: 'v1', kind: 'ConfigMap' };

function scan(json: string, dropManagedFields = false): RawObject {
  // Something before and behind it, as in a list.
  const bytes = Buffer.from(`[${json}]`);
  const raw = new RawScan(bytes, dropManagedFields);
  assert.equal(raw.read(1), bytes.length - 1);
  const [item] = raw.objects(CONFIG_MAP);
  assert.ok(item !== undefined);
  return item;
}

test('key, version, uid and labels are read without parsing the object', () => {
  const raw = scan(
    '{"data":{"metadata":"{}"},"metadata":{"name":"a","namespace":"web","uid":"u-1","resourceVersion":"7","labels":{"x":"y"}}}',
  );
  const { key, name, namespace, resourceVersion, uid, labels } = raw;
  assert.deepEqual(
    { key, name, namespace, resourceVersion, uid, labels },
    { key: 'web/a', name: 'a', namespace: 'web', resourceVersion: '7', uid: 'u-1', labels: { x: 'y' } },
  );
});

test('a cluster-scoped object has its name as key and no namespace', () => {
  const raw = scan('{"metadata":{"name":"node-1","resourceVersion":"7"}}');
  assert.deepEqual([raw.key, raw.namespace, raw.uid, raw.labels], ['node-1', '', '', {}]);
});

test('parse adds the kind that the list said, and keeps the kind that the object says', () => {
  assert.deepEqual(scan('{"metadata":{"name":"a"}}').parse(), { ...CONFIG_MAP, metadata: { name: 'a' } });
  assert.equal(scan('{"kind":"Other","apiVersion":"x/v1","metadata":{"name":"a"}}').parse().kind, 'Other');
});

test('names with characters that Go escapes, and text beyond ASCII, come out right', () => {
  const raw = scan('{"metadata":{"name":"a\\u003cb","labels":{"k":"v"}},"data":{"x":"Grüße → 🌳"}}');
  assert.equal(raw.key, 'a<b');
  assert.deepEqual(raw.parse()['data'], { x: 'Grüße → 🌳' });
  assert.equal(
    raw.bytes().toString('utf8'),
    '{"metadata":{"name":"a\\u003cb","labels":{"k":"v"}},"data":{"x":"Grüße → 🌳"}}',
  );
});

const managedFieldsCases = [
  ['last', '{"metadata":{"name":"a","uid":"u","labels":{"x":"y"},"managedFields":[{"a":"]}"}]},"data":{}}'],
  ['first', '{"metadata":{"managedFields":[{}],"name":"a","uid":"u","labels":{"x":"y"}},"data":{}}'],
  ['in the middle', '{"metadata":{"name":"a","managedFields":[],"labels":{"x":"y"},"uid":"u"},"data":{}}'],
  [
    'spaced',
    '{ "metadata" : { "name" : "a" , "uid" : "u", "labels": {"x":"y"} , "managedFields" : [ ] } , "data" : {} }',
  ],
  ['absent', '{"metadata":{"name":"a","uid":"u","labels":{"x":"y"}},"data":{}}'],
] as const;

for (const [where, json] of managedFieldsCases) {
  test(`managedFields are cut out when they stand ${where}`, () => {
    const raw = scan(json, true);
    assert.deepEqual(raw.parse(), {
      ...CONFIG_MAP,
      metadata: { name: 'a', uid: 'u', labels: { x: 'y' } },
      data: {},
    });
    assert.deepEqual([raw.uid, raw.labels], ['u', { x: 'y' }]);
    if (where !== 'absent') assert.notEqual(scan(json).parse().metadata.managedFields, undefined);
  });
}

test('managedFields alone in the metadata leave it without a name, which is refused', () => {
  assert.throws(() => scan('{"metadata":{"managedFields":[]}}', true), /without a name/);
});

const garbage = [
  '',
  '<html>',
  '{',
  '{"metadata"',
  '{"metadata":{"name":"a"',
  '{"metadata":{"name":"a}',
  '{"metadata":[]}',
  '{"a":1 "b":2}',
  '{"a":}',
  '{a:1}',
  'null',
  '"x"',
  '{"metadata":{"name":"a\\',
  '{"metadata":null}',
];

for (const text of garbage) {
  test(`${JSON.stringify(text)} is refused as a bad response`, () => {
    assert.throws(
      () => new RawScan(Buffer.from(text), true).read(0),
      (error) => error instanceof KubeError && error.code === 'BadResponse',
    );
  });
}

test('objects of one page keep their own bytes when managedFields are moved out between them', () => {
  const json = (name: string): string =>
    `{"metadata":{"name":"${name}","labels":{"l":"${name}"},"managedFields":[{"x":"${'y'.repeat(50)}"}],"uid":"u-${name}"},"data":{"d":"${name}"}}`;
  const bytes = Buffer.from(`[${json('a')},${json('b')} , ${json('c')}]`);
  const raw = new RawScan(bytes, true);
  let at = 1;
  for (const _name of ['a', 'b', 'c']) at = bytes.indexOf('{', raw.read(at));
  for (const item of raw.objects(CONFIG_MAP)) {
    const metadata = { name: item.name, labels: { l: item.name }, uid: `u-${item.name}` };
    assert.deepEqual(item.parse(), { ...CONFIG_MAP, metadata, data: { d: item.name } });
    assert.deepEqual([item.uid, item.labels], [metadata.uid, metadata.labels]);
  }
});

test('bytes that scan but do not parse are a bad response when read', () => {
  const raw = scan('{"metadata":{"name":"a"},"data":nonsense}');
  assert.throws(() => raw.parse(), /are no JSON/);
});

test('any object is kept byte for byte, and with managedFields dropped equals itself without them', () => {
  fc.assert(
    fc.property(
      fc.record({
        name: fc.string({ minLength: 1, unit: 'grapheme' }).filter((name) => !name.includes('/')),
        labels: fc.dictionary(fc.string(), fc.string()),
        uid: fc.uuid(),
        managedFields: fc.array(fc.jsonValue()),
      }),
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.constantFrom(undefined, 1),
      (metadata, rest, indent) => {
        const object = { ...rest, metadata, ...CONFIG_MAP };
        const json = JSON.stringify(object, undefined, indent);
        assert.equal(scan(json).bytes().toString('utf8'), Buffer.from(json).toString('utf8'));
        const { managedFields: _dropped, ...kept } = metadata;
        const without = scan(json, true);
        const expected: unknown = JSON.parse(JSON.stringify({ ...object, metadata: kept }));
        assert.deepEqual(without.parse(), expected);
        assert.deepEqual(without.labels, (expected as { metadata: { labels: unknown } }).metadata.labels);
        assert.equal(without.uid, metadata.uid);
        assert.equal(without.name, (expected as { metadata: { name: unknown } }).metadata.name);
      },
    ),
  );
});
