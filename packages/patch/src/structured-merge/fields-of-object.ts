import type { JsonObject } from '../json-value.ts';
import type { Schema } from '../schema.ts';
import type { FieldSet } from './field-set/field-set.ts';
import { compareObjects, type Comparison } from './typed/compare-objects.ts';
import { fieldTypeOf } from './typed/field-type.ts';
import { mergeObjects } from './typed/merge-objects.ts';
import { extractItems, removeItems } from './typed/remove-items.ts';
import { toFieldSet } from './typed/to-field-set.ts';

/*
 * Objects seen through their schema, for who decides on fields without writing. The objects must fit the
 * schema: what a server stored does. Nothing is changed; results share parts with what was passed in.
 */

/** Every leaf and every item of an object: what one who applied it would own. */
export function fieldsOf(object: JsonObject, schema: Schema | undefined): FieldSet {
  return toFieldSet(fieldTypeOf(schema), object);
}

/** What differs between two objects of a kind. */
export function changesBetween(
  before: JsonObject,
  after: JsonObject,
  schema: Schema | undefined,
): Comparison {
  return compareObjects(fieldTypeOf(schema), before, after);
}

/** A configuration laid over an object, as apply does it, without looking at owners; nothing is removed. */
export function mergedWith(object: JsonObject, applied: JsonObject, schema: Schema | undefined): JsonObject {
  return mergeObjects(fieldTypeOf(schema), object, applied);
}

/** An object without some fields. A container that loses all it had becomes null. */
export function withoutFields(object: JsonObject, fields: FieldSet, schema: Schema | undefined): JsonObject {
  return removeItems(fieldTypeOf(schema), object, fields);
}

/** Only some fields of an object. */
export function onlyFields(object: JsonObject, fields: FieldSet, schema: Schema | undefined): JsonObject {
  return extractItems(fieldTypeOf(schema), object, fields);
}
