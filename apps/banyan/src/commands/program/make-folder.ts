import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Makes a folder and what is missing above it. Node's own `recursive` never returns where none can be made (`/proc/x`). */
export async function makeFolder(path: string, mode?: number): Promise<void> {
  try {
    await makeAll(path, mode);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new Error(`the folder ${path} cannot be made (${code}); choose another`, { cause });
  }
}

async function makeAll(path: string, mode: number | undefined): Promise<void> {
  try {
    await mkdir(path, { mode });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || dirname(path) === path) throw error;
    await makeAll(dirname(path), mode);
    await mkdir(path, { mode });
  }
}
