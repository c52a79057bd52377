export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function hasOwn(object: object, key: string): boolean {
  return Object.hasOwn(object, key);
}

/** Sets what may be named `__proto__`. */
export function setOwn(object: JsonObject, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
  else object[key] = value;
}

/** A copy of a value that came out of JSON. */
export function cloneJson<T>(value: T): T {
  if (Array.isArray(value)) return value.map((each: unknown) => cloneJson(each)) as T;
  if (!isObject(value)) return value;
  const copy: JsonObject = {};
  for (const key of Object.keys(value)) setOwn(copy, key, cloneJson(value[key]));
  return copy as T;
}

/** True if both say the same; the order of members does not count. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((each, index) => sameJson(each, b[index]));
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => hasOwn(b, key) && sameJson(a[key], b[key]))
  );
}

/** JSON with members in the order of their keys, and with integers that a number cannot hold: tells values apart. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (isObject(value)) {
    const members = Object.keys(value)
      .sort()
      .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key])}`);
    return `{${members.join(',')}}`;
  }
  return typeof value === 'bigint' ? String(value) : (JSON.stringify(value) ?? 'null');
}

/** In Node since 21; not yet in TypeScript's library. */
const { rawJSON } = JSON as unknown as { readonly rawJSON: (text: string) => unknown };

/** A value as messages can print it: integers that a number cannot hold with all their digits. */
export function shown(value: unknown): unknown {
  if (typeof value === 'bigint') return rawJSON(String(value));
  if (Array.isArray(value)) return value.map(shown);
  if (!isObject(value)) return value;
  const copy: JsonObject = {};
  for (const key of Object.keys(value)) setOwn(copy, key, shown(value[key]));
  return copy;
}
