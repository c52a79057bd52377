import type { KubeObject } from '@banyan/api';

/** The newest version of an object of the core group, from memory; what it returns is not to be changed. */
export type ObjectLookup = (
  resource: 'serviceaccounts' | 'pods' | 'secrets' | 'nodes',
  key: { readonly namespace?: string; readonly name: string },
) => Readonly<KubeObject> | undefined;

/** An entry of a Secret's data as text; empty if it has none. */
export function secretValue(secret: Readonly<KubeObject>, key: string): string {
  const data = (secret['data'] ?? {}) as Readonly<Record<string, string | undefined>>;
  return Object.hasOwn(data, key) ? Buffer.from(data[key] ?? '', 'base64').toString() : '';
}
