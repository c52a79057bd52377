/** Fails if deploy/crds is not what packages/api defines. Writes nothing. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crdFiles } from './crds/crd-files.ts';
import { differences } from './kubernetes-schema/differences.ts';

const dir = join(import.meta.dirname, '../deploy/crds');

const stored = new Map<string, string>();
for (const file of await readdir(dir)) stored.set(file, await readFile(join(dir, file), 'utf8'));
const found = differences(stored, crdFiles());
for (const line of found) console.error(line);
if (found.length > 0) {
  console.error('Run scripts/update-crds.ts and read what it changes.');
  process.exitCode = 1;
}
