import type { CaseContext } from '../case-context.ts';
import { contractCases } from '../contract-case.ts';
import { serveThings, thing } from './crd-things.ts';

interface ValidationRow {
  readonly id: string;
  readonly name: string;
  /** Schemas of the fields of `spec`. */
  readonly properties: Readonly<Record<string, object>>;
  /** Beside properties, in the schema of `spec`. */
  readonly rest?: object;
  /** Each is a whole `spec`. */
  readonly accepted: readonly object[];
  readonly refused: readonly object[];
}

const strings = { type: 'array', items: { type: 'string' } };
const keyed = {
  type: 'object',
  properties: { host: { type: 'string' }, port: { type: 'integer', default: 80 }, note: { type: 'string' } },
  required: ['host'],
};

const ROWS: readonly ValidationRow[] = [
  {
    id: 'validate-types',
    name: 'a value of another type is refused, each in its own words',
    properties: {
      string: { type: 'string' },
      integer: { type: 'integer' },
      number: { type: 'number' },
      boolean: { type: 'boolean' },
      array: strings,
      object: { type: 'object', properties: { a: { type: 'string' } } },
    },
    accepted: [{ string: '', integer: 1.0, number: 1.5, boolean: false, array: [], object: {} }],
    refused: [
      { string: 1 },
      { integer: 1.5 },
      { integer: '1' },
      { number: 'x' },
      { boolean: 'true' },
      { array: 'x' },
      { array: ['a', 1] },
      { object: [] },
      { object: { a: { b: 1 } } },
    ],
  },
  {
    id: 'validate-whole',
    name: 'a spec that is no object is refused',
    properties: {},
    accepted: [],
    refused: ['text' as unknown as object, [] as object],
  },
  {
    id: 'validate-numbers',
    name: 'numbers keep to minimum, maximum, exclusive bounds, multiples and the width of their format',
    properties: {
      bound: { type: 'integer', minimum: 1, maximum: 10 },
      open: { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 1, exclusiveMaximum: true },
      even: { type: 'integer', multipleOf: 2 },
      narrow: { type: 'integer', format: 'int32' },
    },
    accepted: [{ bound: 1, open: 0.5, even: 4, narrow: 2147483647 }],
    refused: [{ bound: 0 }, { bound: 11 }, { open: 0 }, { open: 1 }, { even: 3 }, { narrow: 2147483648 }],
  },
  {
    id: 'validate-strings',
    name: 'strings keep to lengths, patterns and enums; lengths count characters',
    properties: {
      length: { type: 'string', minLength: 2, maxLength: 3 },
      pattern: { type: 'string', pattern: '^[a-z]+$' },
      one: { type: 'string', enum: ['a', 'b'] },
      number: { type: 'integer', enum: [1, 2] },
    },
    accepted: [{ length: 'äöü', pattern: 'abc', one: 'b', number: 2 }],
    refused: [{ length: 'a' }, { length: 'abcd' }, { pattern: 'A' }, { one: 'c' }, { number: 3 }],
  },
  {
    id: 'validate-formats',
    name: 'known formats are checked, unknown ones are not',
    properties: Object.fromEntries(
      [
        'date-time',
        'date',
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
      ].map((format) => [format, { type: 'string', format }]),
    ),
    accepted: [
      {
        'date-time': '2026-01-01T00:00:00Z',
        date: '2026-01-01',
        duration: '5m',
        email: 'a@b.example',
        hostname: 'b.example',
        ipv4: '10.0.0.1',
        ipv6: 'fd00::1',
        cidr: '10.0.0.0/8',
        mac: '00:00:5e:00:53:01',
        uri: 'https://b.example/',
        uuid: '6ba7b810-9dad-11d1-80b4-00c04fd430c8',
        byte: 'YQ==',
      },
    ],
    refused: [
      { 'date-time': 'yesterday' },
      { date: '2026-13-01' },
      { duration: 'long' },
      { email: 'nobody' },
      { hostname: '-a' },
      { ipv4: '10.0.0' },
      { ipv6: '10.0.0.1' },
      { cidr: '10.0.0.0' },
      { mac: 'none' },
      { uri: 'no uri' },
      { uuid: '123' },
      { byte: '*' },
    ],
  },
  {
    id: 'validate-required',
    name: 'required fields are asked for at every level, also in items of lists',
    properties: {
      name: { type: 'string' },
      list: { type: 'array', items: keyed },
      deep: { type: 'object', properties: { a: keyed }, required: ['a'] },
    },
    rest: { required: ['name'] },
    accepted: [{ name: 'a' }],
    refused: [{}, { name: 'a', list: [{ host: 'h' }, {}] }, { name: 'a', deep: {} }, { deep: { a: {} } }],
  },
  {
    id: 'validate-sizes',
    name: 'lists and maps keep to their sizes',
    properties: {
      list: { ...strings, minItems: 1, maxItems: 2 },
      map: { type: 'object', additionalProperties: { type: 'string' }, minProperties: 1, maxProperties: 2 },
    },
    accepted: [{ list: ['a', 'a'], map: { a: 'b' } }],
    refused: [{ list: [] }, { list: ['a', 'b', 'c'] }, { map: {} }, { map: { a: '1', b: '2', c: '3' } }],
  },
  {
    id: 'validate-additional',
    name: 'the values of a map keep to the one schema of all of them',
    properties: { map: { type: 'object', additionalProperties: { type: 'integer', minimum: 1 } } },
    accepted: [{ map: { any: 1, thing: 2 } }],
    refused: [{ map: { any: 0 } }, { map: { any: 'x' } }],
  },
  {
    id: 'validate-combined',
    name: 'anyOf, oneOf, allOf and not are asked on top of the structure',
    properties: {
      a: { type: 'string' },
      b: { type: 'string' },
      any: { type: 'string', anyOf: [{ pattern: '^x' }, { maxLength: 1 }] },
      one: { type: 'integer', oneOf: [{ minimum: 5 }, { multipleOf: 2 }] },
      all: { type: 'string', allOf: [{ minLength: 2 }, { maxLength: 4 }] },
      not: { type: 'string', not: { enum: ['no'] } },
    },
    rest: { oneOf: [{ required: ['a'] }, { required: ['b'] }] },
    accepted: [{ a: 'x', any: 'xyz', one: 7, all: 'abc', not: 'yes' }],
    refused: [
      {},
      { a: 'x', b: 'y' },
      { a: 'x', any: 'yy' },
      { a: 'x', one: 3 },
      { a: 'x', one: 6 },
      { a: 'x', all: 'a' },
      { a: 'x', not: 'no' },
    ],
  },
  {
    id: 'validate-int-or-string',
    name: 'an int-or-string takes both and nothing else',
    properties: {
      port: { 'x-kubernetes-int-or-string': true },
      limited: {
        'x-kubernetes-int-or-string': true,
        anyOf: [{ type: 'integer' }, { type: 'string' }],
        pattern: '^\\d+%$',
      },
    },
    accepted: [
      { port: 80, limited: 1 },
      { port: 'web', limited: '5%' },
    ],
    refused: [{ port: true }, { port: 1.5 }, { limited: 'x' }],
  },
  {
    id: 'validate-nullable',
    name: 'null is kept where it is allowed, replaced by the default where there is one, and dropped elsewhere',
    properties: {
      nullable: { type: 'string', nullable: true },
      defaulted: { type: 'string', default: 'd' },
      both: { type: 'string', nullable: true, default: 'd' },
      plain: { type: 'string' },
      list: { type: 'array', items: { type: 'string', nullable: true } },
    },
    accepted: [
      { nullable: null },
      { defaulted: null },
      { both: null },
      { list: [null, 'a'] },
      { plain: null },
      { list: null },
    ],
    refused: [{ nullable: 1 }],
  },
  {
    id: 'validate-list-set',
    name: 'a set refuses an item twice, and names it',
    properties: { set: { ...strings, 'x-kubernetes-list-type': 'set' } },
    accepted: [{ set: ['a', 'b'] }],
    refused: [{ set: ['a', 'b', 'a', 'b'] }],
  },
  {
    id: 'validate-list-map',
    name: 'a list map refuses keys twice, after its defaults, and takes items that differ in one key',
    properties: {
      ends: {
        type: 'array',
        items: keyed,
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['host', 'port'],
      },
    },
    accepted: [{ ends: [{ host: 'a' }, { host: 'a', port: 81 }] }],
    refused: [{ ends: [{ host: 'a' }, { host: 'a', port: 80, note: 'the default' }] }],
  },
  {
    id: 'validate-several',
    name: 'several errors of one list come together, in its order',
    properties: { list: { type: 'array', items: { type: 'integer', minimum: 5 } } },
    accepted: [],
    refused: [{ list: [9, 1, 'x', {}, 4] }],
  },
];

async function validate(c: CaseContext, row: ValidationRow): Promise<void> {
  const path = await serveThings(c, { spec: { type: 'object', properties: row.properties, ...row.rest } });
  for (const [index, spec] of row.accepted.entries())
    await c.request({ method: 'POST', path, body: thing(c, `good-${index + 1}`, { spec }) });
  for (const spec of row.refused) await c.request({ method: 'POST', path, body: thing(c, 'bad', { spec }) });
}

export const crdValidationCases = contractCases(
  'crd',
  ROWS.map((row) => ({ id: row.id, name: row.name, run: (c: CaseContext) => validate(c, row) })),
);
