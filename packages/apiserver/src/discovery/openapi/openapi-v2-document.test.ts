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
