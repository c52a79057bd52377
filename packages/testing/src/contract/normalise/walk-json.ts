import type { Json } from '../transcript.ts';

type Path = readonly string[];

/** Calls back for every string and number with the keys that lead to it, array items under `[]`. */
export function visitLeaves(
  value: Json,
  visit: (leaf: string | number, path: Path) => void,
  path: Path = [],
) {
  if (typeof value === 'string' || typeof value === 'number') visit(value, path);
  else if (Array.isArray(value))
    for (const item of value as Json[]) visitLeaves(item, visit, [...path, '[]']);
  else if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value)) visitLeaves(item, visit, [...path, key]);
}

/** Calls back for every object, outermost first. */
export function visitObjects(value: Json, visit: (object: Readonly<Record<string, Json>>) => void): void {
  if (Array.isArray(value)) for (const item of value as Json[]) visitObjects(item, visit);
  else if (typeof value === 'object' && value !== null) {
    visit(value as Readonly<Record<string, Json>>);
    for (const item of Object.values(value)) visitObjects(item, visit);
  }
}
