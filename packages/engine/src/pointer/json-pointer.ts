import type { JsonValue } from '@banyan/patch';

export function pointerKeys(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll(/~[01]/g, (escape) => (escape === '~1' ? '/' : '~')));
}

export function pointerTo(parent: string, key: string | number): string {
  const text = typeof key === 'number' ? String(key) : key.replaceAll('~', '~0').replaceAll('/', '~1');
  return `${parent}/${text}`;
}

/** Undefined where there is nothing. */
export function valueAt(root: JsonValue | undefined, keys: readonly string[]): JsonValue | undefined {
  let value = root;
  for (const key of keys) {
    if (typeof value !== 'object' || value === null) return undefined;
    if (Array.isArray(value) && !/^\d+$/.test(key)) return undefined;
    value = Object.hasOwn(value, key) ? (value as Readonly<Record<string, JsonValue>>)[key] : undefined;
  }
  return value;
}
