import type { JsonObject } from '../json-value.ts';
import type { Schema } from '../schema.ts';
import type { FieldSet } from './field-set/field-set.ts';
import { decodeFieldsV1, fieldsV1Digest } from './field-set/fields-v1.ts';
import type { ManagedFieldsEntry } from './ownership/managed-fields.ts';
import { managedFieldsOf } from './ownership/object-metadata.ts';
import { fieldTypeOf } from './typed/field-type.ts';
import { extractItems } from './typed/remove-items.ts';

/** Which entry of an object's managedFields is meant. */
export interface EntryOf {
  readonly manager: string;
  /** Default: what it applied. */
  readonly operation?: 'Apply' | 'Update';
  /** Default: the main resource. */
  readonly subresource?: string;
}

function entryOf(object: JsonObject, of: EntryOf): ManagedFieldsEntry | undefined {
  const { manager, operation = 'Apply', subresource = '' } = of;
  return managedFieldsOf(object)?.find(
    (entry) =>
      entry.manager === manager && entry.operation === operation && (entry.subresource ?? '') === subresource,
  );
}

/** What a manager owns of an object; empty when it owns nothing. */
export function fieldsOwnedBy(object: JsonObject, of: EntryOf): FieldSet {
  return decodeFieldsV1(entryOf(object, of)?.fieldsV1 ?? {});
}

/** The digest of a manager's entry: it changes when somebody takes or removes a field of the manager's. */
export function ownedFieldsDigest(object: JsonObject, of: EntryOf): string {
  return fieldsV1Digest(entryOf(object, of)?.fieldsV1 ?? {});
}

/** The part of an object that a manager owns, as a configuration that it could apply again. */
export function extractOwned(object: JsonObject, of: EntryOf, schema: Schema | undefined): JsonObject {
  const owned = extractItems(fieldTypeOf(schema), object, fieldsOwnedBy(object, of).leaves());
  const { apiVersion = '', kind = '' } = object;
  return { apiVersion, kind, ...owned };
}
