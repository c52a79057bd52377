import { isJsonArray, ownValue, type JsonObject, type JsonValue } from '../json-value.ts';
import { DELETE_FROM_PRIMITIVE_LIST, RETAIN_KEYS, SET_ELEMENT_ORDER } from './directives.ts';
import { badFormat } from './strategic-error.ts';

/** Applies `$retainKeys` to `merged`: what the list does not name goes, and the patch may set nothing else. */
export function applyRetainKeys(merged: Record<string, JsonValue>, patch: JsonObject, path: string): void {
  const retained = ownValue(patch, RETAIN_KEYS);
  if (retained === undefined) return;
  if (!isJsonArray(retained)) throw badFormat('retainKeys', path);
  const kept = new Set(retained);
  for (const [key, value] of Object.entries(patch)) {
    const isSet = value !== null && key !== RETAIN_KEYS && !isParallel(key);
    if (isSet && !kept.has(key)) throw badFormat('retainKeys', path);
  }
  for (const key of Object.keys(merged)) {
    if (!kept.has(key)) delete merged[key];
  }
}

function isParallel(key: string): boolean {
  return key.startsWith(DELETE_FROM_PRIMITIVE_LIST) || key.startsWith(SET_ELEMENT_ORDER);
}
