import type { KubeObject } from '@banyan/api';

/** By Secret as it came from a cache, where it is never changed: it is asked for before every write. */
const texts = new WeakMap<KubeObject, Map<string, string>>();

/** A value of a Secret as text; undefined for what is empty too. */
export function secretText(secret: KubeObject | undefined, key: string): string | undefined {
  const data = secret?.['data'] as Record<string, string> | null | undefined;
  const encoded = data?.[key];
  if (secret === undefined || encoded === undefined || encoded === '') return undefined;
  const known = texts.get(secret) ?? new Map<string, string>();
  texts.set(secret, known);
  const text = known.get(key) ?? Buffer.from(encoded, 'base64').toString('utf8').trim();
  known.set(key, text);
  return text;
}
