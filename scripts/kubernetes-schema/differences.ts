/** Enough to see what changed; a new Kubernetes changes hundreds of lines. */
const LINES_A_FILE = 10;

/** What differs between generated files and what they should be, a line each; empty if nothing does. */
export function differences(
  stored: ReadonlyMap<string, string>,
  real: ReadonlyMap<string, string>,
): string[] {
  const names = [...new Set([...stored.keys(), ...real.keys()])].toSorted();
  return names.flatMap((name) => fileDifferences(name, stored.get(name), real.get(name)));
}

function fileDifferences(name: string, stored: string | undefined, real: string | undefined): string[] {
  if (stored === real) return [];
  if (stored === undefined) return [`${name}: is missing`];
  if (real === undefined) return [`${name}: should not be there`];
  const before = new Set(stored.split('\n'));
  const after = new Set(real.split('\n'));
  const gone = [...before].filter((line) => !after.has(line)).map((line) => `${name}: - ${line}`);
  const come = [...after].filter((line) => !before.has(line)).map((line) => `${name}: + ${line}`);
  const lines = [...gone.slice(0, LINES_A_FILE), ...come.slice(0, LINES_A_FILE)];
  return lines.length > 0 ? lines : [`${name}: the order of lines differs`];
}
