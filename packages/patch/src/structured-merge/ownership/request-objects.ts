import type { JsonObject } from '../../json-value.ts';
import type { Schema } from '../../schema.ts';
import { fieldTypeOf } from '../typed/field-type.ts';
import { problemsText, validateObject } from '../typed/validate-object.ts';
import type { WriteRequest } from '../write-request.ts';
import { ApplyError } from './apply-error.ts';
import { describeObject, textOf, withManagedFields } from './object-metadata.ts';
import type { VersionedObject } from './versioned-object.ts';

/** A stored object with its type. Throws an ApplyError when it does not fit. */
export function versionedObject(object: JsonObject, schema: Schema | undefined): VersionedObject {
  const type = fieldTypeOf(schema);
  const problems = validateObject(type, object, 'allowed');
  if (problems.length > 0) {
    throw new ApplyError('invalid-live-object', {
      code: 500,
      reason: '',
      message: `failed to create typed live object (${describeObject(object)}): ${problemsText(problems)}`,
    });
  }
  return { apiVersion: textOf(object, 'apiVersion'), object, type };
}

/** A configuration to apply: what a stored object may have twice in a list, it may not. */
export function versionedConfiguration(applied: JsonObject, schema: Schema | undefined): VersionedObject {
  const type = fieldTypeOf(schema);
  const problems = validateObject(type, applied, 'refused');
  if (problems.length > 0) {
    throw new ApplyError('invalid-configuration', {
      code: 500,
      reason: '',
      message: `failed to create typed patch object (${describeObject(applied)}): ${problemsText(problems)}`,
    });
  }
  return { apiVersion: textOf(applied, 'apiVersion'), object: applied, type };
}

/** What was there before the write: for a new object only what an object of its kind cannot be without. */
export function liveObject({ live, empty, schema }: WriteRequest, written: JsonObject): VersionedObject {
  if (live !== undefined) return versionedObject(withManagedFields(live, []), schema);
  const { apiVersion = '', kind = '' } = written;
  return versionedObject({ ...empty, apiVersion, kind }, schema);
}
