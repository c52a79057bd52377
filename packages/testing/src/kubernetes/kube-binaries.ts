import { accessSync, constants, existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

/** What is tested against. Changing one builds into a new cache folder. */
export const KUBERNETES_VERSION = '1.36.3';
export const ETCD_VERSION = '3.7.3';
export const KWOK_VERSION = '0.8.0';

const PROGRAMS = [
  'etcd',
  'kube-apiserver',
  'kube-controller-manager',
  'kube-scheduler',
  'kubectl',
  'kwok',
] as const;

export type KubeProgram = (typeof PROGRAMS)[number];

/** Kwok's behaviour comes from stage files of its own module, kept beside the binaries. */
export const KWOK_STAGES_FILE = 'kwok-stages.yaml';

/** Where `npm run kube:setup` builds to: outside any checkout, so that clones share it. */
export function kubeCacheDir(): string {
  const cacheHome = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
  return join(cacheHome, 'banyan', `kube-${KUBERNETES_VERSION}-etcd-${ETCD_VERSION}-kwok-${KWOK_VERSION}`);
}

/** The folder that holds all programs: `$BANYAN_KUBE_BIN` if set, else the cache; undefined if neither is complete. */
export function findKubeBinDir(): string | undefined {
  const given = process.env['BANYAN_KUBE_BIN'];
  if (given !== undefined && given !== '') {
    const missing = missingFrom(given);
    if (missing.length > 0) throw new Error(`BANYAN_KUBE_BIN=${given} lacks ${missing.join(', ')}`);
    return given;
  }
  const cache = kubeCacheDir();
  return missingFrom(cache).length === 0 ? cache : undefined;
}

/** The full path of one program; throws with what to do if it is not there. */
export function kubeProgram(name: KubeProgram): string {
  const dir = findKubeBinDir();
  if (dir === undefined) throw new Error(`${name} is not there: run npm run kube:setup (it needs Go)`);
  return join(dir, name);
}

export function isOnPath(command: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((dir) => isExecutable(join(dir, command)));
}

function missingFrom(dir: string): string[] {
  const missing: string[] = PROGRAMS.filter((name) => !isExecutable(join(dir, name)));
  if (!existsSync(join(dir, KWOK_STAGES_FILE))) missing.push(KWOK_STAGES_FILE);
  return missing;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
