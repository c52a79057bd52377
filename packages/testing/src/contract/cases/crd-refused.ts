import { contractCases, type CaseDefinition } from '../contract-case.ts';
import { CRDS, groupOf, thingDefinition, versionOf } from './crd-things.ts';

const names = { plural: 'things', singular: 'thing', kind: 'Thing', listKind: 'ThingList' };

/** Definitions with a part of their spec replaced, each named by what is wrong. */
const DEFINITIONS: Readonly<Record<string, object>> = {
  'no versions': { versions: [] },
  'no version is stored': { versions: [{ ...versionOf('v1'), storage: false }] },
  'two versions are stored': { versions: [versionOf('v1'), versionOf('v2')] },
  'one version twice': { versions: [versionOf('v1'), { ...versionOf('v1'), storage: false }] },
  'a version that is no label': { versions: [versionOf('V_1')] },
  'a version without a schema': { versions: [{ name: 'v1', served: true, storage: true }] },
  'no group': { group: '' },
  'another group than in the name': { group: 'other.example' },
  'an unknown scope': { scope: 'Galaxy' },
  'no names': { names: {} },
  'a plural in capitals': { names: { ...names, plural: 'Things' } },
  'a kind that is its list kind': { names: { ...names, listKind: 'Thing' } },
  'short names that are none': { names: { ...names, shortNames: ['Th', 'a b'] } },
  'fields kept by an old switch': { preserveUnknownFields: true },
  'a conversion nobody knows': { conversion: { strategy: 'Magic' } },
  'a webhook without its configuration': { conversion: { strategy: 'Webhook' } },
  'a column without a path': {
    versions: [
      { ...versionOf('v1'), additionalPrinterColumns: [{ name: 'A', type: 'string', jsonPath: '' }] },
    ],
  },
  'a column of an unknown type': {
    versions: [
      { ...versionOf('v1'), additionalPrinterColumns: [{ name: 'A', type: 'colour', jsonPath: '.spec.a' }] },
    ],
  },
  'a column whose path is none': {
    versions: [
      { ...versionOf('v1'), additionalPrinterColumns: [{ name: 'A', type: 'string', jsonPath: 'spec[' }] },
    ],
  },
  'a scale without paths': { versions: [{ ...versionOf('v1'), subresources: { scale: {} } }] },
  'a scale outside spec and status': {
    versions: [
      {
        ...versionOf('v1'),
        subresources: { scale: { specReplicasPath: '.replicas', statusReplicasPath: '.spec.replicas' } },
      },
    ],
  },
  'a selectable field that the schema has not': {
    versions: [{ ...versionOf('v1'), selectableFields: [{ jsonPath: '.spec.nope' }] }],
  },
  'a deprecation warning for a version that is not deprecated': {
    versions: [{ ...versionOf('v1'), deprecationWarning: 'old' }],
  },
};

const text = { type: 'string' };
const object = (properties: object, rest: object = {}) => ({ type: 'object', properties, ...rest });

/** Schemas of `spec` that are not structural, or wrong otherwise. */
const SCHEMAS: Readonly<Record<string, object>> = {
  'no type': { properties: { a: text } },
  'a type nobody knows': { type: 'thing' },
  'a property without a type': object({ a: {} }),
  'items without a type': object({ a: { type: 'array', items: {} } }),
  'an array without items': object({ a: { type: 'array' } }),
  'several schemas for items': object({ a: { type: 'array', items: [text] } }),
  'a reference': object({ a: { $ref: '#/definitions/a' } }),
  'unique items': object({ a: { type: 'array', items: text, uniqueItems: true } }),
  'additional properties beside properties': object({ a: text }, { additionalProperties: text }),
  'additional properties forbidden': object({}, { additionalProperties: false }),
  'a type inside anyOf': object({ a: { type: 'string', anyOf: [{ type: 'string' }] } }),
  'a property inside allOf that is not outside': object(
    {},
    { allOf: [{ properties: { b: { minLength: 1 } } }] },
  ),
  'a default inside not': object({ a: { type: 'string', not: { default: 'x' } } }),
  'a default of the wrong type': object({ a: { type: 'integer', default: 'one' } }),
  'a default that the schema refuses': object({ a: { type: 'string', enum: ['x'], default: 'y' } }),
  'a default that would be pruned': object({ a: { ...object({ b: text }), default: { c: 'x' } } }),
  'an int-or-string with a type': object({ a: { type: 'string', 'x-kubernetes-int-or-string': true } }),
  'unknown fields kept by false': object({}, { 'x-kubernetes-preserve-unknown-fields': false }),
  'an embedded resource without properties': object({
    a: { type: 'object', 'x-kubernetes-embedded-resource': true },
  }),
  'a list of an unknown type': object({
    a: { type: 'array', items: text, 'x-kubernetes-list-type': 'bag' },
  }),
  'a list map without keys': object({
    a: { type: 'array', items: object({ k: text }), 'x-kubernetes-list-type': 'map' },
  }),
  'a list map of scalars': object({
    a: { type: 'array', items: text, 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['k'] },
  }),
  'a list map whose key is neither required nor defaulted': object({
    a: {
      type: 'array',
      items: object({ k: text }),
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['k'],
    },
  }),
  'a set of objects': object({
    a: { type: 'array', items: object({ k: text }), 'x-kubernetes-list-type': 'set' },
  }),
  'a map type on a list': object({ a: { type: 'array', items: text, 'x-kubernetes-map-type': 'atomic' } }),
  'a pattern that is none': object({ a: { type: 'string', pattern: '(' } }),
  'a minimum above the maximum': object({ a: { type: 'integer', minimum: 2, maximum: 1 } }),
  'an enum of nothing': object({ a: { type: 'string', enum: [] } }),
};

const METADATA: Readonly<Record<string, object>> = {
  'metadata with more than a name': object({ metadata: object({ labels: { type: 'object' } }) }),
  'metadata that is no object': object({ metadata: text }),
  'a top level that is no object': text,
  'a top level that is nullable': object({}, { nullable: true }),
};

interface RefusedRow {
  readonly id: string;
  readonly name: string;
  readonly table: Readonly<Record<string, object>>;
  /** The spec of a definition, made wrong by a line of the table. */
  readonly spoil: (spec: object, line: object) => object;
}

const refused = ({ id, name, table, spoil }: RefusedRow): CaseDefinition => ({
  id,
  name: `${name} is refused with its causes for: ${Object.keys(table).join('; ')}`,
  run: async (c) => {
    for (const [note, line] of Object.entries(table)) {
      const definition = thingDefinition(c);
      const body = { ...definition, spec: spoil(definition.spec, line) };
      await c.request({ note, method: 'POST', path: CRDS, body });
    }
    await c.request({ path: `${CRDS}/things.${groupOf(c)}` });
  },
});

const withSchema = (spec: object, schema: object) => ({ ...spec, versions: [versionOf('v1', { schema })] });

export const crdRefusedCases = contractCases('crd', [
  refused({
    id: 'refused-definitions',
    name: 'a definition',
    table: DEFINITIONS,
    spoil: (spec, line) => ({ ...spec, ...line }),
  }),
  refused({
    id: 'refused-schemas',
    name: 'a schema',
    table: SCHEMAS,
    spoil: (spec, line) => withSchema(spec, object({ spec: line })),
  }),
  refused({ id: 'refused-top-level', name: 'a schema', table: METADATA, spoil: withSchema }),
]);
