import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { KubeError } from '../errors/kube-error.ts';
import type { Kubeconfig } from './kubeconfig.ts';
import { parseKubeconfig } from './parse-kubeconfig.ts';

export interface KubeconfigLocation {
  /** As `--kubeconfig`: this file alone, and it must be there. */
  readonly path?: string;
  /** Asked for KUBECONFIG and HOME. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Finds, reads and merges kubeconfigs as kubectl does: the file given, or those of KUBECONFIG (missing ones
 * are passed over), or `~/.kube/config`. An entry comes whole from the first file that has its name.
 */
export async function loadKubeconfig(location: KubeconfigLocation): Promise<Kubeconfig> {
  const paths = kubeconfigPaths(location);
  const files: Kubeconfig[] = [];
  for (const path of paths) {
    const text = await readIfPresent(path);
    if (text !== undefined) files.push(parseKubeconfig(text, path));
  }
  if (files.length > 0) return mergeKubeconfigs(files);
  throw new KubeError(
    'BadConfig',
    `no kubeconfig: ${paths.join(', ')} does not exist. Give --kubeconfig or set KUBECONFIG.`,
  );
}

function kubeconfigPaths({ path, env }: KubeconfigLocation): string[] {
  if (path !== undefined) return [resolve(path)];
  const listed = (env['KUBECONFIG'] ?? '').split(delimiter).filter((entry) => entry !== '');
  if (listed.length > 0) return [...new Set(listed.map((entry) => resolve(entry)))];
  return [join(env['HOME'] ?? homedir(), '.kube', 'config')];
}

/** The first to name a context, cluster or user wins, and nothing of a later one of that name is used. */
export function mergeKubeconfigs(files: readonly Kubeconfig[]): Kubeconfig {
  // A Map keeps the last value of a key, so the first file goes in last.
  const backwards = files.toReversed();
  return {
    origin: files.map(({ origin }) => origin).join(', '),
    currentContext: files.find(({ currentContext }) => currentContext !== undefined)?.currentContext,
    contexts: new Map(backwards.flatMap(({ contexts }) => [...contexts])),
    clusters: new Map(backwards.flatMap(({ clusters }) => [...clusters])),
    users: new Map(backwards.flatMap(({ users }) => [...users])),
  };
}

async function readIfPresent(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined;
    const words = cause instanceof Error ? cause.message : String(cause);
    throw new KubeError('BadConfig', `${path}: cannot be read: ${words}`, { cause });
  }
}
