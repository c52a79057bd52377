/** Writes deploy/crds from the definitions in packages/api. */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crdFiles } from './crds/crd-files.ts';

const dir = join(import.meta.dirname, '../deploy/crds');

await mkdir(dir, { recursive: true });
for (const file of await readdir(dir)) await rm(join(dir, file));
for (const [name, text] of crdFiles()) {
  await writeFile(join(dir, name), text);
  console.log(join(dir, name));
}
