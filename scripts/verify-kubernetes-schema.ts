/** Fails if packages/api/generated/kubernetes is not what a real API server says today. Writes nothing. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startCluster } from '@banyan/testing';
import { differences } from './kubernetes-schema/differences.ts';
import { readKubernetesSchema } from './kubernetes-schema/read-kubernetes-schema.ts';

const folder = join(import.meta.dirname, '../packages/api/generated/kubernetes');

await using cluster = await startCluster({ name: 'schema' });
const real = await readKubernetesSchema(cluster);
const stored = new Map<string, string>();
for (const name of await readdir(folder)) stored.set(name, await readFile(join(folder, name), 'utf8'));
const found = differences(stored, real);
for (const line of found) console.error(line);
if (found.length > 0) {
  console.error('Run scripts/update-kubernetes-schema.ts and read what it changes.');
  process.exitCode = 1;
}
