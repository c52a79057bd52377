import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

test('a file that a timer keeps alive after its tests is ended, and told with what keeps it', (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'banyan-limit-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  const file = join(dir, 'kept.test.mjs');
  writeFileSync(file, 'setInterval(() => {}, 1000);');
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { status, stdout } = spawnSync(
    process.execPath,
    ['--import', join(import.meta.dirname, 'file-limit.ts'), '--test', '--test-reporter=spec', file],
    { env: { ...env, BANYAN_TEST_FILE_LIMIT_MS: '500' }, encoding: 'utf8' },
  );
  assert.equal(status, 1);
  assert.match(stdout, /kept\.test\.mjs does not end; it is kept alive by: /);
});
