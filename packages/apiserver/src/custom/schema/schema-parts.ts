import type { JsonSchemaProps } from './json-schema-props.ts';

/** Keywords that have two forms, as a structural schema has them: one schema or none. */

export function itemsOf({ items }: JsonSchemaProps): JsonSchemaProps | undefined {
  return isOneSchema(items) ? items : undefined;
}

export function isOneSchema(
  items: JsonSchemaProps | readonly JsonSchemaProps[] | undefined,
): items is JsonSchemaProps {
  return items !== undefined && items !== null && !Array.isArray(items);
}

/** Of additionalProperties, if it is a schema and not true or false. */
export function additionalOf({ additionalProperties }: JsonSchemaProps): JsonSchemaProps | undefined {
  return typeof additionalProperties === 'object' && additionalProperties !== null
    ? additionalProperties
    : undefined;
}

export function ownProperty({ properties }: JsonSchemaProps, name: string): JsonSchemaProps | undefined {
  return properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** The schema of a member: a property's own, else that of all others. */
export function propertySchema(schema: JsonSchemaProps, name: string): JsonSchemaProps | undefined {
  return ownProperty(schema, name) ?? additionalOf(schema);
}
