import type { KubeObject } from '@banyan/api';
import { goMapText } from '../../serving/verbs/go-map-text.ts';

/** A value at a path of plain fields (`.spec.replicas`), or why there cannot be one. */
export type Nested<T> = { readonly value: T | undefined } | { readonly problem: string };

export function pathParts(path: string): string[] {
  return path.replace(/^\./, '').split('.');
}

export function nestedInteger(object: Readonly<KubeObject>, path: string): Nested<number> {
  const found = nestedValue(object, path);
  if ('problem' in found || found.value === undefined) return found as Nested<number>;
  const { value } = found;
  if (typeof value === 'number' && Number.isInteger(value)) return { value };
  if (typeof value === 'bigint') return { value: Number(value) };
  return { problem: wrongType(path, value, 'int64') };
}

export function nestedText(object: Readonly<KubeObject>, path: string): Nested<string> {
  const found = nestedValue(object, path);
  if ('problem' in found || found.value === undefined) return found as Nested<string>;
  const { value } = found;
  return typeof value === 'string' ? { value } : { problem: wrongType(path, value, 'string') };
}

function nestedValue(object: Readonly<KubeObject>, path: string): Nested<unknown> {
  const parts = pathParts(path);
  let value: unknown = object;
  for (const [i, part] of parts.entries()) {
    if (value === null) return { value: undefined };
    if (typeof value !== 'object' || Array.isArray(value))
      return { problem: wrongType(parts.slice(0, i + 1).join('.'), value, 'map[string]interface{}') };
    if (!Object.hasOwn(value, part)) return { value: undefined };
    value = (value as Record<string, unknown>)[part];
  }
  return { value };
}

/** In the words of the real server. */
function wrongType(path: string, value: unknown, expected: string): string {
  const shown = goMapText(value as Parameters<typeof goMapText>[0]);
  const at = `.${path.replace(/^\./, '')}`;
  return `${at} accessor error: ${shown} is of the type ${goTypeOf(value)}, expected ${expected}`;
}

function goTypeOf(value: unknown): string {
  if (value === null) return '<nil>';
  if (Array.isArray(value)) return '[]interface {}';
  switch (typeof value) {
    case 'string':
      return 'string';
    case 'boolean':
      return 'bool';
    case 'bigint':
      return 'int64';
    case 'number':
      return Number.isInteger(value) ? 'int64' : 'float64';
    default:
      return 'map[string]interface {}';
  }
}
