import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openApiV2Document } from './openapi-v2-document.ts';

const NAME = '#/components/schemas/Name';

function converted(schema: Readonly<Record<string, unknown>>): unknown {
  const content = { paths: {}, components: { schemas: { One: schema } } };
  const { definitions } = openApiV2Document([content]) as { definitions: { One: unknown } };
  return definitions.One;
}

test('schemas of version 2 have no defaults and one type, and refer to definitions', () => {
  const name = { $ref: '#/definitions/Name' };
  const schemas: [Readonly<Record<string, unknown>>, unknown][] = [
    [{ type: 'string', default: '' }, { type: 'string' }],
    [{ $ref: NAME }, name],
    [{ default: {}, allOf: [{ $ref: NAME }] }, name],
    [
      { 'x-kubernetes-map-type': 'atomic', allOf: [{ $ref: NAME }] },
      { 'x-kubernetes-map-type': 'atomic', ...name },
    ],
    [{ oneOf: [{ type: 'string' }, { type: 'number' }] }, { type: 'string' }],
    [
      { type: 'array', items: { default: {}, allOf: [{ $ref: NAME }] } },
      { type: 'array', items: name },
    ],
    [
      { type: 'object', additionalProperties: { type: 'string', default: '' } },
      { type: 'object', additionalProperties: { type: 'string' } },
    ],
    [
      { type: 'object', properties: { default: { type: 'string', default: 'a' } } },
      { type: 'object', properties: { default: { type: 'string' } } },
    ],
  ];
  for (const [schema, expected] of schemas) assert.deepEqual(converted(schema), expected);
});

test('what may be anything has no type or fields, or kubectl would hold values to them', () => {
  const open = { 'x-kubernetes-preserve-unknown-fields': true };
  const names = { 'x-kubernetes-group-version-kind': [{ group: 'g', version: 'v1', kind: 'One' }] };
  const within = (one: object) => ({ type: 'object', properties: { one } });
  const text = { type: 'string' };
  const schemas: [Readonly<Record<string, unknown>>, unknown][] = [
    [
      { type: 'object', ...open, ...names, properties: { a: text } },
      { type: 'object', ...names },
    ],
    [within({ type: 'object', ...open, properties: { a: text } }), within({ ...open })],
    [within({ type: 'array', ...open, items: text }), within({ ...open })],
    [within({ type: 'string', nullable: true }), within({})],
    [within({ type: 'array', items: text, nullable: true }), within({})],
    [within({ type: 'string', anyOf: [text], oneOf: [text], not: text }), within(text)],
    [{ ...within({ type: 'string', nullable: true }), required: ['one'] }, within({})],
    [
      { ...within(text), required: ['one'] },
      { ...within(text), required: ['one'] },
    ],
  ];
  for (const [schema, expected] of schemas) assert.deepEqual(converted(schema), expected);
});

test('bodies are parameters and answers have their schema directly', () => {
  const content = { 'application/json': { schema: { $ref: NAME } } };
  const query = { name: 'dryRun', in: 'query', schema: { type: 'string' } };
  const responses = { 200: { description: 'OK', content } };
  const post = { parameters: [query], requestBody: { content }, responses, 'x-kubernetes-action': 'post' };
  const { paths } = openApiV2Document([{ paths: { '/a': { post } }, components: { schemas: {} } }]) as {
    paths: object;
  };
  const schema = { $ref: '#/definitions/Name' };
  assert.deepEqual(paths, {
    '/a': {
      post: {
        'x-kubernetes-action': 'post',
        parameters: [
          { name: 'body', in: 'body', schema },
          { name: 'dryRun', in: 'query', type: 'string' },
        ],
        responses: { 200: { description: 'OK', schema } },
      },
      parameters: [],
    },
  });
});
