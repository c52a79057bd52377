import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../json-value.ts';
import type { Schema } from '../schema.ts';
import { elementText, fieldElement } from './field-set/path-element.ts';
import { fieldTypeOf, type FieldType } from './typed/field-type.ts';
import { mergeObjects } from './typed/merge-objects.ts';
import { problemsText, validateObject } from './typed/validate-object.ts';

/**
 * A configuration laid over an object by nobody who would own it, as mutating policies do. What is replaced as a whole
 * cannot be part of it, lest something be lost. `problem`: why it cannot be, in the API server's words.
 */
export function mergeConfiguration(
  live: JsonObject,
  configuration: JsonObject,
  schema: Schema | undefined,
): { readonly merged: JsonObject } | { readonly problem: string } {
  const type = fieldTypeOf(schema);
  const problems = validateObject(type, configuration, 'refused');
  if (problems.length > 0)
    return { problem: `failed to convert patch object to typed object: ${problemsText(problems)}` };
  const atomics = atomicPlaces(type, configuration, '');
  if (atomics.length > 0) {
    const places = atomics.join(', ');
    return {
      problem: `invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: ${places}`,
    };
  }
  const misfits = validateObject(type, live, 'allowed');
  if (misfits.length > 0)
    return { problem: `failed to convert original object to typed object: ${problemsText(misfits)}` };
  return { merged: mergeObjects(type, live, configuration) };
}

function atomicPlaces(type: FieldType, value: JsonValue, path: string): readonly string[] {
  const { map, list } = type;
  if (isJsonObject(value) && map !== undefined) {
    const inner = Object.entries(value).flatMap(([name, member]) => {
      const field = map.isNamed(name) ? map.fieldType(name) : undefined;
      return field === undefined ? [] : atomicPlaces(field, member, path + elementText(fieldElement(name)));
    });
    return map.atomic ? [path, ...inner] : inner;
  }
  if (isJsonArray(value) && list !== undefined) {
    const inner = value.flatMap((item, index) => atomicPlaces(list.items, item, `${path}[${index}]`));
    return list.atomic ? [path, ...inner] : inner;
  }
  return [];
}
