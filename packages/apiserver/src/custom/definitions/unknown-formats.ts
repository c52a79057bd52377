import { quoted } from '../../kinds/fields/go-text.ts';
import type { JsonSchemaProps } from '../schema/json-schema-props.ts';
import { internalSpecOf } from './internal-spec.ts';
import type { Definition } from './definition.ts';

const OF_TEXT = new Set(
  (
    'bsonobjectid uri email hostname ipv4 ipv6 cidr mac uuid uuid3 uuid4 uuid5 isbn isbn10 isbn13 creditcard ssn ' +
    'hexcolor rgbcolor byte password date duration datetime k8sshortname k8slongname'
  ).split(' '),
);
const OF_NUMBERS: Readonly<Record<string, readonly string[]>> = {
  integer: ['int32', 'int64'],
  number: ['float', 'double'],
};

/** Warnings of formats that nobody checks, but for those that were there before. */
export function newUnknownFormats(
  definition: Readonly<Definition>,
  old: Readonly<Definition> | undefined,
): string[] {
  const found = unknownFormats(definition);
  if (found.length === 0) return [];
  const before = new Set(old === undefined ? [] : unknownFormats(old));
  return found
    .filter((format) => !before.has(format))
    .map((format) => `unrecognized format ${quoted(format)}`);
}

function unknownFormats({ spec }: Readonly<Definition>): string[] {
  const { common, versions } = internalSpecOf(spec);
  return [common, ...versions].flatMap(({ schema }) => {
    const root = schema?.openAPIV3Schema;
    return root === undefined ? [] : [...schemasIn(root)].filter(isUnknown).map(({ format = '' }) => format);
  });
}

function isUnknown({ type = '', format = '' }: JsonSchemaProps): boolean {
  if (format === '') return false;
  if (type === '' || type === 'string') return !OF_TEXT.has(format.replaceAll('-', ''));
  return OF_NUMBERS[type]?.includes(format) !== true;
}

/** A schema and all schemas within it. Not by recursion: a client decides how deep they are. */
export function* schemasIn(root: JsonSchemaProps): Generator<JsonSchemaProps> {
  const open: JsonSchemaProps[] = [root];
  for (let schema = open.pop(); schema !== undefined; schema = open.pop()) {
    yield schema;
    open.push(...partsOf(schema).toReversed());
  }
}

function partsOf(schema: JsonSchemaProps): JsonSchemaProps[] {
  const { items, allOf, anyOf, oneOf, not, properties, additionalProperties, patternProperties } = schema;
  const { additionalItems, definitions, dependencies } = schema;
  const parts = [
    ...(Array.isArray(items) ? (items as JsonSchemaProps[]) : [items]),
    ...(allOf ?? []),
    ...(anyOf ?? []),
    ...(oneOf ?? []),
    not,
    ...Object.values(properties ?? {}),
    additionalProperties,
    ...Object.values(patternProperties ?? {}),
    additionalItems,
    ...Object.values(definitions ?? {}),
    ...Object.values(dependencies ?? {}).filter((one) => !Array.isArray(one)),
  ];
  return parts.filter((part): part is JsonSchemaProps => typeof part === 'object' && part !== null);
}
