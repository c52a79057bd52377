import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { stringify } from 'yaml';

/** One cluster and one user of a kubeconfig to be written. Certificates and keys are PEM. */
export interface KubeconfigEntry {
  /** The context's name, and its cluster's and user's. */
  readonly name: string;
  readonly server: string;
  readonly ca?: string;
  readonly tlsServerName?: string;
  readonly insecureSkipTlsVerify?: boolean;
  readonly proxyUrl?: string;
  readonly namespace?: string;
  readonly token?: string;
  readonly clientCertificate?: { readonly cert: string; readonly key: string };
}

/** A kubeconfig that kubectl reads, with everything inline. The first entry is the current context. */
export function formatKubeconfig(entries: readonly KubeconfigEntry[]): string {
  const file = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': entries[0]?.name ?? '',
    clusters: entries.map((entry) => ({ name: entry.name, cluster: clusterOf(entry) })),
    users: entries.map((entry) => ({ name: entry.name, user: userOf(entry) })),
    contexts: entries.map(({ name, namespace }) => ({
      name,
      context: { cluster: name, user: name, ...(namespace !== undefined && { namespace }) },
    })),
  };
  // kubectl reads YAML 1.1, where a bare `on` or `0755` is no string.
  return stringify(file, { version: '1.1', aliasDuplicateObjects: false });
}

/** For its owner's eyes alone (0600), and whole or not at all: a reader never sees half a file. */
export async function writeKubeconfig(path: string, entries: readonly KubeconfigEntry[]): Promise<void> {
  const draft = `${path}.${process.pid}.tmp`;
  await mkdir(dirname(path), { recursive: true });
  try {
    await writeFile(draft, formatKubeconfig(entries), { mode: 0o600 });
    // The mode above counts only for a file that was not there.
    await chmod(draft, 0o600);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

function clusterOf(entry: KubeconfigEntry): Record<string, unknown> {
  return {
    server: entry.server,
    ...(entry.ca !== undefined && { 'certificate-authority-data': base64(entry.ca) }),
    ...(entry.tlsServerName !== undefined && { 'tls-server-name': entry.tlsServerName }),
    ...(entry.insecureSkipTlsVerify === true && { 'insecure-skip-tls-verify': true }),
    ...(entry.proxyUrl !== undefined && { 'proxy-url': entry.proxyUrl }),
  };
}

function userOf({ token, clientCertificate }: KubeconfigEntry): Record<string, unknown> {
  return {
    ...(token !== undefined && { token }),
    ...(clientCertificate !== undefined && {
      'client-certificate-data': base64(clientCertificate.cert),
      'client-key-data': base64(clientCertificate.key),
    }),
  };
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
