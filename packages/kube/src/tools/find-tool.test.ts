import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { findTool } from './find-tool.ts';
import { zipFile } from './test-zip.ts';

const PROGRAM = '#!/bin/sh\necho here\n';

async function folder(t: TestContext): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'banyan-tools-'));
  t.after(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

async function program(dir: string, name: string, mode = 0o755): Promise<string> {
  await mkdir(dir, { recursive: true });
  await writeFile(join(dir, name), PROGRAM);
  await chmod(join(dir, name), mode);
  return join(dir, name);
}

test('a program is the one the user names, then the first on the PATH, then the one of the package', async (t) => {
  const dir = await folder(t);
  const named = await program(join(dir, 'named'), 'my-helm');
  const onPath = await program(join(dir, 'bin'), 'helm');
  const archive = join(dir, 'layer.zip');
  await writeFile(archive, zipFile({ 'helm/helm': PROGRAM }));
  const options = { path: `${dir}/none:${dir}/bin`, cacheDir: dir, packed: { archive, version: '1.0.0' } };

  assert.equal(await findTool('helm', { ...options, program: named }), named);
  assert.equal(await findTool('helm', options), onPath);
  assert.equal(await findTool('helm', { ...options, path: '' }), join(dir, 'tools-1.0.0/helm'));
});

test('a program that the user names and that cannot be run is refused, not replaced', async (t) => {
  const dir = await folder(t);
  const onPath = await program(dir, 'helm');
  const unfit = await program(dir, 'unfit', 0o644);
  await assert.rejects(findTool('helm', { program: unfit, path: dir }), /unfit is not a program/);
  assert.equal(await findTool('helm', { path: dir }), onPath);
});

test('without any of them the error says what to do', async (t) => {
  const dir = await folder(t);
  await assert.rejects(
    findTool('kubectl', { path: dir, packed: undefined }),
    /put it on the PATH, or run npm/,
  );
});

test('many who unpack the same program at once get it whole, and nothing is left beside it', async (t) => {
  const dir = await folder(t);
  const archive = join(dir, 'layer.zip');
  await writeFile(archive, zipFile({ 'helm/': '', 'helm/helm': PROGRAM.repeat(10_000) }));
  const packed = { archive, version: '2.0.0' };
  const found = await Promise.all(
    Array.from({ length: 5 }, () => findTool('helm', { path: '', cacheDir: dir, packed })),
  );
  assert.deepEqual(new Set(found), new Set([join(dir, 'tools-2.0.0/helm')]));
  assert.deepEqual(await readdir(join(dir, 'tools-2.0.0')), ['helm']);
  assert.equal(await readFile(found[0] ?? '', 'utf8'), PROGRAM.repeat(10_000));
  assert.equal((await stat(found[0] ?? '')).mode & 0o777, 0o755);
});

test('an archive that is damaged gives an error and no program', async (t) => {
  const dir = await folder(t);
  const whole = zipFile({ 'helm/helm': PROGRAM.repeat(1000) });
  const damaged: Record<string, Buffer> = {
    'of another checksum': Buffer.from(whole).fill(0xff, 38 + 8, 38 + 12),
    'without its end': whole.subarray(0, -30),
    'without its beginning': whole.subarray(40),
    'no archive': Buffer.from('PK, but nothing more'),
    empty: Buffer.alloc(0),
    'without the program': zipFile({ 'kubectl/kubectl': PROGRAM }),
  };
  for (const [what, bytes] of Object.entries(damaged)) {
    const archive = join(dir, 'layer.zip');
    await writeFile(archive, bytes);
    const options = { path: '', cacheDir: dir, packed: { archive, version: '3.0.0' } };
    await assert.rejects(findTool('helm', options), Error, what);
    assert.deepEqual(await readdir(join(dir, 'tools-3.0.0')), [], what);
  }
});

test('the package that comes with the workspace holds both programs', async (t) => {
  const { findPackedTools } = await import('./packed-tools.ts');
  const packed = await findPackedTools();
  if (packed === undefined) return t.skip('not installed on this machine');
  assert.match(packed.version, /^\d+\.\d+\.\d+$/);
  assert.ok((await stat(packed.archive)).size > 1_000_000);
});
