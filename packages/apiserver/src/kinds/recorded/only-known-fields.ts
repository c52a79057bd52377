import type { KubeObject, KubernetesSchema } from '@banyan/api';

/** What decoding leaves of a body: fields that the schema does not have are gone. */
export function onlyKnownFields(object: KubeObject, schema: KubernetesSchema | undefined): KubeObject {
  const clone = structuredClone(object);
  if (schema !== undefined) prune(clone, schema);
  clone.metadata ??= {};
  return clone;
}

function prune(value: unknown, schema: KubernetesSchema): void {
  if (Array.isArray(value)) {
    if (schema.items) for (const item of value) prune(item, schema.items);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const fields = value as Record<string, unknown>;
  for (const [name, member] of Object.entries(fields)) {
    const property = schema.properties?.[name];
    if (property !== undefined) prune(member, property);
    else if (schema.properties !== undefined) delete fields[name];
    else if (typeof schema.additionalProperties === 'object') prune(member, schema.additionalProperties);
  }
}
