import { X509Certificate } from 'node:crypto';
import { pemBlocks } from './pem-blocks.ts';

/** Why a PEM text is not just certificates; undefined if it is. */
export function certificateProblem(pem: string): string | undefined {
  let count = 0;
  for (const { type, hasHeaders, bytes } of pemBlocks(pem)) {
    if (type !== 'CERTIFICATE') return `only CERTIFICATE PEM blocks are allowed, found "${type}"`;
    if (hasHeaders) return 'no PEM block headers are permitted';
    if (!isCertificate(bytes)) return 'x509: malformed certificate';
    count += 1;
  }
  return count > 0 ? undefined : 'must contain at least one CERTIFICATE PEM block';
}

function isCertificate(der: Buffer): boolean {
  try {
    return new X509Certificate(der).raw.length === der.length;
  } catch {
    return false;
  }
}
