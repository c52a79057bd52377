/** What the server writes by itself, different in every run: patches are not tried on it. */
const SERVER_METADATA = new Set([
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'managedFields',
]);

/** The object without what differs in every run. */
export function withoutServerFields(object: unknown): unknown {
  const { metadata, ...rest } = object as { metadata: Record<string, unknown> };
  const kept = Object.entries(metadata).filter(([field]) => !SERVER_METADATA.has(field));
  return { ...rest, metadata: Object.fromEntries(kept) };
}

/** The value without nulls and empty lists and objects, which a built-in kind does not tell from absent ones. */
export function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]): [string, unknown] => [key, withoutEmpty(inner)]);
  return Object.fromEntries(entries.filter(([, inner]) => !isEmpty(inner)));
}

function isEmpty(value: unknown): boolean {
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}
