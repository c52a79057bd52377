import type { JsonObject } from '../../json-value.ts';
import type { Schema } from '../../schema.ts';
import { fieldTypeOf, type FieldType } from '../typed/field-type.ts';
import { problemsText, validateObject } from '../typed/validate-object.ts';
import { ApplyError } from './apply-error.ts';

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

  /** Throws an ApplyError when the object does not fit the other version, where nothing may be in a list twice. */
  to(from: VersionedObject, apiVersion: string): VersionedObject | undefined {
    if (from.apiVersion === apiVersion) return from;
    if (this.#convert === undefined) return { ...from, apiVersion };
    const converted = this.#convert(from.object, apiVersion);
    if (converted === undefined) return undefined;
    const type = fieldTypeOf(converted.schema);
    const problems = validateObject(type, converted.object, 'refused');
    if (problems.length > 0) {
      const message = problemsText(problems);
      throw new ApplyError('invalid-live-object', { code: 500, reason: '', message });
    }
    return { apiVersion, object: converted.object, type };
  }
}
