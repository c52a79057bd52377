import assert from 'node:assert/strict';
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { reopened, temporaryFile } from './sqlite-fixture.ts';

const SCRIPT = fileURLToPath(new URL('write-and-report.ts', import.meta.url));
const TRACER = 'strace';
const hasTracer = spawnSync(TRACER, ['-V']).status === 0;

/** What the kernel was asked for, in the order in which it was done. */
function tracedCalls(trace: string): { call: string; file: string; text: string }[] {
  const unfinished = new Map<string, string>();
  return trace.split('\n').flatMap((line) => {
    const [, thread = '', rest = ''] = /^(\d+) +(.*)$/.exec(line) ?? [];
    if (rest.endsWith('<unfinished ...>')) {
      unfinished.set(thread, rest);
      return [];
    }
    const text = rest.startsWith('<...') ? (unfinished.get(thread) ?? '') : rest;
    const [, call = '', file = ''] = /^(\w+)\(\d+<([^>]*)>/.exec(text) ?? [];
    return [{ call, file, text }];
  });
}

test(
  'the kernel has synced the log before a write is seen or answered',
  { skip: !hasTracer && 'strace is not installed' },
  async (t) => {
    const file = temporaryFile(t);
    const traced = [
      '-f',
      '-y',
      '-s',
      '64',
      '-e',
      'trace=write,pwrite64,fsync,fdatasync',
      '-o',
      `${file}.trace`,
    ];
    await promisify(execFile)(TRACER, [...traced, process.execPath, SCRIPT, file, '1', '20']);
    let state = 'nothing written';
    const answered: string[] = [];
    for (const { call, file: path, text } of tracedCalls(readFileSync(`${file}.trace`, 'utf8'))) {
      if (path.endsWith('state.db-wal')) state = call === 'pwrite64' ? 'written' : 'synced';
      const [, what] = /"((?:seen|acknowledged) key-\d+)/.exec(text) ?? [];
      if (call !== 'write' || what === undefined) continue;
      assert.equal(state, 'synced', what);
      answered.push(what);
      // The next one needs a sync of its own.
      if (what.startsWith('acknowledged')) state = `answered ${what}`;
    }
    assert.equal(answered.length, 40);
  },
);

/** More than are ever written. */
const NEVER_DONE = '1000000';

for (const killAfter of [1, 3000, 10_000]) {
  test(`kill -9 after ${killAfter} writes by 50 writers loses none that was seen or acknowledged`, async (t) => {
    const file = temporaryFile(t);
    const child = spawn(process.execPath, [SCRIPT, file, '50', NEVER_DONE], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit');
    const keys = new Set<string>();
    let acknowledged = 0;
    for await (const line of createInterface(child.stdout)) {
      const [what, key = ''] = line.split(' ');
      keys.add(key);
      if (what === 'acknowledged' && ++acknowledged === killAfter) child.kill('SIGKILL');
    }
    assert.deepEqual(await exited, [null, 'SIGKILL']);
    const there = new Set(reopened(file).rows.map(({ key }) => key));
    assert.deepEqual(
      [...keys].filter((key) => !there.has(key)),
      [],
    );
    assert.ok(there.size >= killAfter);
  });
}
