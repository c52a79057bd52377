/** True if `current` has everything that `wanted` says. Fields that `wanted` does not name may be anything; lists are compared whole. */
export function contains(current: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(current) &&
      current.length === wanted.length &&
      wanted.every((item, at) => contains(current[at], item))
    );
  }
  if (!isRecord(wanted)) return Object.is(current, wanted);
  return (
    isRecord(current) && Object.entries(wanted).every(([field, value]) => contains(current[field], value))
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
