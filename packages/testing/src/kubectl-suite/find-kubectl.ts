import { execFileSync } from 'node:child_process';
import { accessSync, constants, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { findTool } from '@banyan/kube';
import { findKubeBinDir, KUBERNETES_VERSION } from '../kubernetes/kube-binaries.ts';

export interface Kubectl {
  readonly program: string;
  /** Without the v: 1.36.3. */
  readonly version: string;
}

/**
 * The kubectl with which transcripts are made and compared: the one of the real cluster's programs, else the one of the
 * npm package. Both are of the same version; what is on the PATH may be of any other.
 */
export async function findKubectl(): Promise<Kubectl> {
  const dir = findKubeBinDir();
  const program = dir === undefined ? await findTool('kubectl', { path: '' }) : join(dir, 'kubectl');
  return { program, version: KUBERNETES_VERSION };
}

/** Every other version on the PATH, once each. */
export function findOtherKubectls(path = process.env['PATH'] ?? ''): Kubectl[] {
  const programs = new Set(path.split(delimiter).flatMap((dir) => executable(join(dir, 'kubectl'))));
  const found = new Map<string, Kubectl>();
  for (const program of programs) {
    const version = versionOf(program);
    if (version === undefined || version === KUBERNETES_VERSION || found.has(version)) continue;
    found.set(version, { program, version });
  }
  return [...found.values()];
}

export function minorOf({ version }: Kubectl): number {
  return Number(version.split('.')[1]);
}

function executable(file: string): string[] {
  try {
    accessSync(file, constants.X_OK);
    return [realpathSync(file)];
  } catch {
    return [];
  }
}

function versionOf(program: string): string | undefined {
  try {
    const output = execFileSync(program, ['version', '--client', '--output=json'], {
      env: { PATH: process.env['PATH'], HOME: '/nonexistent' },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 60_000,
    });
    return /"gitVersion": *"v([^"]+)"/.exec(output)?.[1];
  } catch {
    return undefined; // Not a kubectl that runs here.
  }
}
