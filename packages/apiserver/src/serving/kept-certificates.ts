import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CertificateAuthority, type CertificateAndKey } from '@banyan/kube';

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
  /** PEM: signs the tokens of service accounts, those of earlier runs too. */
  readonly serviceAccountKey: string;
}

/** The CA and keys kept in `dir` (`ca.crt`; `ca.key` and `sa.key` 0600), made if they are not there, and new certificates. */
export async function keptCertificates(
  dir: string,
  hosts: readonly string[],
  now: Date = new Date(),
): Promise<KeptCertificates> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const ca = await keptAuthority(dir, now);
  const validity = lifetime(now, LEAF_LIFETIME_MS);
  return {
    ca: ca.certificate,
    server: ca.issue({ commonName: 'banyan-apiserver', hosts, usages: ['server'], ...validity }),
    admin: ca.issue({
      commonName: 'banyan-admin',
      organizations: ['system:masters'],
      usages: ['client'],
      ...validity,
    }),
    serviceAccountKey: await keptKey(join(dir, 'sa.key')),
  };
}

async function keptKey(file: string): Promise<string> {
  const kept = await readIfThere(file);
  if (kept !== undefined) return kept;
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const made = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  await writeWhole(file, made, 0o600);
  return made;
}

async function keptAuthority(dir: string, now: Date): Promise<CertificateAuthority> {
  const [certificate, key] = await Promise.all([
    readIfThere(join(dir, 'ca.crt')),
    readIfThere(join(dir, 'ca.key')),
  ]);
  if (certificate !== undefined && key !== undefined) {
    const { validTo } = new X509Certificate(certificate);
    if (Date.parse(validTo) < now.getTime()) {
      throw new Error(
        `the CA in ${dir} ended on ${validTo}; remove ca.crt and ca.key there to make a new one`,
      );
    }
    return CertificateAuthority.load({ certificate, key });
  }
  const { notBefore, notAfter } = lifetime(now, CA_LIFETIME_MS);
  const made = CertificateAuthority.create('banyan-ca', notBefore, notAfter);
  await writeWhole(join(dir, 'ca.key'), made.exportKey(), 0o600);
  await writeWhole(join(dir, 'ca.crt'), made.certificate, 0o644);
  return made;
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
