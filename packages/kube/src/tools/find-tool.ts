import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { findPackedTools, unpackTool, type PackedTools } from './packed-tools.ts';

export type ToolName = 'kubectl' | 'helm';

export interface ToolOptions {
  /** What the user said, by a flag: it is taken, or refused, but never replaced by another. */
  readonly program?: string | undefined;
  /** Default: the environment's. Empty: only the package. */
  readonly path?: string;
  /** Where programs are unpacked to, a folder for each version of the package. Default: the user's cache. */
  readonly cacheDir?: string;
  /** Default: those of the npm package that comes with Banyan, if it was installed. */
  readonly packed?: PackedTools | undefined;
}

/**
 * The full path of a program that Banyan uses and does not bring itself: the one that the user names, else the first
 * on the PATH, else the one from the optional npm package, unpacked at first use. Throws with what to do.
 */
export async function findTool(name: ToolName, options: ToolOptions = {}): Promise<string> {
  const { program, path = process.env['PATH'] ?? '', cacheDir = userCacheDir() } = options;
  if (program !== undefined) {
    if (await isExecutable(program)) return program;
    throw new Error(`${name}: ${program} is not a program that can be run`);
  }
  for (const dir of path.split(delimiter).filter((one) => one !== ''))
    if (await isExecutable(join(dir, name))) return join(dir, name);
  const packed = 'packed' in options ? options.packed : await findPackedTools();
  if (packed === undefined)
    throw new Error(`${name} is not there: put it on the PATH, or run npm install with optional packages`);
  return unpackTool(packed, name, cacheDir);
}

/** Outside any checkout, so that they share it. */
function userCacheDir(): string {
  return join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'banyan');
}

async function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}
