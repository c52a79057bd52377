import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const FILE = 'deploy/container/Containerfile';
const lines = readFileSync(FILE, 'utf8')
  .replace(/\\\n/g, ' ')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));

interface Workspace {
  readonly version: string;
  readonly workspaces: readonly string[];
}

const { version, workspaces } = JSON.parse(readFileSync('package.json', 'utf8')) as Workspace;

/** What comes from the checkout, not from another stage. */
const copied = lines
  .filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
  .flatMap((line) => line.split(/\s+/).slice(1, -1));

test('everything that the image is built from is there', () => {
  assert.ok(copied.length > 0);
  for (const source of copied) assert.ok(existsSync(source), source);
});

test('every workspace is in it, or npm ci would refuse the lock file', () => {
  for (const path of globSync(workspaces.map((pattern) => `${pattern}/package.json`))) {
    assert.ok(
      copied.some((source) => path === source || path.startsWith(`${source}/`)),
      path,
    );
  }
});

test('what the build reads is in it', () => {
  const build = readFileSync('scripts/build.ts', 'utf8');
  const read = [...build.matchAll(/(?:copyFileSync|readFileSync)\('([^']+)'/g)].map(([, path = '']) => path);
  assert.ok(read.length > 0);
  for (const path of read) {
    assert.ok(
      copied.some((source) => path === source || path.startsWith(`${source}/`)),
      path,
    );
  }
});

test('nothing of it runs as root, and it is of this version', () => {
  const last = lines.findLastIndex((line) => line.startsWith('FROM '));
  const user = lines.slice(last).find((line) => line.startsWith('USER '));
  assert.match(user ?? '', /^USER 65532:65532$/);
  assert.match(readFileSync(FILE, 'utf8'), new RegExp(`-t banyan:${version.replaceAll('.', '\\.')}`));
});
