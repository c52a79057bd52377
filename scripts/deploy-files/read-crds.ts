import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const DIR = 'deploy/crds';

/** File name → text. */
export async function readCrds(): Promise<Map<string, string>> {
  const names = (await readdir(DIR)).filter((name) => name.endsWith('.yaml')).sort();
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(DIR, name), 'utf8')] as const)),
  );
}
