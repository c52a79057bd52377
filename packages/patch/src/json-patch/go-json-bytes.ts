import type { JsonValue } from '../json-value.ts';

/** Characters that the API server's encoder writes as six ASCII characters, with their own size in UTF-8. */
const ESCAPED: readonly (readonly [RegExp, number])[] = [
  [/[<>&]/g, 1],
  [/[\u2028\u2029]/g, 3],
];

/** The size of a value as the API server would encode it, which is how it counts copies. */
export function goJsonBytes(value: JsonValue): number {
  const text = JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? Number(each) : each));
  let bytes = new TextEncoder().encode(text).length;
  for (const [characters, size] of ESCAPED) bytes += (text.match(characters)?.length ?? 0) * (6 - size);
  return bytes;
}
