/** Writes packages/apiserver/generated/default-rbac.json from a real API server. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { startCluster } from '@banyan/testing';
import { readDefaultRbac } from './default-rbac/read-default-rbac.ts';

const file = join(import.meta.dirname, '../packages/apiserver/generated/default-rbac.json');

await using cluster = await startCluster({ name: 'rbac' });
await mkdir(dirname(file), { recursive: true });
await writeFile(file, await readDefaultRbac(cluster));
console.log(file);
