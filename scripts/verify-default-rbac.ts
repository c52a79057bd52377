/** Fails if packages/apiserver/generated/default-rbac.json is not what a real API server begins with. Writes nothing. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startCluster } from '@banyan/testing';
import { readDefaultRbac } from './default-rbac/read-default-rbac.ts';
import { differences } from './kubernetes-schema/differences.ts';

const file = join(import.meta.dirname, '../packages/apiserver/generated/default-rbac.json');

await using cluster = await startCluster({ name: 'rbac' });
const stored = new Map([['default-rbac.json', await readFile(file, 'utf8')]]);
const real = new Map([['default-rbac.json', await readDefaultRbac(cluster)]]);
const found = differences(stored, real);
for (const line of found) console.error(line);
if (found.length > 0) {
  console.error('Run scripts/update-default-rbac.ts and read what it changes.');
  process.exitCode = 1;
}
