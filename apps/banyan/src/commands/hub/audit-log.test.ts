import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openAuditLog } from './audit-log.ts';

test('an audit log is added to; one that cannot be opened is refused in words', async (t) => {
  const dir = await mkdtemp(join(tmpdir(), 'banyan-audit-'));
  t.after(() => rm(dir, { recursive: true, force: true }));
  const file = join(dir, 'audit.log');
  for (const line of ['one', 'two']) {
    const log = await openAuditLog(file, assert.ifError);
    log.write?.(line);
    await log.close();
  }
  assert.equal(await readFile(file, 'utf8'), 'one\ntwo\n');
  const nowhere = openAuditLog(join(dir, 'none', 'audit.log'), assert.ifError);
  await assert.rejects(nowhere, /--audit-log: ENOENT.*folder must be there/);
});
