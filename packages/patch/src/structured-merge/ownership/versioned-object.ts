import type { JsonObject } from '../../json-value.ts';
import type { Schema } from '../../schema.ts';
import { fieldTypeOf, type FieldType } from '../typed/field-type.ts';

/** An object in one of its kind's versions, with the type by which it is merged there. */
export interface VersionedObject {
  readonly apiVersion: string;
  readonly object: JsonObject;
  readonly type: FieldType;
}

/**
 * The same object in another version of its kind, with that version's schema; undefined when the version is
 * no longer served, which ends the ownership of managers that still use it. Must not change the object, which
 * may lack any field (or have null there): half-pruned objects are converted too.
 */
export type ConvertObject = (
  object: JsonObject,
  apiVersion: string,
) => { readonly object: JsonObject; readonly schema: Schema | undefined } | undefined;

/** Versions with the same fields need no conversion: that is the meaning of no `convert`. */
export class Converter {
  readonly #convert: ConvertObject | undefined;

  constructor(convert: ConvertObject | undefined) {
    this.#convert = convert;
  }

  to(from: VersionedObject, apiVersion: string): VersionedObject | undefined {
    if (from.apiVersion === apiVersion) return from;
    if (this.#convert === undefined) return { ...from, apiVersion };
    const converted = this.#convert(from.object, apiVersion);
    return converted && { apiVersion, object: converted.object, type: fieldTypeOf(converted.schema) };
  }
}
