import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatApiVersion } from '@banyan/api';
import generated from '../../../generated/protobuf-bodies.json' with { type: 'json' };
import { decodeObject } from '../decode-object.ts';
import { fullBodies } from './full-bodies.ts';
import { writeProtobuf } from './write-protobuf.ts';

/* Every field of every type, as Kubernetes' own code wrote it: scripts/update-protobuf-fixtures.ts. */
const encoded: Readonly<Record<string, string>> = generated;
const all = fullBodies();

for (const { expected, body } of all) {
  const name = `${formatApiVersion(expected)} ${expected.kind}`;
  const protobuf = Buffer.from(encoded[name] ?? '', 'base64');
  const json = Buffer.from(JSON.stringify(body));

  test(`${name} in protobuf is read as the same in JSON`, () => {
    const fromJson = decodeObject(json, { mediaType: 'json', expected, fieldValidation: 'Strict' });
    const fromProtobuf = decodeObject(protobuf, {
      mediaType: 'protobuf',
      expected,
      fieldValidation: 'Strict',
    });
    assert.deepEqual(fromProtobuf, fromJson);
    // The order of the fields is the same too.
    assert.equal(JSON.stringify(fromProtobuf.object), JSON.stringify(fromJson.object));
  });

  test(`${name} is written as Kubernetes writes it`, () => {
    const { object } = decodeObject(json, { mediaType: 'json', expected, fieldValidation: 'Strict' });
    assert.equal(writeProtobuf(object)?.toString('base64'), encoded[name]);
  });
}

test('there is one of every kind, and of no other', () => {
  const names = all.map(({ expected }) => `${formatApiVersion(expected)} ${expected.kind}`);
  assert.deepEqual(names, Object.keys(encoded));
  assert.ok(names.length > 70, `${names.length}`);
});
