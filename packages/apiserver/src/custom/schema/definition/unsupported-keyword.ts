import type { JsonSchemaProps } from '../json-schema-props.ts';
import { additionalOf, isOneSchema } from '../schema-parts.ts';

const UNSUPPORTED: readonly (readonly [name: string, isSet: (schema: JsonSchemaProps) => boolean])[] = [
  ['id', ({ id }) => Boolean(id)],
  ['schema', ({ $schema }) => Boolean($schema)],
  ['$ref', ({ $ref }) => Boolean($ref)],
  ['patternProperties', ({ patternProperties }) => Object.keys(patternProperties ?? {}).length > 0],
  ['dependencies', ({ dependencies }) => Object.keys(dependencies ?? {}).length > 0],
  ['additionalItems', ({ additionalItems }) => additionalItems !== undefined],
  ['definitions', ({ definitions }) => Object.keys(definitions ?? {}).length > 0],
];

/** Why a schema cannot be read as a structural one at all: the first reason, as the real server words it. */
export function unsupportedKeyword(schema: JsonSchemaProps): string | undefined {
  for (const [name, isSet] of UNSUPPORTED)
    if (isSet(schema)) return `OpenAPIV3Schema '${name}' is not supported`;
  if (schema['x-kubernetes-preserve-unknown-fields'] === false)
    return "internal error: 'x-kubernetes-preserve-unknown-fields' must be true or undefined";
  const { items } = schema;
  if (Array.isArray(items) && items.length > 0)
    return "OpenAPIV3Schema 'items' must be a schema, but is an array";
  const additional = additionalOf(schema);
  const parts = [
    ...(schema.not ? [schema.not] : []),
    ...(schema.allOf ?? []),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...(isOneSchema(items) ? [items] : []),
    ...Object.values(schema.properties ?? {}),
    ...(additional ? [additional] : []),
  ];
  for (const part of parts) {
    const found = unsupportedKeyword(part);
    if (found !== undefined) return found;
  }
  return undefined;
}
