import assert from 'node:assert/strict';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeFolder } from './make-folder.ts';

test('a folder is made with all that is missing above it, and may be there already', async (t) => {
  const dir = await mkdtemp(join(tmpdir(), 'make-folder-'));
  t.after(() => rm(dir, { recursive: true }));
  const path = join(dir, 'a', 'b', 'c');
  await makeFolder(path, 0o700);
  await makeFolder(path, 0o700);
  assert.equal((await stat(path)).mode & 0o777, 0o700);
});

test('where no folder can be made it says so', { skip: process.platform !== 'linux' }, async () => {
  await assert.rejects(makeFolder('/proc/x/y', 0o700), /the folder \/proc\/x\/y cannot be made/);
});
