import type { JsonValue } from '@banyan/patch';
import { pointerTo } from '../pointer/json-pointer.ts';

/**
 * Where two values differ, as JSON pointers: the field that was set, added or removed, and not each field inside of it.
 * Lists of the same length are compared item by item, others count as a whole. Shared parts cost nothing.
 */
export function changedPaths(before: JsonValue | undefined, after: JsonValue | undefined): string[] {
  const paths: string[] = [];
  collect(before, after, '', paths);
  return paths;
}

function collect(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  path: string,
  paths: string[],
): void {
  if (before === after) return;
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    for (const [index, item] of before.entries()) {
      collect(item as JsonValue, after[index] as JsonValue, pointerTo(path, index), paths);
    }
  } else if (isMap(before) && isMap(after)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      collect(own(before, key), own(after, key), pointerTo(path, key), paths);
    }
  } else {
    paths.push(path);
  }
}

type JsonMap = Readonly<Record<string, JsonValue>>;

function isMap(value: JsonValue | undefined): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function own(map: JsonMap, key: string): JsonValue | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}
