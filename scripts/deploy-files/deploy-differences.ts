import { readdir, readFile } from 'node:fs/promises';
import { differences } from '../kubernetes-schema/differences.ts';
import { deployFiles } from './deploy-files.ts';
import { readCrds } from './read-crds.ts';

/** Folders in which every file is written: one that is not would be applied all the same. */
const WHOLE = ['deploy/hub', 'deploy/agent'];

/** A line for each file that is not what `deployFiles` says, is missing or is too much. */
export async function deployDifferences(): Promise<string[]> {
  const wanted = deployFiles(await readCrds());
  const stored = new Map<string, string>();
  for (const path of wanted.keys()) {
    const text = await readFile(path, 'utf8').catch(() => undefined);
    if (text !== undefined) stored.set(path, text);
  }
  for (const dir of WHOLE) {
    for (const name of await readdir(dir)) {
      const path = `${dir}/${name}`;
      if (!wanted.has(path)) stored.set(path, await readFile(path, 'utf8'));
    }
  }
  return differences(stored, wanted);
}
