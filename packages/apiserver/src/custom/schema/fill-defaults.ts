import type { JsonSchemaProps } from './json-schema-props.ts';
import { additionalOf, itemsOf, ownProperty, propertySchema } from './schema-parts.ts';
import { cloneJson, hasOwn, isObject, setOwn } from './values/json-value.ts';

/** Changes a value in place. */
export type Fill = (value: unknown) => void;

/** Compiles the defaults of a schema. Undefined if it has none. */
export function fillDefaults(schema: JsonSchemaProps): Fill | undefined {
  const defaults = new Map<string, JsonSchemaProps>();
  const inner = new Map<string, Fill>();
  for (const name of Object.keys(schema.properties ?? {})) {
    const property = ownProperty(schema, name);
    if (property === undefined) continue;
    if (hasDefault(property)) defaults.set(name, property);
    const fill = fillDefaults(property);
    if (fill) inner.set(name, fill);
  }
  const others = each(additionalOf(schema));
  const item = each(itemsOf(schema));
  if (defaults.size === 0 && inner.size === 0 && !others && !item) return undefined;
  return (value) => {
    if (Array.isArray(value)) {
      if (item) value.forEach((at: unknown, index) => item(at, (made) => (value[index] = made)));
      return;
    }
    if (!isObject(value)) return;
    for (const [name, property] of defaults) {
      const isMissing = !hasOwn(value, name) || (value[name] === null && property.nullable !== true);
      if (isMissing) setOwn(value, name, cloneJson(property.default));
    }
    for (const [name, fill] of inner) if (hasOwn(value, name)) fill(value[name]);
    if (!others) return;
    for (const name of Object.keys(value)) {
      if (ownProperty(schema, name) === undefined) others(value[name], (made) => setOwn(value, name, made));
    }
  };
}

/** Of items and map values: null is replaced where it may not be, and what is inside is filled. */
function each(
  schema: JsonSchemaProps | undefined,
): ((value: unknown, replace: (made: unknown) => void) => void) | undefined {
  if (schema === undefined) return undefined;
  const fill = fillDefaults(schema);
  const replacesNull = hasDefault(schema) && schema.nullable !== true;
  if (fill === undefined && !replacesNull) return undefined;
  return (value, replace) => {
    if (value !== null || !replacesNull) {
      fill?.(value);
      return;
    }
    const made = cloneJson(schema.default);
    fill?.(made);
    replace(made);
  };
}

function hasDefault(schema: JsonSchemaProps): boolean {
  return schema.default !== undefined && schema.default !== null;
}

/** Drops nulls where null may not be and no default will take its place. */
export function dropNulls(value: unknown, schema: JsonSchemaProps | undefined): void {
  if (Array.isArray(value)) {
    const items = schema && itemsOf(schema);
    for (const item of value) if (typeof item === 'object') dropNulls(item, items);
    return;
  }
  if (!isObject(value)) return;
  for (const name of Object.keys(value)) {
    const property = schema && propertySchema(schema, name);
    const member = value[name];
    if (member === null) {
      if (property !== undefined && property.nullable !== true && !hasDefault(property)) delete value[name];
    } else if (typeof member === 'object') dropNulls(member, property);
  }
}
