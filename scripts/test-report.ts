/**
 * A reporter of node:test, beside the one that shows what passes and fails. At the end it tells which files took longest
 * and which tests began and never ended: those that a time limit, or the end of their process, has cut off.
 */
interface TestEvent {
  readonly type: string;
  readonly data?: TestData;
}

interface TestData {
  readonly name?: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly nesting?: number;
  readonly details?: { readonly duration_ms?: number };
}

const SHOWN_FILES = 10;
const MS_A_SECOND = 1000;

// node:test takes a reporter from the default export.
// oxlint-disable-next-line import/no-default-export
export default async function* testReport(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const files = new Map<string, number>();
  const underWay = new Map<string, string>();
  for await (const { type, data = {} } of events) {
    const { name = '', file = '', line, column, nesting, details } = data;
    const key = JSON.stringify([file, line, column, nesting, name]);
    if (type === 'test:interrupted') yield* reportOf(files, underWay);
    if (type === 'test:dequeue') underWay.set(key, `${name} (${file}:${line})`);
    if (type !== 'test:complete') continue;
    underWay.delete(key);
    if (isWholeFile(data)) files.set(name, details?.duration_ms ?? 0);
  }
  yield* reportOf(files, underWay);
}

function* reportOf(
  files: ReadonlyMap<string, number>,
  underWay: ReadonlyMap<string, string>,
): Generator<string> {
  yield* slowest(files);
  if (underWay.size > 0) yield `\nbegan and never ended:\n${[...underWay.values()].map(indented).join('')}`;
}

/** With a process a file, each file is a test as well, named by its path. */
function isWholeFile({ name = '', file = '', nesting }: TestData): boolean {
  return nesting === 0 && name !== '' && file.endsWith(name);
}

function* slowest(files: ReadonlyMap<string, number>): Generator<string> {
  const shown = [...files].toSorted(([, a], [, b]) => b - a).slice(0, SHOWN_FILES);
  if (shown.length === 0) return;
  const lines = shown.map(([name, ms]) =>
    indented(`${(ms / MS_A_SECOND).toFixed(1).padStart(6)} s  ${name}`),
  );
  yield `\nfiles that took longest:\n${lines.join('')}`;
}

function indented(line: string): string {
  return `  ${line}\n`;
}
