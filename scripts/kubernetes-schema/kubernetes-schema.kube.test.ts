import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { startCluster } from '@banyan/testing';
import { differences } from './differences.ts';
import { readKubernetesSchema } from './read-kubernetes-schema.ts';

const folder = join(import.meta.dirname, '../../packages/api/generated/kubernetes');

test('the generated schemas are those of the real API server', async () => {
  await using cluster = await startCluster({ name: 'schema' });
  const real = await readKubernetesSchema(cluster);
  const stored = new Map<string, string>();
  for (const name of await readdir(folder)) stored.set(name, await readFile(join(folder, name), 'utf8'));
  assert.deepEqual(differences(stored, real), []);
});
