import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storedSchema, type OpenApiSchema } from './stored-schema.ts';

const ref = (name: string): OpenApiSchema => ({ $ref: `#/components/schemas/${name}` });

for (const [name, schema, stored] of [
  ['prose goes', { type: 'string', description: 'Long.' }, { type: 'string' }],
  [
    'a field named description stays',
    { properties: { description: { type: 'string' } } },
    { properties: { description: { type: 'string' } } },
  ],
  ['a reference is the name', ref('a.B'), { $ref: 'a.B' }],
  [
    'a reference with facts of its own is one schema',
    { allOf: [ref('a.B')], default: {} },
    { $ref: 'a.B', default: {} },
  ],
  [
    'every other fact stays',
    { type: 'string', enum: ['a'], format: 'f', 'x-kubernetes-new': 1 },
    { type: 'string', enum: ['a'], format: 'f', 'x-kubernetes-new': 1 },
  ],
  [
    'prose goes at every depth',
    { items: { additionalProperties: { oneOf: [{ description: 'x', type: 'string' }] } } },
    { items: { additionalProperties: { oneOf: [{ type: 'string' }] } } },
  ],
] satisfies [string, OpenApiSchema, object][]) {
  test(name, () => {
    assert.deepEqual(storedSchema(schema), stored);
  });
}

test('an allOf that is more than a reference is refused, since nobody would look into it', () => {
  assert.throws(() => storedSchema({ allOf: [ref('a.B'), ref('a.C')] }), /not one reference/);
});
