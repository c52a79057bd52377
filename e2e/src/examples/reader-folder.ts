import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@banyan/testing';

export const EXAMPLES = join(import.meta.dirname, '../../../examples');

/** A folder as a reader has it: the examples, and `.banyan` for kubeconfigs. Its owner removes it. */
export async function readerFolder(): Promise<string> {
  const dir = await temporaryFolder('banyan-examples-');
  await mkdir(join(dir, '.banyan'));
  await symlink(EXAMPLES, join(dir, 'examples'));
  return dir;
}
