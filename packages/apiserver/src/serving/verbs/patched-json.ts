import type { JsonObject, JsonValue } from '@banyan/patch';
import { exactJson } from '../../decoding/json/exact-json.ts';

/**
 * What a patch made of an object, as the real server's patch library writes it: it takes apart only what the patch
 * leads through, whose keys come out in order; the rest stays as it was written.
 */
export function patchedJson(value: JsonValue, live: unknown): string {
  if (value === live || typeof value !== 'object' || value === null) return exactJson(value);
  if (Array.isArray(value)) {
    const before = Array.isArray(live) ? live : [];
    return `[${value.map((item: JsonValue, i) => patchedJson(item, before[i])).join(',')}]`;
  }
  const before = (typeof live === 'object' ? live : null) as Record<string, unknown> | null;
  const members = Object.entries(value as JsonObject)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${patchedJson(member, before?.[key])}`);
  return `{${members.join(',')}}`;
}
