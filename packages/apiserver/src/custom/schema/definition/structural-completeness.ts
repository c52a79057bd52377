import type { StatusCause } from '@banyan/api';
import { required } from '../../../kinds/fields/field-error.ts';
import type { JsonSchemaProps } from '../json-schema-props.ts';
import { itemsOf, ownProperty } from '../schema-parts.ts';

/** What anyOf and the like say something about must be there outside of them too. */
export function missingStructure(schema: JsonSchemaProps, path: string): StatusCause[] {
  return ofAlternatives(schema, { schema, path }, path);
}

interface Outside {
  readonly schema: JsonSchemaProps | undefined;
  readonly path: string;
}

function ofAlternatives(
  { not, allOf = [], anyOf = [], oneOf = [] }: JsonSchemaProps,
  outside: Outside,
  path: string,
): StatusCause[] {
  const list = (keyword: string, schemas: readonly JsonSchemaProps[]) =>
    schemas.flatMap((each, index) => ofNested(each, outside, `${path}.${keyword}[${index}]`));
  return [
    ...(not ? ofNested(not, outside, `${path}.not`) : []),
    ...list('allOf', allOf),
    ...list('anyOf', anyOf),
    ...list('oneOf', oneOf),
  ];
}

function ofNested(schema: JsonSchemaProps, outside: Outside, path: string): StatusCause[] {
  if (outside.schema === undefined) return [required(outside.path, `because it is defined in ${path}`)];
  const known = outside.schema;
  const items = itemsOf(schema);
  return [
    ...ofAlternatives(schema, outside, path),
    ...(items
      ? ofNested(items, { schema: itemsOf(known), path: `${outside.path}.items` }, `${path}.items`)
      : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
      const there = { schema: ownProperty(known, name), path: `${outside.path}.properties[${name}]` };
      return ofNested(property, there, `${path}.properties[${name}]`);
    }),
  ];
}
