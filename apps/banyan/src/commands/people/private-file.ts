import { chmod, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from '../program/make-folder.ts';

/** For its owner's eyes alone, and whole or not at all. A link stays one: what it leads to is written. */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  await makeFolder(dirname(path));
  const file = await realpath(path).catch(() => path);
  const draft = `${file}.${process.pid}.tmp`;
  try {
    await writeFile(draft, text, { mode: 0o600, flag: 'wx' });
    await chmod(draft, 0o600);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
