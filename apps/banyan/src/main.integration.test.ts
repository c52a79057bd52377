import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

const exec = promisify(execFile);
const root = join(import.meta.dirname, '../../..');

test('the packed program, installed into an empty folder, runs under each of its names', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'banyan-pack-'));
  try {
    await exec('npm', ['run', '--silent', 'build'], { cwd: root });
    const { stdout: packed } = await exec('npm', ['pack', '--silent', '--pack-destination', dir], {
      cwd: join(root, 'dist/banyan'),
    });
    // The optional Node of the package is the one thing that needs no second copy here.
    await exec('npm', ['install', '--silent', '--omit=optional', '--prefix', dir, join(dir, packed.trim())], {
      cwd: dir,
    });
    for (const name of ['banyan', 'kubectl-banyan', 'kubectl-clusternet', 'kubectl-multicluster']) {
      const { stdout } = await exec(join(dir, 'node_modules/.bin', name), ['version', '-o', 'json']);
      assert.equal((JSON.parse(stdout) as { banyan: string }).banyan, '0.1.0');
    }
    const wrong = exec(join(dir, 'node_modules/.bin/kubectl-banyan'), ['no-such-command']);
    await assert.rejects(wrong, {
      code: 2,
      stderr: 'kubectl-banyan: there is no command "no-such-command"; see kubectl-banyan help\n',
    });
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
});
