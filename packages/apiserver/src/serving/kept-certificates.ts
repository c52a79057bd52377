import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CertificateAuthority, type CertificateAndKey } from '@banyan/kube';
import { FRONT_PROXY_NAME } from '../aggregation/authentication-config.ts';

const DAY_MS = 86_400_000;
/** The CA is what clients trust: it outlives everything that it signs. */
const CA_LIFETIME_MS = 3650 * DAY_MS;
/** Issued anew at every start, so this only bounds how long a run may last and how long a copy is of use. */
const LEAF_LIFETIME_MS = 365 * DAY_MS;
/** Clocks of clients may be behind. */
const BACKDATE_MS = DAY_MS;

export interface KeptCertificates {
  /** PEM of what signs the server's certificate and those of its clients. */
  readonly ca: string;
  readonly server: CertificateAndKey;
  /** May do everything: a member of `system:masters`. */
  readonly admin: CertificateAndKey;
  /** Of anyone else, by his name and groups. */
  readonly client: (user: string, groups: readonly string[]) => CertificateAndKey;
  /** By which the server comes to kubelets. */
  readonly kubeletClient: CertificateAndKey;
  /** PEM of what signs `frontProxyClient`. */
  readonly frontProxyCa: string;
  /** By which the server speaks for its callers to the servers of aggregated groups. */
  readonly frontProxyClient: CertificateAndKey;
  /** PEM: signs the tokens of service accounts, those of earlier runs too. */
  readonly serviceAccountKey: string;
}

/**
 * The CAs and keys kept in `dir` (`ca.crt`, `front-proxy-ca.crt`; their keys and `sa.key` 0600), made if they are not
 * there, and new certificates.
 */
export async function keptCertificates(
  dir: string,
  hosts: readonly string[],
  now: Date = new Date(),
): Promise<KeptCertificates> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const ca = await keptAuthority(dir, 'ca', now);
  const frontProxy = await keptAuthority(dir, 'front-proxy-ca', now);
  const serviceAccountKey = await keptKey(join(dir, 'sa.key'));
  return issueCertificates({ ca, frontProxy, serviceAccountKey }, hosts, now);
}

/** The same for a server that ends with its process. */
export function temporaryCertificates(hosts: readonly string[], now: Date = new Date()): KeptCertificates {
  const ca = newAuthority('ca', now);
  const frontProxy = newAuthority('front-proxy-ca', now);
  return issueCertificates({ ca, frontProxy, serviceAccountKey: newKey() }, hosts, now);
}

interface Keys {
  readonly ca: CertificateAuthority;
  readonly frontProxy: CertificateAuthority;
  readonly serviceAccountKey: string;
}

function issueCertificates(
  { ca, frontProxy, serviceAccountKey }: Keys,
  hosts: readonly string[],
  now: Date,
): KeptCertificates {
  const validity = lifetime(now, LEAF_LIFETIME_MS);
  const client = (user: string, groups: readonly string[]) =>
    ca.issue({ commonName: user, organizations: groups, usages: ['client'], ...validity });
  return {
    ca: ca.certificate,
    server: ca.issue({ commonName: 'banyan-apiserver', hosts, usages: ['server'], ...validity }),
    admin: client('banyan-admin', ['system:masters']),
    client,
    kubeletClient: client('kube-apiserver-kubelet-client', ['system:masters']),
    frontProxyCa: frontProxy.certificate,
    frontProxyClient: frontProxy.issue({ commonName: FRONT_PROXY_NAME, usages: ['client'], ...validity }),
    serviceAccountKey,
  };
}

async function keptKey(file: string): Promise<string> {
  const kept = await readIfThere(file);
  if (kept !== undefined) return usableKey(file, kept);
  const made = newKey();
  await writeWhole(file, made, 0o600);
  return made;
}

function usableKey(file: string, key: string): string {
  try {
    createPrivateKey(key);
    return key;
  } catch (cause) {
    throw new Error(
      `${file} is not a private key; restore it, or remove it to make a new one, after which no token holds`,
      { cause },
    );
  }
}

function newKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

async function keptAuthority(dir: string, name: string, now: Date): Promise<CertificateAuthority> {
  const [certificate, key] = await Promise.all([
    readIfThere(join(dir, `${name}.crt`)),
    readIfThere(join(dir, `${name}.key`)),
  ]);
  if (certificate !== undefined) {
    // A new one in its place would lock out every client of this cluster.
    if (key === undefined)
      throw new Error(`${name}.key is missing in ${dir}, though ${name}.crt is there; ${wayOut(name)}`);
    return loadedAuthority({ certificate, key }, { dir, name, now });
  }
  const made = newAuthority(name, now);
  await writeWhole(join(dir, `${name}.key`), made.exportKey(), 0o600);
  await writeWhole(join(dir, `${name}.crt`), made.certificate, 0o644);
  return made;
}

function loadedAuthority(
  kept: CertificateAndKey,
  { dir, name, now }: { dir: string; name: string; now: Date },
): CertificateAuthority {
  let authority: CertificateAuthority;
  try {
    authority = CertificateAuthority.load(kept);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${name}.crt and ${name}.key in ${dir} are of no use (${why}); ${wayOut(name)}`, {
      cause,
    });
  }
  const { validTo } = new X509Certificate(kept.certificate);
  if (Date.parse(validTo) < now.getTime())
    throw new Error(`the CA in ${dir} ended on ${validTo}; ${wayOut(name)}`);
  return authority;
}

function wayOut(name: string): string {
  return `restore them from a backup, or remove ${name}.crt and ${name}.key there to make new ones, which nobody trusts yet`;
}

function newAuthority(name: string, now: Date): CertificateAuthority {
  const { notBefore, notAfter } = lifetime(now, CA_LIFETIME_MS);
  return CertificateAuthority.create(`banyan-${name}`, notBefore, notAfter);
}

function lifetime(now: Date, lengthMs: number): { notBefore: Date; notAfter: Date } {
  return {
    notBefore: new Date(now.getTime() - BACKDATE_MS),
    notAfter: new Date(now.getTime() + lengthMs),
  };
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Whole or not at all: a start that is cut short leaves no half a key. */
async function writeWhole(file: string, text: string, mode: number): Promise<void> {
  await writeFile(`${file}.tmp`, text, { mode });
  await chmod(`${file}.tmp`, mode);
  await rename(`${file}.tmp`, file);
}
