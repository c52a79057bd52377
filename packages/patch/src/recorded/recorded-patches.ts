import { readFileSync } from 'node:fs';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../json-value.ts';

/** A patch that was tried on a real API server (scripts/update-patch-fixtures.ts), and its answer. */
export interface RecordedPatch {
  readonly original: string;
  readonly patch: JsonValue;
  readonly outcome: 'patched' | 'refused' | 'invalid object';
  readonly result?: JsonObject;
  readonly code?: number;
  readonly reason?: string;
  readonly message?: string;
}

export interface RecordedPatches {
  readonly originals: Readonly<Record<string, JsonObject>>;
  readonly cases: readonly RecordedPatch[];
}

/** For tests: a file of packages/patch/generated. */
export function readGenerated<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../../generated/${name}`, import.meta.url), 'utf8')) as T;
}

/**
 * The value without nulls and empty lists and objects: to a built-in kind, which the API server decodes and
 * writes again, they are the same as absent. Custom resources are compared as they are.
 */
export function withoutEmpty(value: JsonValue): JsonValue {
  if (isJsonArray(value)) return value.map(withoutEmpty);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([key, inner]): [string, JsonValue] => [
    key,
    withoutEmpty(inner),
  ]);
  return Object.fromEntries(entries.filter(([, inner]) => !isEmpty(inner)));
}

function isEmpty(value: JsonValue): boolean {
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}
