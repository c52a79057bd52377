/** Where two JSON values first differ, in words; undefined when they do not. */
export function firstDifference(recorded: unknown, now: unknown, path = '$'): string | undefined {
  if (isContainer(recorded) && isContainer(now) && Array.isArray(recorded) === Array.isArray(now)) {
    for (const key of new Set([...Object.keys(recorded), ...Object.keys(now)])) {
      const difference = firstDifference(recorded[key], now[key], `${path}.${key}`);
      if (difference !== undefined) return difference;
    }
    return undefined;
  }
  if (Object.is(recorded, now)) return undefined;
  return `at ${path}: recorded ${short(recorded)}, now ${short(now)}`;
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function short(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 200);
}
