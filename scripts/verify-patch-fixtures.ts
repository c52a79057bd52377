/** Fails if a real API server answers the patches of packages/patch/generated otherwise today. Writes nothing. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startCluster } from '@banyan/testing';
import { differences } from './kubernetes-schema/differences.ts';
import { createMaterial, patchFixtures } from './patch-fixtures/record-patches.ts';

const folder = join(import.meta.dirname, '../packages/patch/generated');

await using cluster = await startCluster({ name: 'patches' });
const real = await patchFixtures(cluster, await createMaterial(cluster));
const stored = new Map<string, string>();
for (const name of real.keys()) stored.set(name, await readFile(join(folder, name), 'utf8').catch(() => ''));
const found = differences(stored, real);
for (const line of found) console.error(line);
if (found.length > 0) {
  console.error('Run scripts/update-patch-fixtures.ts and read what it changes.');
  process.exitCode = 1;
}
