export { PatchError, isPatchError, type PatchErrorCode, type PatchErrorStatus } from './patch-error.ts';
export { applyJsonPatch, type JsonPatchLimits } from './json-patch/apply-json-patch.ts';
export type { JsonPatchOperation } from './json-patch/operation.ts';
export { unknownJsonPatchFields } from './json-patch/unknown-fields.ts';
export { applyMergePatch } from './merge-patch/apply-merge-patch.ts';
export { createMergePatch } from './merge-patch/create-merge-patch.ts';
export { applyStrategicMergePatch } from './strategic-merge/apply-strategic-merge-patch.ts';
export { apply, type ApplyRequest } from './structured-merge/apply.ts';
export { update, type UpdateRequest } from './structured-merge/update.ts';
export {
  changesBetween,
  fieldsOf,
  mergedWith,
  onlyFields,
  withoutFields,
} from './structured-merge/fields-of-object.ts';
export { mergeConfiguration } from './structured-merge/merge-configuration.ts';
export {
  extractOwned,
  fieldsOwnedBy,
  ownedFieldsDigest,
  type EntryOf,
} from './structured-merge/owned-fields.ts';
export { FieldSet } from './structured-merge/field-set/field-set.ts';
export {
  decodeFieldsV1,
  encodeFieldsV1,
  fieldSetDigest,
  fieldsV1Digest,
  type FieldsV1,
} from './structured-merge/field-set/fields-v1.ts';
export {
  fieldElement,
  fieldPath,
  fieldPathText,
  keyElement,
  valueElement,
  type FieldPath,
  type PathElement,
} from './structured-merge/field-set/path-element.ts';
export {
  ApplyConflictError,
  ApplyError,
  isApplyConflict,
  isApplyError,
  type ApplyConflict,
  type ApplyErrorCode,
  type ApplyErrorStatus,
} from './structured-merge/ownership/apply-error.ts';
export {
  trackAll,
  trackAllBut,
  trackOnly,
  type FieldFilter,
} from './structured-merge/ownership/field-filter.ts';
export { withoutIdleTimestamps } from './structured-merge/ownership/idle-timestamps.ts';
export { resetFieldsOf, type Endpoint } from './structured-merge/ownership/reset-fields.ts';
export {
  fromScaleEntries,
  toScaleEntries,
  type ScaleEntries,
} from './structured-merge/ownership/scale-entries.ts';
export type { ConvertObject } from './structured-merge/ownership/versioned-object.ts';
export { emptyObject } from './structured-merge/typed/empty-object.ts';
export { customResourceSchema, OBJECT_META_SCHEMA } from './structured-merge/typed/object-meta-schema.ts';
export type { Schema } from './schema.ts';
export type { JsonObject, JsonValue } from './json-value.ts';
