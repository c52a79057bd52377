import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

interface LockFile {
  readonly packages: Readonly<
    Record<
      string,
      { readonly resolved?: string; readonly optionalDependencies?: Readonly<Record<string, string>> }
    >
  >;
}

const file = join(import.meta.dirname, '../package-lock.json');
const { packages } = JSON.parse(readFileSync(file, 'utf8')) as LockFile;

test('the lock file has every optional dependency, or npm ci refuses it: choose versions that are published for all platforms', () => {
  const missing = Object.entries(packages).flatMap(([name, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((dependency) => !isLocked(name, dependency))
      .map((dependency) => `${dependency} of ${name}`),
  );
  assert.deepEqual(missing, []);
});

test('the lock file names no download address', () => {
  const addresses = Object.values(packages).filter(({ resolved }) => resolved?.includes('://'));
  assert.deepEqual(addresses, []);
});

function isLocked(parent: string, dependency: string): boolean {
  return [`node_modules/${dependency}`, `${parent}/node_modules/${dependency}`].some(
    (place) => place in packages,
  );
}
