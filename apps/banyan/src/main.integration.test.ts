import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { findTool } from '@banyan/kube';

const exec = promisify(execFile);
const root = join(import.meta.dirname, '../../..');
/** The Node that runs this is the one on the PATH. What a test runs in, it does not tell the program. */
const { NODE_TEST_CONTEXT: _, ...outside } = process.env;
const env = { ...outside, PATH: [dirname(process.execPath), outside['PATH']].join(delimiter) };

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
      const { stdout } = await exec(join(dir, 'node_modules/.bin', name), ['version', '-o', 'json'], { env });
      assert.equal((JSON.parse(stdout) as { banyan: string }).banyan, '0.1.0');
    }
    const bin = join(dir, 'node_modules/.bin');
    // What the container image runs.
    for (const command of ['hub', 'agent']) {
      const { stdout } = await exec(join(bin, 'banyan'), [command, '--help'], { env });
      assert.ok(stdout.startsWith(`usage: banyan ${command} `), stdout);
    }
    const kubectl = await findTool('kubectl');
    const plugins = await exec(kubectl, ['plugin', 'list', '--name-only'], {
      env: { ...env, PATH: [bin, env.PATH].join(delimiter) },
    });
    for (const name of ['kubectl-banyan', 'kubectl-clusternet', 'kubectl-multicluster'])
      assert.ok(plugins.stdout.split('\n').includes(name), plugins.stdout);
    const demo = await exec(join(bin, 'banyan'), ['demo', '--once'], { cwd: dir, env });
    assert.match(demo.stdout, /\neverything is as it should be\n$/);
    const wrong = exec(join(dir, 'node_modules/.bin/kubectl-banyan'), ['no-such-command'], { env });
    await assert.rejects(wrong, {
      code: 2,
      stderr: 'kubectl-banyan: there is no command "no-such-command"; see kubectl-banyan help\n',
    });
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
});
