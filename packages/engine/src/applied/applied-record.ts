import type { ObjectIdentity } from '../words/object-identity.ts';

/** What was applied to a member last, object by object: enough to skip, to see drift and to prune after a restart. */
export interface AppliedObject extends ObjectIdentity {
  /** Of the rendered object. */
  readonly digest: string;
  /** Of our entry in managedFields right after the apply. */
  readonly fields: string;
  /** We made it. Of Namespaces only those may be deleted. */
  readonly isCreated: boolean;
}

/**
 * By `group/kind/namespace`, then name: `digest:fields`, with a `+` if we made it. Short, since all annotations of an
 * object together may have 256 KiB: five thousand objects fit.
 */
type Stored = Readonly<Record<string, Readonly<Record<string, string>>>>;

const ENTRY = /^([0-9a-z]*):([0-9a-z]*)(\+?)$/;

export function encodeApplied(objects: Iterable<AppliedObject>): string {
  const places = new Map<string, Map<string, string>>();
  for (const { group, kind, namespace, name, digest, fields, isCreated } of objects) {
    const place = `${group}/${kind}/${namespace}`;
    const names = places.get(place) ?? new Map<string, string>();
    names.set(name, `${digest}:${fields}${isCreated ? '+' : ''}`);
    places.set(place, names);
  }
  const stored = sorted(places).map(([place, names]) => [place, Object.fromEntries(sorted(names))]);
  return JSON.stringify(Object.fromEntries(stored));
}

/** Undefined for what we did not write: then nothing is known, and everything is applied once. */
export function decodeApplied(text: string | undefined): AppliedObject[] | undefined {
  const stored = parsed(text);
  if (stored === undefined) return undefined;
  const objects: AppliedObject[] = [];
  for (const [place, names] of Object.entries(stored)) {
    const [group = '', kind = '', namespace] = place.split('/');
    if (namespace === undefined || !isRecord(names)) return undefined;
    for (const [name, entry] of Object.entries(names)) {
      const [match, digest = '', fields = '', plus] = ENTRY.exec(entry) ?? [];
      if (match === undefined) return undefined;
      objects.push({ group, kind, namespace, name, digest, fields, isCreated: plus === '+' });
    }
  }
  return objects;
}

function parsed(text: string | undefined): Stored | undefined {
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? (value as Stored) : undefined;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** So that the same objects are the same text, and nothing is written when nothing changed. */
function sorted<T>(map: ReadonlyMap<string, T>): [string, T][] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1));
}
