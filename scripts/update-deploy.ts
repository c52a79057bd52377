/** Writes the manifests under deploy/ and manifests/samples/. The CRDs in deploy/crds are scripts/update-crds.ts's. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { deployFiles } from './deploy-files/deploy-files.ts';
import { readCrds } from './deploy-files/read-crds.ts';

for (const [path, text] of deployFiles(await readCrds())) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  console.log(path);
}
