import type { KubeObject } from '@banyan/api';

type FieldSet = Readonly<Record<string, unknown>>;

/**
 * The object without the fields of a field set (`fieldsV1`). Only plain paths (`f:spec`, `f:replicas`) are followed: an
 * element of a list cannot be left out without changing what the list means. What names the object always stays.
 */
export function withoutFields(object: KubeObject, fields: FieldSet): KubeObject {
  const rest = without(object, fields) as KubeObject | undefined;
  const { apiVersion, kind, metadata } = object;
  return { ...rest, apiVersion, kind, metadata };
}

/** Undefined: nothing is left of it. */
function without(value: Readonly<Record<string, unknown>>, fields: FieldSet): unknown {
  let copy: Record<string, unknown> | undefined;
  for (const [path, deeper] of Object.entries(fields)) {
    const key = path.startsWith('f:') ? path.slice(2) : undefined;
    if (key === undefined || !Object.hasOwn(value, key)) continue;
    copy ??= { ...value };
    const child = value[key];
    const rest = isRecord(deeper) && hasPaths(deeper) && isRecord(child) ? without(child, deeper) : undefined;
    if (rest === undefined) {
      if (isLeaf(deeper)) delete copy[key];
    } else {
      copy[key] = rest;
    }
  }
  return copy ?? value;
}

function isLeaf(fields: unknown): boolean {
  return !isRecord(fields) || Object.keys(fields).length === 0;
}

function hasPaths(fields: FieldSet): boolean {
  return Object.keys(fields).some((path) => path.startsWith('f:'));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
