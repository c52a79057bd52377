type Entry = Record<string, unknown>;

/** A fixture without what depends on when it was recorded: times, and the order of managers that they make. */
export function withoutTimes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTimes);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'at')
      .map(([key, inner]) => [key, key === 'managedFields' ? timeless(inner) : withoutTimes(inner)]),
  );
}

function timeless(entries: unknown): unknown {
  if (!Array.isArray(entries)) return entries;
  return (entries as Entry[])
    .map(({ time, ...entry }) => ({ ...entry, timed: time !== undefined }))
    .map((entry) => JSON.stringify(entry))
    .sort();
}
