import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { reopened, temporaryFile } from './sqlite-fixture.ts';

const SCRIPT = fileURLToPath(new URL('write-and-report.ts', import.meta.url));

test('when the disk is full writes are refused, reads go on, and nothing that was acknowledged is missing', async (t) => {
  const file = temporaryFile(t);
  // No file of the child may grow beyond 512 KiB: to it that is a full disk.
  const limited = ['-c', 'ulimit -f 1024 && exec "$0" "$@"', process.execPath, SCRIPT, file, '8', '2000'];
  const { stdout } = await promisify(execFile)('/bin/sh', limited);
  const reported = Map.groupBy(stdout.trim().split('\n'), (line) => line.split(' ', 1)[0]);
  const told = (what: string) => (reported.get(what) ?? []).map((line) => line.slice(what.length + 1));
  const acknowledged = told('acknowledged');
  assert.ok(acknowledged.length > 50, stdout);
  assert.deepEqual(told('seen'), acknowledged);
  assert.deepEqual(told('readable'), acknowledged.toSorted());
  assert.equal(told('stopped').length, 8);
  for (const message of told('stopped')) {
    assert.match(message, /^not written: .*state\.db: (disk I\/O error|database or disk is full); restart/);
  }
  const there = new Set(reopened(file).rows.map(({ key }) => key));
  assert.deepEqual(
    acknowledged.filter((key) => !there.has(key)),
    [],
  );
});
