import { X509Certificate } from 'node:crypto';

/** RFC 5280: for TLS clients, and for everything. */
const CLIENT_USAGES = new Set(['1.3.6.1.5.5.7.3.2', '2.5.29.37.0']);

/** More than anyone uses; a chain that goes on is not one. */
const MAX_LENGTH = 10;

/** All certificates of a PEM bundle. */
export function parseCertificates(pem: string): X509Certificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  return blocks.map((block) => new X509Certificate(block));
}

/** From when to when a chain is good. */
export interface Validity {
  readonly from: number;
  readonly until: number;
}

/**
 * How long a client's certificate is good, the certificates that it came with helping to reach one of `roots`;
 * undefined if it does not, or is not for clients. Signatures only: the caller compares the clock.
 */
export function verifyChain(
  [leaf, ...others]: readonly X509Certificate[],
  roots: readonly X509Certificate[],
): Validity | undefined {
  if (leaf === undefined || !isForClients(leaf)) return undefined;
  let [current, validity] = [leaf, validityOf(leaf)];
  for (let length = 0; length < MAX_LENGTH; length += 1) {
    const root = roots.find((candidate) => isIssuedBy(current, candidate) || isSame(current, candidate));
    if (root !== undefined) return both(validity, validityOf(root));
    const issuer = others.find(
      (candidate) => candidate.ca && isForClients(candidate) && isIssuedBy(current, candidate),
    );
    if (issuer === undefined) return undefined;
    [current, validity] = [issuer, both(validity, validityOf(issuer))];
  }
  return undefined;
}

/** Node calls the extended usages so. None at all means any; an authority's limit those of what it signs. */
function isForClients({ keyUsage }: X509Certificate): boolean {
  const usages = (keyUsage as string[] | undefined) ?? [];
  return usages.length === 0 || usages.some((usage) => CLIENT_USAGES.has(usage));
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}

function isSame(a: X509Certificate, b: X509Certificate): boolean {
  return a.raw.equals(b.raw);
}

function validityOf({ validFromDate, validToDate }: X509Certificate): Validity {
  return { from: validFromDate.getTime(), until: validToDate.getTime() };
}

function both(a: Validity, b: Validity): Validity {
  return { from: Math.max(a.from, b.from), until: Math.min(a.until, b.until) };
}
