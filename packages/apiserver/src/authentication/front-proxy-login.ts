import type { X509Certificate } from 'node:crypto';
import type { TrustedCertificates } from './certificate-login.ts';
import { userOfCertificate } from './certificate-user.ts';
import { firstValue, valuesByPrefix, valuesOf, type HeaderValues } from './header-values.ts';
import { NO_LOGIN, refused, type LoginOutcome } from './login-outcome.ts';

/** Who may speak for others, and in which headers. Header names in lower case. */
export interface FrontProxy {
  readonly certificates: TrustedCertificates;
  /** Common names; empty for any that the authority signed. */
  readonly allowedNames: readonly string[];
  readonly userHeaders: readonly string[];
  readonly groupHeaders: readonly string[];
  readonly uidHeaders: readonly string[];
  readonly extraHeaderPrefixes: readonly string[];
}

/** The headers that everybody uses. No uid: nobody sends one unless both sides are told to. */
export const FRONT_PROXY_HEADERS = {
  userHeaders: ['x-remote-user'],
  groupHeaders: ['x-remote-group'],
  uidHeaders: [],
  extraHeaderPrefixes: ['x-remote-extra-'],
} as const;

/** A front proxy that has shown its certificate says in headers for whom it asks. Without it they mean nothing. */
export function frontProxyLogin(
  proxy: FrontProxy,
  headers: HeaderValues,
  chain: readonly X509Certificate[],
): LoginOutcome {
  const [leaf] = chain;
  if (leaf === undefined) return NO_LOGIN;
  if (!proxy.certificates.trusts(chain)) return refused('not a certificate of the front proxy');
  const { allowedNames } = proxy;
  const owner = userOfCertificate(leaf);
  if (allowedNames.length > 0 && (owner === 'ambiguous' || !allowedNames.includes(owner.name)))
    return refused('x509: the subject of the front proxy is not in the allowed list');
  const name = utf8(firstValue(headers, proxy.userHeaders));
  if (name === '') return NO_LOGIN;
  const uid = firstValue(headers, proxy.uidHeaders);
  const user = {
    name,
    groups: proxy.groupHeaders
      .flatMap((header) => valuesOf(headers, header).map(utf8))
      .filter((group) => group !== ''),
    extra: valuesByPrefix(headers, proxy.extraHeaderPrefixes),
    ...(uid !== '' && { uid }),
  };
  return { type: 'user', user };
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Headers are bytes, which Node gives as Latin letters; names of people are UTF-8. */
function utf8(value: string): string {
  if (!/[\x80-\xff]/.test(value)) return value;
  try {
    return decoder.decode(Buffer.from(value, 'latin1'));
  } catch {
    return value;
  }
}
