/** Writes the fixtures of packages/patch/generated that come from trying patches on a real API server. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startCluster } from '@banyan/testing';
import { createMaterial, patchFixtures } from './patch-fixtures/record-patches.ts';

const folder = join(import.meta.dirname, '../packages/patch/generated');

await using cluster = await startCluster({ name: 'patches' });
const files = await patchFixtures(cluster, await createMaterial(cluster));
await mkdir(folder, { recursive: true });
for (const [name, text] of files) await writeFile(join(folder, name), text);
console.log(`${[...files.keys()].join(', ')} in ${folder}`);
