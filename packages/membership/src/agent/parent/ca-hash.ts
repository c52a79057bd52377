import { createHash, X509Certificate } from 'node:crypto';
import { AgentError } from '../agent-error.ts';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/** `sha256:` and the hash of the certificate's public key (SPKI), as kubeadm writes it. */
export function caHash(certificatePem: string): string {
  const spki = new X509Certificate(certificatePem).publicKey.export({ type: 'spki', format: 'der' });
  return `sha256:${createHash('sha256').update(spki).digest('hex')}`;
}

/** In the form that `caHash` gives. Throws an AgentError for anything else. */
export function parseCaHash(text: string): string {
  if (/^sha256:[0-9a-f]{64}$/i.test(text)) return text.toLowerCase();
  throw new AgentError(
    'bad-option',
    '--cluster-reg-ca-hash: has to be sha256: and 64 hexadecimal digits, as `banyan join` prints it',
  );
}

/** The certificates of a PEM file, each by itself. Parts that are no certificate are left out. */
export function splitCertificates(pem: string): string[] {
  return (pem.match(CERTIFICATE) ?? []).filter((certificate) => {
    try {
      return new X509Certificate(certificate).raw.length > 0;
    } catch {
      return false;
    }
  });
}

/** Each certificate once, those that have run out left out, the last of them kept if there are many. */
export function joinCertificates(pems: readonly string[], now: Date): string {
  const living = new Map<string, string>();
  for (const certificate of pems.flatMap(splitCertificates)) {
    const { fingerprint256, validToDate } = new X509Certificate(certificate);
    if (validToDate > now) living.set(fingerprint256, certificate);
  }
  return [...living.values()]
    .slice(-MAX_CERTIFICATES)
    .map((pem) => `${pem}\n`)
    .join('');
}

/** Of a CA that changes, both; more are a sign of trouble. */
const MAX_CERTIFICATES = 8;
