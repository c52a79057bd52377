import { isJsonArray, isJsonObject, ownValue, type JsonObject, type JsonValue } from '../../json-value.ts';
import type { ManagedFieldsEntry } from './managed-fields.ts';

/** An object's metadata; empty when it has none. */
export function metadataOf(object: JsonObject): JsonObject {
  const metadata = ownValue(object, 'metadata');
  return isJsonObject(metadata) ? metadata : {};
}

/** The entries of managedFields, undefined when there is no such field. */
export function managedFieldsOf(object: JsonObject): readonly ManagedFieldsEntry[] | undefined {
  const entries = ownValue(metadataOf(object), 'managedFields');
  return isJsonArray(entries) ? (entries.filter(isJsonObject) as readonly ManagedFieldsEntry[]) : undefined;
}

/** The object with these entries and no others; without any, it has no such field. */
export function withManagedFields(object: JsonObject, entries: readonly ManagedFieldsEntry[]): JsonObject {
  const { managedFields: before, ...metadata } = metadataOf(object);
  if (entries.length === 0) {
    return before === undefined ? object : { ...object, metadata };
  }
  return { ...object, metadata: { ...metadata, managedFields: entries as unknown as JsonValue } };
}

export function textOf(object: JsonObject, name: string): string {
  const value = ownValue(object, name);
  return typeof value === 'string' ? value : '';
}

/**
 * `namespace/name; group/version, Kind=kind`, as the API server names an object in such errors. The core group has
 * no name: `/v1`.
 */
export function describeObject(object: JsonObject): string {
  const metadata = metadataOf(object);
  const apiVersion = textOf(object, 'apiVersion');
  const version = apiVersion.includes('/') ? apiVersion : `/${apiVersion}`;
  const name = `${textOf(metadata, 'namespace')}/${textOf(metadata, 'name')}`;
  return `${name}; ${version}, Kind=${textOf(object, 'kind')}`;
}
