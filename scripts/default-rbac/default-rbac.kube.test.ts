import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { startCluster } from '@banyan/testing';
import { readDefaultRbac } from './read-default-rbac.ts';

const file = join(import.meta.dirname, '../../packages/apiserver/generated/default-rbac.json');

test('the generated default objects are those that the real API server begins with', async () => {
  await using cluster = await startCluster({ name: 'rbac' });
  assert.equal(await readDefaultRbac(cluster), await readFile(file, 'utf8'));
});
