/** Writes packages/api/generated/kubernetes from a real API server. */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startCluster } from '@banyan/testing';
import { readKubernetesSchema } from './kubernetes-schema/read-kubernetes-schema.ts';

const folder = join(import.meta.dirname, '../packages/api/generated/kubernetes');

await using cluster = await startCluster({ name: 'schema' });
const files = await readKubernetesSchema(cluster);
await mkdir(folder, { recursive: true });
for (const name of await readdir(folder)) if (!files.has(name)) await rm(join(folder, name));
for (const [name, text] of files) await writeFile(join(folder, name), text);
console.log(`${files.size} files in ${folder}`);
