/** Indexes as a Job writes them: `0-2,5`. Those from `limit` on do not count. */
export function parseIndexes(text = '', limit = Infinity): Set<number> {
  const indexes = new Set<number>();
  for (const range of text.split(',')) {
    const found = /^(\d+)(?:-(\d+))?$/.exec(range);
    if (found === null) continue;
    const [, first, last = first] = found;
    for (let i = Number(first); i <= Math.min(Number(last), limit - 1); i += 1) indexes.add(i);
  }
  return indexes;
}

export function formatIndexes(indexes: ReadonlySet<number>): string {
  const ranges: [number, number][] = [];
  for (const index of [...indexes].toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === index - 1) last[1] = index;
    else ranges.push([index, index]);
  }
  return ranges.map(([first, last]) => (first === last ? String(first) : `${first}-${last}`)).join(',');
}
