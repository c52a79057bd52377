import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openApiV2Protobuf } from './openapi-v2-protobuf.ts';

/** A field with a length before it: what the bytes of a message consist of here, apart from truths. */
function field(number: number, ...contents: (string | Buffer)[]): Buffer {
  const content = Buffer.concat(contents.map((one) => Buffer.from(one)));
  assert.ok(number < 16 && content.length < 128);
  return Buffer.concat([Buffer.from([number * 8 + 2, content.length]), content]);
}

const DEFINITIONS = 9;
const PATHS = 8;

test('a definition is a named schema, its extensions texts of YAML', () => {
  const bytes = openApiV2Protobuf({
    swagger: '2.0',
    definitions: { One: { description: 'd', $ref: '#/definitions/Two', 'x-kubernetes-a': [1, 'b'] } },
  });
  const any = field(2, field(2, '[1,"b"]\n'));
  const extension = Buffer.concat([Buffer.from([0xfa, 0x01]), lengthOf(field(1, 'x-kubernetes-a'), any)]);
  const schema = [field(1, '#/definitions/Two'), field(4, 'd'), extension];
  const definition = field(1, field(1, 'One'), field(2, ...schema));
  assert.deepEqual(bytes, Buffer.concat([field(1, '2.0'), field(DEFINITIONS, definition)]));
});

test('an operation has its parameters in order, each by where it stands', () => {
  const parameters = [
    { name: 'body', in: 'body', schema: { $ref: '#/definitions/One' } },
    { name: 'watch', in: 'query', type: 'boolean' },
  ];
  const bytes = openApiV2Protobuf({ paths: { '/a': { get: { parameters, responses: {} } } } });
  const body = field(
    1,
    field(1, field(2, 'body'), field(3, 'body'), field(5, field(1, '#/definitions/One'))),
  );
  const query = field(2, field(3, field(2, 'query'), field(4, 'watch'), field(6, 'boolean')));
  const operation = [field(8, body), field(8, field(1, query)), field(9)];
  const path = field(2, field(1, '/a'), field(2, field(2, ...operation)));
  assert.deepEqual(bytes, field(PATHS, path));
});

function lengthOf(...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.from([content.length]), content]);
}
