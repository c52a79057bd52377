/** Members of all objects in a value. Recurses: callers see to it that the value is not too deep. */
export function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item === 'object') count += countMembers(item);
    return count;
  }
  for (const key of Object.keys(value)) {
    const member = (value as Record<string, unknown>)[key];
    count += typeof member === 'object' ? countMembers(member) + 1 : 1;
  }
  return count;
}
