/** Lines around a change. */
const CONTEXT = 3;
/** In long texts a line that is there this often says nothing: the matcher leaves it out at first. */
const LONG_TEXT_LINES = 200;
/** Beyond this a search could take seconds: everything between the first and the last change counts as changed. */
const MAX_LINES = 10_000;

interface Match {
  readonly a: number;
  readonly b: number;
  readonly size: number;
}

/** The difference of two texts in hunks of `@@ -1,3 +1,4 @@`, without names of files: as the server puts it into messages. */
export function unifiedDiff(oldText: string, newText: string): string {
  const [a, b] = [oldText.split('\n'), newText.split('\n')];
  return hunks(matchingBlocks(a, b), a, b)
    .map((hunk) => hunk.map((line) => `${line}\n`).join(''))
    .join('');
}

function matchingBlocks(a: readonly string[], b: readonly string[]): Match[] {
  if (Math.max(a.length, b.length) > MAX_LINES) return sameEnds(a, b);
  const places = placesOf(b);
  const found: Match[] = [];
  const open = [{ aFrom: 0, aTo: a.length, bFrom: 0, bTo: b.length }];
  for (let range = open.pop(); range !== undefined; range = open.pop()) {
    const match = longestMatch({ a, b, places, ...range });
    if (match.size === 0) continue;
    found.push(match);
    open.push({ ...range, aTo: match.a, bTo: match.b });
    open.push({ ...range, aFrom: match.a + match.size, bFrom: match.b + match.size });
  }
  return joined(found.sort((x, y) => x.a - y.a || x.b - y.b));
}

function sameEnds(a: readonly string[], b: readonly string[]): Match[] {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const blocks = [
    { a: 0, b: 0, size: start },
    { a: a.length - end, b: b.length - end, size: end },
  ];
  return blocks.filter(({ size }) => size > 0);
}

function placesOf(lines: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const places = Map.groupBy(lines.keys(), (i) => lines[i] ?? '');
  if (lines.length < LONG_TEXT_LINES) return places;
  const max = Math.floor(lines.length / 100) + 1;
  return new Map([...places].filter(([, at]) => at.length <= max));
}

interface Search {
  readonly a: readonly string[];
  readonly b: readonly string[];
  readonly places: ReadonlyMap<string, readonly number[]>;
  readonly aFrom: number;
  readonly aTo: number;
  readonly bFrom: number;
  readonly bTo: number;
}

function longestMatch(search: Search): Match {
  const { a, places, aFrom, aTo, bFrom, bTo } = search;
  let best: Match = { a: aFrom, b: bFrom, size: 0 };
  let lengths = new Map<number, number>();
  for (let i = aFrom; i < aTo; i += 1) {
    const next = new Map<number, number>();
    for (const j of places.get(a[i] ?? '') ?? []) {
      if (j < bFrom) continue;
      if (j >= bTo) break;
      const size = (lengths.get(j - 1) ?? 0) + 1;
      next.set(j, size);
      if (size > best.size) best = { a: i - size + 1, b: j - size + 1, size };
    }
    lengths = next;
  }
  return extended(best, search);
}

/** By the lines at its ends that were left out of the search. */
function extended(match: Match, { a, b, aFrom, aTo, bFrom, bTo }: Search): Match {
  let { a: i, b: j, size } = match;
  while (i > aFrom && j > bFrom && a[i - 1] === b[j - 1]) [i, j, size] = [i - 1, j - 1, size + 1];
  while (i + size < aTo && j + size < bTo && a[i + size] === b[j + size]) size += 1;
  return { a: i, b: j, size };
}

function joined(matches: readonly Match[]): Match[] {
  const result: Match[] = [];
  for (const match of matches) {
    const last = result.at(-1);
    if (last && last.a + last.size === match.a && last.b + last.size === match.b)
      result[result.length - 1] = { ...last, size: last.size + match.size };
    else result.push(match);
  }
  return result;
}

/** Changes with so little between them that they share their context make one hunk. */
function hunks(matches: readonly Match[], a: readonly string[], b: readonly string[]): string[][] {
  const ends = [...matches, { a: a.length, b: b.length, size: 0 }];
  const result: string[][] = [];
  let lines: string[] = [];
  let start: { a: number; b: number } | undefined;
  let at = { a: 0, b: 0 };
  const close = (): void => {
    if (start !== undefined) result.push([header(start, at), ...lines]);
    [lines, start] = [[], undefined];
  };
  for (const match of ends) {
    const removed = a.slice(at.a, match.a).map((line) => `-${line}`);
    const added = b.slice(at.b, match.b).map((line) => `+${line}`);
    const isChange = removed.length + added.length > 0;
    if (isChange) {
      if (start === undefined) {
        const before = Math.min(CONTEXT, at.a, at.b);
        start = { a: at.a - before, b: at.b - before };
        lines = a.slice(start.a, at.a).map((line) => ` ${line}`);
      }
      lines.push(...removed, ...added);
    }
    at = { a: match.a, b: match.b };
    if (start !== undefined) {
      const isLast = match.a + match.size === a.length && match.b + match.size === b.length;
      const shown = isLast || match.size > 2 * CONTEXT ? Math.min(CONTEXT, match.size) : match.size;
      lines.push(...a.slice(match.a, match.a + shown).map((line) => ` ${line}`));
      at = { a: match.a + shown, b: match.b + shown };
      if (isLast || match.size > 2 * CONTEXT) close();
    }
    at = { a: match.a + match.size, b: match.b + match.size };
  }
  close();
  return result;
}

function header(start: { a: number; b: number }, end: { a: number; b: number }): string {
  return `@@ -${range(start.a, end.a)} +${range(start.b, end.b)} @@`;
}

function range(from: number, to: number): string {
  const length = to - from;
  if (length === 1) return `${from + 1}`;
  return `${length === 0 ? from : from + 1},${length}`;
}
