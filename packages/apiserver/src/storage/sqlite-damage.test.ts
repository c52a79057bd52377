import assert from 'node:assert/strict';
import { rmSync, truncateSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import fc from 'fast-check';
import type { PersistedChange } from './persistence.ts';
import { rowCrc } from './sqlite-schema.ts';
import { openingError } from './sqlite-error.ts';
import {
  addition,
  fingerprint,
  imageOf,
  open,
  PARTS,
  reopened,
  restore,
  rowsAfter,
  temporaryFile,
  type Image,
} from './sqlite-fixture.ts';

/** Additions, replacements and deletions, three to a commit. */
const CHANGES: readonly PersistedChange[] = [
  ...Array.from({ length: 18 }, (_, i) => addition(i + 1, `key-${i + 1}`, i % 6 === 0 ? 5000 : 300)),
  { ...addition(19, 'key-4'), replaces: 4 },
  { ...addition(20, 'key-9'), replaces: 9, json: undefined },
  addition(21),
];

interface History {
  /** After every commit, as a crash would leave it: the log full, the database file old. */
  readonly crashed: Image[];
  /** With half of it in the database file and half in the log. */
  readonly checkpointed: Image;
  readonly closed: Image;
}

function record(name: string): History {
  const { file } = open(name);
  const crashed: Image[] = [];
  for (let i = 0; i < CHANGES.length; i += 3) {
    file.commit(CHANGES.slice(i, i + 3));
    crashed.push(imageOf(name));
  }
  file.close();
  const closed = imageOf(name);
  restore(name, crashed[3] ?? closed);
  reopened(name);
  const again = open(name).file;
  for (let i = 12; i < CHANGES.length; i += 3) again.commit(CHANGES.slice(i, i + 3));
  const checkpointed = imageOf(name);
  again.close();
  return { crashed, checkpointed, closed };
}

function newest<T>(list: readonly T[]): T {
  const last = list.at(-1);
  assert.ok(last !== undefined);
  return last;
}

function isDamaged(error: unknown): boolean {
  return openingError(error).code === 'Damaged';
}

test('every image of a crash opens with exactly what was acknowledged by then', (t) => {
  const name = temporaryFile(t);
  const { crashed, checkpointed, closed } = record(name);
  crashed.forEach((image, i) => {
    restore(name, image);
    const count = (i + 1) * 3;
    assert.deepEqual(reopened(name), { revision: count, rows: rowsAfter(CHANGES.slice(0, count)) });
  });
  for (const image of [checkpointed, closed]) {
    restore(name, image);
    assert.deepEqual(reopened(name), { revision: 21, rows: rowsAfter(CHANGES) });
  }
});

test('a crash before the head was written loses nothing, and the head catches up', (t) => {
  const name = temporaryFile(t);
  const { crashed } = record(name);
  restore(name, { ...newest(crashed), '.head': crashed[2]?.['.head'] });
  assert.deepEqual(reopened(name), { revision: 21, rows: rowsAfter(CHANGES) });
  restore(name, { ...(crashed[4] ?? newest(crashed)), '.head': imageOf(name)['.head'] });
  assert.throws(() => open(name), isDamaged);
});

test('a commit that a crash cut short is not there, and everything before it is', (t) => {
  const name = temporaryFile(t);
  const { crashed } = record(name);
  const [before, after] = [crashed[4], crashed[5]];
  const [start, end] = [before?.['-wal']?.length ?? 0, after?.['-wal']?.length ?? 0];
  assert.ok(start > 0 && end > start);
  for (let length = start; length < end; length += 997) {
    restore(name, {
      ...newest(crashed),
      '.head': before?.['.head'],
      '-wal': after?.['-wal']?.subarray(0, length),
    });
    assert.deepEqual(reopened(name), { revision: 15, rows: rowsAfter(CHANGES.slice(0, 15)) });
  }
});

const damages: Record<string, (history: History) => Image> = {
  'a deleted log': ({ crashed }) => ({ ...newest(crashed), '-wal': undefined }),
  'an emptied log': ({ crashed }) => ({ ...newest(crashed), '-wal': Buffer.alloc(0) }),
  'a log that ends early': ({ crashed }) => ({ ...newest(crashed), '-wal': crashed[3]?.['-wal'] }),
  'an old log of a newer database': ({ crashed, checkpointed }) => ({
    ...checkpointed,
    '-wal': crashed[1]?.['-wal'],
  }),
  'an old database': ({ crashed, checkpointed }) => ({
    ...newest(crashed),
    '': checkpointed[''],
    '-wal': undefined,
  }),
  'an old database with a newer log': ({ crashed, checkpointed }) => ({
    ...checkpointed,
    '': crashed[0]?.[''],
  }),
  'an empty database': ({ closed }) => ({ ...closed, '': Buffer.alloc(0) }),
  'an empty database with a log': ({ crashed }) => ({ ...newest(crashed), '': Buffer.alloc(0) }),
  'a missing database': ({ closed }) => ({ ...closed, '': undefined }),
  'a missing database with a log': ({ crashed }) => ({
    '': undefined,
    '-wal': newest(crashed)['-wal'],
    '.head': undefined,
  }),
  'a missing head': ({ closed }) => ({ ...closed, '.head': undefined }),
  'an empty head': ({ closed }) => ({ ...closed, '.head': Buffer.alloc(0) }),
  'a head of zeros': ({ closed }) => ({ ...closed, '.head': Buffer.alloc(26) }),
  'a head of something else': ({ closed }) => ({
    ...closed,
    '.head': Buffer.from('not a number, but a word\n'),
  }),
  'something else than a database': ({ closed }) => ({ ...closed, '': Buffer.alloc(8192, 'text ') }),
};

for (const [name, damage] of Object.entries(damages)) {
  test(`${name} is reported, every time, and all files stay as they were`, (t) => {
    const file = temporaryFile(t);
    const image = damage(record(file));
    restore(file, image);
    for (let attempt = 0; attempt < 2; attempt += 1) {
      assert.throws(() => open(file), isDamaged);
      assert.deepEqual(fingerprint(imageOf(file)), fingerprint(image));
    }
  });
}

test('a flipped bit anywhere is reported, or changes nothing of what was acknowledged', (t) => {
  const name = temporaryFile(t);
  const { crashed, checkpointed, closed } = record(name);
  const expected = { revision: 21, rows: rowsAfter(CHANGES) };
  const damaged = fc.record({
    image: fc.constantFrom(newest(crashed), checkpointed, closed),
    part: fc.constantFrom(...PARTS),
    at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    bit: fc.nat(7),
  });
  const property = fc.property(damaged, ({ image, part, at, bit }) => {
    const content = image[part];
    fc.pre(content !== undefined && content.length > 0);
    const flipped = Buffer.from(content ?? []);
    const offset = Math.floor(at * flipped.length);
    flipped.writeUInt8(flipped.readUInt8(offset) ^ (1 << bit), offset);
    restore(name, { ...image, [part]: flipped });
    assertWholeOrReported(name, expected);
  });
  fc.assert(property, { numRuns: 60 });
});

test('a file cut anywhere is reported, or lacks nothing of what was acknowledged', (t) => {
  const name = temporaryFile(t);
  const { crashed, checkpointed, closed } = record(name);
  const expected = { revision: 21, rows: rowsAfter(CHANGES) };
  const cut = fc.record({
    image: fc.constantFrom(newest(crashed), checkpointed, closed),
    part: fc.constantFrom(...PARTS),
    at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  });
  const property = fc.property(cut, ({ image, part, at }) => {
    fc.pre(image[part] !== undefined);
    restore(name, image);
    truncateSync(name + part, Math.floor(at * (image[part]?.length ?? 0)));
    assertWholeOrReported(name, expected);
  });
  fc.assert(property, { numRuns: 60 });
});

function assertWholeOrReported(name: string, expected: ReturnType<typeof reopened>): void {
  let found: ReturnType<typeof reopened>;
  try {
    found = reopened(name);
  } catch (error) {
    assert.ok(isDamaged(error), String(error));
    return;
  }
  assert.deepEqual(found, expected);
}

test('with a file .accept beside it an old database is opened, and revisions go on after what was acknowledged', (t) => {
  const name = temporaryFile(t);
  const { crashed, closed } = record(name);
  restore(name, { ...closed, '': crashed[0]?.[''], '-wal': crashed[1]?.['-wal'] });
  assert.throws(() => open(name), {
    message: /ends at revision 6, but 21 was acknowledged.*create the file .*\.accept/,
  });
  writeFileSync(`${name}.accept`, '');
  const { file, rows } = open(name);
  assert.deepEqual([file.revision, rows], [21, rowsAfter(CHANGES.slice(0, 6))]);
  file.commit([addition(22)]);
  file.close();
  assert.deepEqual(reopened(name).revision, 22);
});

const otherTimes = {
  'a row that was lost': 'DELETE FROM object WHERE revision = 7',
  'a row of another time': 'UPDATE object SET revision = 4 WHERE revision = 19',
  'no row at all': 'DELETE FROM object',
};
for (const [what, statement] of Object.entries(otherTimes)) {
  test(`${what} is noticed though all that is there is sound, and can be accepted`, (t) => {
    const name = temporaryFile(t);
    record(name);
    const database = new DatabaseSync(name);
    const crc = rowCrc(4, 'pods', 'key-4', String(addition(19).json));
    database.exec(`${statement}; UPDATE object SET crc = ${crc} WHERE revision = 4`);
    database.close();
    assert.throws(() => open(name), { code: 'Damaged', message: /objects are not the 18 of revision 21/ });
    writeFileSync(`${name}.accept`, '');
    const accepted = reopened(name);
    assert.equal(accepted.revision, 21);
    assert.deepEqual(reopened(name), accepted);
  });
}

test('with .accept a missing head is made anew, once', (t) => {
  const name = temporaryFile(t);
  const { closed } = record(name);
  restore(name, { ...closed, '.head': undefined });
  writeFileSync(`${name}.accept`, '');
  assert.equal(reopened(name).revision, 21);
  rmSync(`${name}.head`);
  assert.throws(() => open(name), { message: /\.head file is missing/ });
});

test('with .accept a row that is not what was written is refused all the same', (t) => {
  const name = temporaryFile(t);
  const { closed } = record(name);
  const content = Buffer.from(closed[''] ?? []);
  content.write('X', content.indexOf('{"revision":21,') + 30);
  restore(name, { ...closed, '': content });
  writeFileSync(`${name}.accept`, '');
  assert.throws(() => open(name), {
    code: 'Damaged',
    message: /the row of pods key-21 is not what was written/,
  });
});
