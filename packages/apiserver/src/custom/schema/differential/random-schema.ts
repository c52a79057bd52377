import fc from 'fast-check';
import type { JsonSchemaProps } from '../json-schema-props.ts';

/** Schemas as people write them, and some that are refused. */

const word = fc.constantFrom('a', 'b', 'c', 'abc', 'x-1', '');
const small = fc.integer({ min: -2, max: 6 });
const sometimes = <T>(weight: number, arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => sometimes(2, arbitrary);
const rare = <T>(arbitrary: fc.Arbitrary<T>) => sometimes(8, arbitrary);

const FORMATS = [
  'date',
  'date-time',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'cidr',
  'mac',
  'uri',
  'uuid',
  'byte',
  'nope',
];
const PATTERNS = ['^[a-z]+$', 'b', '^.{2,}$', '^\\d', '[[:alpha:]]', '^(a|b)*$'];

type Schemas = fc.Arbitrary<JsonSchemaProps>;

/** Without what is undefined: JSON has no such thing. */
function record(parts: Record<string, fc.Arbitrary<unknown>>): Schemas {
  return fc.record(parts).map((schema) => JSON.parse(JSON.stringify(schema)) as JsonSchemaProps);
}

const stringChecks = {
  minLength: maybe(fc.integer({ min: 0, max: 3 })),
  maxLength: maybe(fc.integer({ min: 1, max: 4 })),
  pattern: maybe(fc.constantFrom(...PATTERNS)),
};
const numberChecks = {
  minimum: maybe(small),
  maximum: maybe(small),
  exclusiveMinimum: maybe(fc.boolean()),
  multipleOf: maybe(fc.constantFrom(1, 2, 3, 0.5)),
};

/** Inside anyOf and the like, about a value of the type. */
function alternatives(checks: Record<string, fc.Arbitrary<unknown>>) {
  const list = fc.array(record(checks), { minLength: 1, maxLength: 3 });
  return { anyOf: maybe(list), oneOf: maybe(list), allOf: maybe(list), not: maybe(record(checks)) };
}

const common = { nullable: maybe(fc.boolean()), description: rare(fc.constant('text')) };

const strings = record({
  type: fc.constant('string'),
  ...common,
  ...stringChecks,
  format: maybe(fc.constantFrom(...FORMATS)),
  enum: rare(fc.uniqueArray(word, { minLength: 1, maxLength: 3 })),
  default: rare(word),
  ...alternatives(stringChecks),
});
const numbers = record({
  type: fc.constantFrom('integer', 'number'),
  ...common,
  ...numberChecks,
  format: rare(fc.constantFrom('int32', 'int64', 'float', 'double')),
  enum: rare(fc.uniqueArray(small, { minLength: 1, maxLength: 3 })),
  default: rare(small),
  ...alternatives(numberChecks),
});
const booleans = record({ type: fc.constant('boolean'), ...common, default: rare(fc.boolean()) });
const intOrStrings = record({
  'x-kubernetes-int-or-string': fc.constant(true),
  pattern: maybe(fc.constant('^\\d+%$')),
});
const untyped = record({ 'x-kubernetes-preserve-unknown-fields': fc.constant(true) });
const scalars = fc.oneof(
  { weight: 4, arbitrary: strings },
  { weight: 3, arbitrary: numbers },
  booleans,
  intOrStrings,
);

function lists(items: Schemas): Schemas {
  return record({
    type: fc.constant('array'),
    items,
    ...common,
    minItems: maybe(fc.integer({ min: 0, max: 2 })),
    maxItems: maybe(fc.integer({ min: 1, max: 3 })),
    'x-kubernetes-list-type': maybe(fc.constantFrom('atomic', 'set')),
  });
}

const listMaps = record({
  type: fc.constant('array'),
  'x-kubernetes-list-type': fc.constant('map'),
  'x-kubernetes-list-map-keys': fc.constantFrom(['a'], ['a', 'b']),
  items: record({
    type: fc.constant('object'),
    required: fc.constantFrom(['a', 'b'], ['a']),
    properties: fc.record({ a: record({ type: fc.constant('string') }), b: numbers, c: strings }),
  }),
});

function maps(values: Schemas): Schemas {
  return record({
    type: fc.constant('object'),
    additionalProperties: fc.oneof({ weight: 6, arbitrary: values }, fc.boolean()),
    ...common,
    minProperties: maybe(fc.integer({ min: 0, max: 1 })),
    maxProperties: maybe(fc.integer({ min: 1, max: 3 })),
  });
}

function objects(members: Schemas): Schemas {
  const names = fc.constantFrom('a', 'b', 'c', 'd');
  return record({
    type: fc.constant('object'),
    properties: fc.dictionary(names, members, { maxKeys: 4 }),
    ...common,
    required: maybe(fc.uniqueArray(names, { maxLength: 2 })),
    'x-kubernetes-preserve-unknown-fields': rare(fc.constant(true)),
    'x-kubernetes-embedded-resource': rare(fc.constant(true)),
    'x-kubernetes-map-type': rare(fc.constantFrom('atomic', 'granular')),
    default: rare(fc.constantFrom({}, { a: 'a' }, { b: 1 })),
    minProperties: rare(fc.constant(1)),
  });
}

const { schema } = fc.letrec<{ schema: JsonSchemaProps }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 5, arbitrary: scalars },
    { weight: 1, arbitrary: untyped },
    { weight: 1, arbitrary: listMaps },
    { weight: 2, arbitrary: lists(tie('schema')) },
    { weight: 2, arbitrary: maps(tie('schema')) },
    { weight: 4, arbitrary: objects(tie('schema')) },
  ),
}));

/** Of a spec: mostly an object with some members. */
export const specSchemas: Schemas = fc.oneof(
  { weight: 9, arbitrary: objects(schema) },
  { weight: 1, arbitrary: schema },
);

/** The same with something in it that may be wrong. */
export const spoiltSchemas: Schemas = fc
  .tuple(
    specSchemas,
    fc.constantFrom<Record<string, unknown>>(
      { type: 'thing' },
      { uniqueItems: true },
      { additionalProperties: { type: 'string' } },
      { $ref: '#/a' },
      { nullable: true, default: null },
      { items: { type: 'string' } },
      { anyOf: [{ type: 'string' }, { properties: { a: { minLength: 1 } } }] },
      { allOf: [{ properties: { zz: {} } }] },
      { not: { description: 'x', default: 1 } },
      { 'x-kubernetes-list-type': 'map' },
      { 'x-kubernetes-list-map-keys': ['a'] },
      { 'x-kubernetes-map-type': 'set' },
      { 'x-kubernetes-int-or-string': true },
      { 'x-kubernetes-preserve-unknown-fields': false },
      { 'x-kubernetes-embedded-resource': true },
      { pattern: '(' },
      { pattern: 'a**' },
      { id: 'a', $schema: 'b' },
      { definitions: { a: { type: 'string' } } },
      { properties: { metadata: { type: 'string' }, kind: { type: 'integer' } } },
      { default: { unknown: 1 } },
      { default: 'text' },
      { enum: [] },
      { required: ['nope'] },
    ),
  )
  .map(
    ([schemaOfSpec, wrong]) => JSON.parse(JSON.stringify({ ...schemaOfSpec, ...wrong })) as JsonSchemaProps,
  );
