import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from './scenario.ts';

const DEFINITIONS = join(import.meta.dirname, '../../packages/api/generated/kubernetes/definitions.json');

/** The published schemas of some kinds and of all that they refer to. */
export interface BuiltinSchemas {
  /** `apps/v1 Deployment` → the name of its definition. */
  readonly kinds: Readonly<Record<string, string>>;
  readonly definitions: Readonly<Record<string, Json>>;
}

interface GroupVersionKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

export function builtinSchemas(kinds: readonly string[]): BuiltinSchemas {
  const all = JSON.parse(readFileSync(DEFINITIONS, 'utf8')) as Record<string, Json>;
  const names: Record<string, string> = {};
  for (const [name, schema] of Object.entries(all)) {
    for (const gvk of (schema['x-kubernetes-group-version-kind'] ?? []) as GroupVersionKind[]) {
      const key = `${gvk.group === '' ? '' : `${gvk.group}/`}${gvk.version} ${gvk.kind}`;
      if (kinds.includes(key)) names[key] = name;
    }
  }
  const definitions: Record<string, Json> = {};
  const open = Object.values(names);
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const schema = all[name];
    if (schema === undefined) throw new Error(`packages/api has no definition ${name}`);
    if (definitions[name] !== undefined) continue;
    definitions[name] = schema;
    open.push(...referencesIn(schema));
  }
  return { kinds: names, definitions };
}

function referencesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) =>
    key === '$ref' && typeof value === 'string' ? [value] : referencesIn(value),
  );
}
