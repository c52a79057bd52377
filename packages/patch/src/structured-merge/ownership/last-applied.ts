import {
  isJsonArray,
  isJsonObject,
  ownValue,
  setOwnValue,
  type JsonObject,
  type JsonValue,
} from '../../json-value.ts';
import { FieldSet } from '../field-set/field-set.ts';
import { compareText, goJson } from '../field-set/go-text.ts';
import { compareObjects } from '../typed/compare-objects.ts';
import { toFieldSet } from '../typed/to-field-set.ts';
import { validateObject } from '../typed/validate-object.ts';
import { metadataOf, textOf } from './object-metadata.ts';
import type { VersionedObject } from './versioned-object.ts';

/**
 * kubectl's client-side apply keeps what it applied in an annotation. Its server-side apply (whose manager
 * has this name) takes such objects over without conflicts, and keeps the annotation in step.
 */
export const KUBECTL_MANAGER = 'kubectl';
const ANNOTATION = 'kubectl.kubernetes.io/last-applied-configuration';
/** The API server's limit for all annotations of an object together. */
const ANNOTATIONS_LIMIT_BYTES = 256 * 1024;

/** What client-side apply owns: the fields of the annotation that the live object still has as they were. */
export function fieldsOfLastApplied(live: VersionedObject): FieldSet {
  const lastApplied = parseObject(lastAppliedText(live.object));
  if (lastApplied === undefined || textOf(lastApplied, 'apiVersion') !== live.apiVersion) {
    return FieldSet.EMPTY;
  }
  const isValid = [lastApplied, live.object].every(
    (object) => validateObject(live.type, object, 'refused').length === 0,
  );
  if (!isValid) return FieldSet.EMPTY;
  const { added, modified, removed } = compareObjects(live.type, lastApplied, live.object);
  return toFieldSet(live.type, lastApplied).difference(modified).difference(added).difference(removed);
}

function parseObject(text: string): JsonObject | undefined {
  try {
    const value = JSON.parse(text) as JsonValue;
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function lastAppliedText(object: JsonObject): string {
  return textOf(annotationsOf(object), ANNOTATION);
}

function annotationsOf(object: JsonObject): JsonObject {
  const annotations = ownValue(metadataOf(object), 'annotations');
  return isJsonObject(annotations) ? annotations : {};
}

/** The object with the annotation saying what was applied now, if it had one. */
export function withLastApplied(object: JsonObject, applied: JsonObject): JsonObject {
  if (lastAppliedText(object) === '') return object;
  const annotations: Record<string, JsonValue> = { ...annotationsOf(object) };
  annotations[ANNOTATION] = `${goJson(sorted(withoutAnnotation(applied)))}\n`;
  if (sizeBytes(annotations) > ANNOTATIONS_LIMIT_BYTES) delete annotations[ANNOTATION];
  return { ...object, metadata: { ...metadataOf(object), annotations } };
}

function withoutAnnotation(applied: JsonObject): JsonObject {
  const metadata = metadataOf(applied);
  if (!Object.hasOwn(metadata, 'annotations')) return applied;
  const { [ANNOTATION]: _, ...annotations } = annotationsOf(applied);
  return { ...applied, metadata: { ...metadata, annotations } };
}

function sorted(value: JsonValue): JsonValue {
  if (isJsonArray(value)) return value.map(sorted);
  if (!isJsonObject(value)) return value;
  const copy: Record<string, JsonValue> = {};
  for (const key of Object.keys(value).sort(compareText)) setOwnValue(copy, key, sorted(value[key] ?? null));
  return copy;
}

function sizeBytes(annotations: JsonObject): number {
  let size = 0;
  for (const [name, value] of Object.entries(annotations)) {
    size += Buffer.byteLength(name) + (typeof value === 'string' ? Buffer.byteLength(value) : 0);
  }
  return size;
}
