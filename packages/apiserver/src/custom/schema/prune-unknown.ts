import type { JsonSchemaProps } from './json-schema-props.ts';
import { additionalOf, itemsOf, ownProperty } from './schema-parts.ts';
import { hasOwn, isObject, type JsonObject } from './values/json-value.ts';

/** Drops unknown fields in place and adds their paths to `dropped`. */
export type Prune = (value: unknown, path: string, dropped: string[]) => void;

const META_FIELDS: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);

const DROP_ALL: Prune = (value, path, dropped) => {
  if (Array.isArray(value)) value.forEach((item, index) => DROP_ALL(item, `${path}[${index}]`, dropped));
  else if (isObject(value)) for (const key of Object.keys(value)) drop(value, key, path, dropped);
};

/** Compiles a schema; `isRoot` for a resource, whose metadata is known without a schema. */
export function pruneUnknown(schema: JsonSchemaProps, isRoot: boolean): Prune {
  const isResource = isRoot || schema['x-kubernetes-embedded-resource'] === true;
  const keeps = schema['x-kubernetes-preserve-unknown-fields'] === true;
  const members = memberPrunes(schema);
  const items = itemsOf(schema);
  const pruneItem = items === undefined ? undefined : pruneUnknown(keeps ? keeping(items) : items, false);
  const prune = pruneItem ?? (keeps ? undefined : DROP_ALL);
  return (value, path, dropped) => {
    if (Array.isArray(value)) {
      if (prune) value.forEach((item, index) => prune(item, `${path}[${index}]`, dropped));
      return;
    }
    if (!isObject(value)) return;
    for (const key of Object.keys(value)) {
      if (isResource && META_FIELDS.has(key)) continue;
      const member = members(key);
      if (member !== undefined) member(value[key], child(path, key), dropped);
      else if (!keeps) drop(value, key, path, dropped);
    }
  };
}

/** Items of a list whose unknown fields are kept; what has a schema of its own further down is pruned again. */
function keeping(schema: JsonSchemaProps): JsonSchemaProps {
  return { ...schema, 'x-kubernetes-preserve-unknown-fields': true };
}

/** How a member is pruned; undefined if nothing is known of it. */
function memberPrunes(schema: JsonSchemaProps): (key: string) => Prune | undefined {
  const properties = new Map<string, Prune>();
  for (const key of Object.keys(schema.properties ?? {})) {
    const property = ownProperty(schema, key);
    if (property) properties.set(key, pruneUnknown(property, false));
  }
  const additional = additionalOf(schema);
  const others =
    additional !== undefined
      ? pruneUnknown(additional, false)
      : schema.additionalProperties === undefined
        ? undefined
        : DROP_ALL;
  return (key) => properties.get(key) ?? others;
}

function drop(object: JsonObject, key: string, path: string, dropped: string[]): void {
  if (!hasOwn(object, key)) return;
  delete object[key];
  if (path !== '' || !META_FIELDS.has(key)) dropped.push(child(path, key));
}

function child(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}
