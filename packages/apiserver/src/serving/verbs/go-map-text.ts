import type { JsonValue } from '@banyan/patch';

/** A value as Go prints its maps: `map[a:1 b:map[c:x]]`. */
export function goMapText(value: JsonValue): string {
  if (value === null) return '<nil>';
  if (Array.isArray(value)) return `[${(value as JsonValue[]).map(goMapText).join(' ')}]`;
  if (typeof value !== 'object') return String(value);
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `map[${entries.map(([key, item]) => `${key}:${goMapText(item as JsonValue)}`).join(' ')}]`;
}
