import fc from 'fast-check';
import type { JsonSchemaProps } from '../json-schema-props.ts';
import { additionalOf, itemsOf } from '../schema-parts.ts';

const TEXTS = [
  '',
  'a',
  'b',
  'ab',
  'abc',
  'abcd',
  'äöü',
  '😀',
  '1',
  '42',
  '5%',
  '2026-01-31',
  '2026-02-30',
  '2026-01-31T10:00:00Z',
  '2026-01-31T10:00:00.123+01:00',
  '5m',
  '1h30m',
  '2 days',
  'x@y.example',
  'Name <x@y>',
  'b.example',
  '-a',
  '10.0.0.1',
  '010.0.0.1',
  '::1',
  'fd00::1/64',
  '10.0.0.0/8',
  '00:00:5e:00:53:01',
  'https://b.example/x?y#z',
  '/path',
  'no uri',
  '6ba7b810-9dad-11d1-80b4-00c04fd430c8',
  'YQ==',
  '*',
];

const anything: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...TEXTS),
  fc.integer({ min: -3, max: 7 }),
  fc.constantFrom<unknown>(1.5, 0.5, 2_147_483_648, true, false, null, {}, [], { a: 'a' }, ['a', 'a'], [1], {
    b: 1,
    z: 2,
  }),
);

/** A value that mostly fits a schema. */
export function valuesOf(schema: JsonSchemaProps): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 9, arbitrary: fitting(schema) }, { weight: 1, arbitrary: anything });
}

function fitting(schema: JsonSchemaProps): fc.Arbitrary<unknown> {
  const given = (schema.enum ?? []).length > 0 ? [fc.constantFrom(...(schema.enum ?? []))] : [];
  switch (schema.type) {
    case 'string':
      return fc.oneof(fc.constantFrom(...TEXTS), ...given);
    case 'integer':
      return fc.oneof(fc.integer({ min: -3, max: 7 }), ...given);
    case 'number':
      return fc.oneof(fc.integer({ min: -3, max: 7 }), fc.constantFrom(0.5, 1.5, -2.25), ...given);
    case 'boolean':
      return fc.boolean();
    case 'array': {
      const items = itemsOf(schema);
      return fc.array(items ? valuesOf(items) : anything, { maxLength: 4 });
    }
    case 'object':
      return objectsOf(schema);
    default:
      return anything;
  }
}

function objectsOf(schema: JsonSchemaProps): fc.Arbitrary<unknown> {
  const additional = additionalOf(schema);
  if (additional)
    return fc.dictionary(fc.constantFrom('a', 'b', 'k', 'x-1'), valuesOf(additional), { maxKeys: 4 });
  const members = Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, property]) => [name, valuesOf(property)]),
  );
  const isEmbedded = schema['x-kubernetes-embedded-resource'] === true;
  const meta = {
    apiVersion: fc.constantFrom('v1', 'a/b', 'a/b/c', ''),
    kind: fc.constantFrom('Thing', 'no kind', ''),
    metadata: fc.constantFrom({ name: 'x' }, { name: 'x', colour: 'red' }, { labels: { 'a b': 'c' } }, {}),
  };
  return fc.record(
    { ...members, ...(isEmbedded && meta), unknown: fc.constantFrom(1, { a: 1 }, [{ b: 1 }]) },
    { requiredKeys: [] },
  );
}
