import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ContainerLog } from './container-log.ts';
import { formatEntry, parseLogQuery, selectEntries } from './log-selection.ts';

function logOf(...writes: readonly (readonly [timeMs: number, text: string])[]): ContainerLog {
  const log = new ContainerLog();
  for (const [timeMs, text] of writes) log.write(text, timeMs);
  return log;
}

function textOf(entries: readonly { readonly text: string }[]): string {
  return entries.map(({ text }) => text).join('');
}

const THREE = [
  [1000, 'one\ntwo\n'],
  [2000, 'thr'],
  [3000, 'ee\n'],
] as const;

const SELECTIONS: readonly [query: { tailLines?: number; sinceMs?: number }, text: string][] = [
  [{}, 'one\ntwo\nthree\n'],
  [{ tailLines: 1 }, 'three\n'],
  [{ tailLines: 2 }, 'two\nthree\n'],
  [{ tailLines: 0 }, ''],
  [{ tailLines: 9 }, 'one\ntwo\nthree\n'],
  [{ sinceMs: 2000 }, 'three\n'],
  [{ sinceMs: 4000 }, ''],
];

test('a log is cut by lines and by time', () => {
  for (const [{ tailLines, sinceMs }, text] of SELECTIONS)
    assert.equal(textOf(selectEntries(logOf(...THREE).from(0), { tailLines, sinceMs })), text);
});

test('a line that is not ended yet counts as one', () => {
  const log = logOf([0, 'one\n'], [0, 'two']);
  assert.equal(textOf(selectEntries(log.from(0), { tailLines: 1, sinceMs: undefined })), 'two');
});

test('times stand at the beginning of lines alone', () => {
  const entry = { timeMs: Date.UTC(2030, 0, 1), text: 'hi\n' };
  assert.equal(formatEntry(entry, true, true), '2030-01-01T00:00:00.000000000Z hi\n');
  assert.equal(formatEntry(entry, true, false), 'hi\n');
  assert.equal(formatEntry(entry, false, true), 'hi\n');
});

test('what was printed first goes first when there is too much', () => {
  const log = new ContainerLog(1000);
  for (let i = 0; i < 100; i += 1) log.write(`${String(i).padStart(99, '0')}\n`, i);
  const kept = log.from(0);
  assert.ok(kept.length >= 5 && kept.length <= 10, String(kept.length));
  assert.equal(kept.at(-1)?.timeMs, 99);
  assert.equal(log.next, 100);
  assert.equal(log.from(99).length, 1);
});

test('who listens is told of more and of the end', () => {
  const log = new ContainerLog();
  let told = 0;
  const stop = log.listen(() => (told += 1));
  log.write('a', 0);
  log.end();
  stop();
  log.write('b', 0);
  assert.equal(told, 2);
});

test('a query is read from what the API server asks', () => {
  const read = (text: string) => parseLogQuery(new URLSearchParams(text), 100_000);
  assert.deepEqual(read(''), {
    follow: false,
    previous: false,
    timestamps: false,
    tailLines: undefined,
    sinceMs: undefined,
    limitBytes: undefined,
  });
  const { sinceMs, tailLines, follow, limitBytes } = read(
    'follow=true&sinceSeconds=60&tailLines=3&limitBytes=9',
  );
  assert.deepEqual(
    { sinceMs, tailLines, follow, limitBytes },
    { sinceMs: 40_000, tailLines: 3, follow: true, limitBytes: 9 },
  );
  assert.equal(read('sinceTime=1970-01-01T00:00:07Z').sinceMs, 7000);
});
