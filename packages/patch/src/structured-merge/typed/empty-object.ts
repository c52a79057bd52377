import type { JsonObject, JsonValue } from '../../json-value.ts';
import type { Schema } from '../../schema.ts';

/** Asked for with every write: made once for each schema, and never changed. */
const knownObjects = new WeakMap<Schema, JsonObject>();

/**
 * What a new object of a built-in kind has before anything is set, beside apiVersion and kind: structs that
 * are always there (`spec: {}`) and fields that are written even when unset (`containers: null`). Who creates
 * an object does not own these, though he owns what he puts into them. The published schema tells them
 * apart: a struct that is always there has the default `{}`, a field that is always written is required or has
 * the zero of its type as default. What the schema does not tell is in the two tables below.
 */
export function emptyObject(schema: Schema): JsonObject {
  const known = knownObjects.get(schema);
  if (known !== undefined) return known;
  const empty = makeEmpty(schema);
  knownObjects.set(schema, empty);
  return empty;
}

/** Defaults of zero for fields that are not written when they are zero. */
const UNWRITTEN_ZEROS = new Set(['ReplicationControllerSpec.minReadySeconds', 'ScaleSpec.replicas']);
/** Types whose times are written as null; the others' are not written, or within lists. */
const WITH_NULL_TIMES = new Set(['Event']);

function makeEmpty(schema: Schema): JsonObject {
  const { title = '', properties = {}, required = [] } = schema;
  const empty: Record<string, JsonValue> = {};
  for (const [name, property] of Object.entries(properties)) {
    if (name === 'apiVersion' || name === 'kind' || UNWRITTEN_ZEROS.has(`${title}.${name}`)) continue;
    const isNullTime = WITH_NULL_TIMES.has(title) && property.format === 'date-time';
    const value = isNullTime ? null : emptyValue(property, required.includes(name));
    if (value !== undefined) empty[name] = value;
  }
  return empty;
}

function emptyValue(schema: Schema, isRequired: boolean): JsonValue | undefined {
  const zero = schema.default as JsonValue | undefined;
  if (typeof zero === 'object' && zero !== null) {
    if (schema.type === 'object') return makeEmpty(schema);
    return isRequired ? null : undefined;
  }
  if (zero === '' || zero === 0 || zero === false) return zero;
  if (!isRequired) return undefined;
  switch (schema.type) {
    case 'string':
      return schema.format === 'date-time' ? null : '';
    case 'integer':
    case 'number':
      return 0;
    case 'boolean':
      return false;
    case 'array':
    case 'object':
    case undefined:
      return null;
  }
}
