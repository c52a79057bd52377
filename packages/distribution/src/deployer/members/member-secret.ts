import type { KubeObject } from '@banyan/api';

/** A value of a Secret as text; undefined for what is empty too. */
export function secretText(secret: KubeObject | undefined, key: string): string | undefined {
  const data = secret?.['data'] as Record<string, string> | null | undefined;
  const encoded = data?.[key];
  if (encoded === undefined || encoded === '') return undefined;
  return Buffer.from(encoded, 'base64').toString('utf8').trim();
}
