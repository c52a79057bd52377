import type { X509Certificate } from 'node:crypto';
import { parseCertificates, verifyChain, type Validity } from './certificate-chain.ts';
import { userOfCertificate } from './certificate-user.ts';
import { NO_LOGIN, refused, type LoginOutcome } from './login-outcome.ts';

/** Certificates of one authority. What a certificate is worth is worked out once; the clock is looked at every time. */
export class TrustedCertificates {
  readonly #roots: readonly X509Certificate[];
  readonly #now: () => Date;
  /** By leaf. A connection keeps its certificate object for all its requests. */
  readonly #known = new WeakMap<X509Certificate, Validity | undefined>();

  /** `authorities` is a PEM bundle. */
  constructor(authorities: string, now: () => Date) {
    this.#roots = parseCertificates(authorities);
    this.#now = now;
  }

  /** True if the chain, the client's own certificate first, leads to an authority and is good today. */
  trusts(chain: readonly X509Certificate[]): boolean {
    const [leaf] = chain;
    if (leaf === undefined) return false;
    if (!this.#known.has(leaf)) this.#known.set(leaf, verifyChain(chain, this.#roots));
    const validity = this.#known.get(leaf);
    const now = this.#now().getTime();
    return validity !== undefined && validity.from <= now && now <= validity.until;
  }
}

/** Whom a client certificate names, he is, if an authority that is trusted says so. */
export function certificateLogin(
  trusted: TrustedCertificates,
  chain: readonly X509Certificate[],
): LoginOutcome {
  const [leaf] = chain;
  if (leaf === undefined) return NO_LOGIN;
  if (!trusted.trusts(chain)) return refused('verifying the client certificate failed');
  const user = userOfCertificate(leaf);
  if (user === 'ambiguous')
    return refused('expected one uid in the client certificate, and not an empty one');
  return user.name === '' ? NO_LOGIN : { type: 'user', user };
}
