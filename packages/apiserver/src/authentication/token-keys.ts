import { createHash, createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { tokenPart, type Claims, type ParsedToken } from './json-web-token.ts';

/** How many tokens are remembered as verified: some hundred bytes each. */
const MAX_REMEMBERED = 10_000;

interface Algorithm {
  readonly name: string;
  readonly hash: string;
}

interface VerifyingKey {
  readonly id: string;
  readonly key: KeyObject;
  readonly algorithm: Algorithm;
}

/** In the words of the library that the real server uses. */
const BAD_SIGNATURE = 'go-jose/go-jose: error in cryptographic primitive';
const UNKNOWN_KEY = 'invalid signature, no keys found';

/**
 * The keys of service account tokens: one to sign with, and those whose tokens are still good. Verifying a signature
 * takes a tenth of a millisecond, so tokens that were verified are remembered, by their digest.
 */
export class TokenKeys {
  readonly #signingKey: KeyObject;
  readonly #signer: VerifyingKey;
  readonly #keys: readonly VerifyingKey[];
  readonly #verified = new Set<string>();

  /** All PEM: the private key (EC or RSA), and the public keys of former ones. Throws for a key of another type. */
  constructor(signingKey: string, formerKeys: readonly string[] = []) {
    this.#signingKey = createPrivateKey(signingKey);
    this.#signer = verifyingKey(createPublicKey(this.#signingKey));
    this.#keys = [this.#signer, ...formerKeys.map((pem) => verifyingKey(createPublicKey(pem)))];
  }

  /** A token with these claims, which go out in the order of their names. */
  sign(claims: Claims): string {
    const { algorithm, id } = this.#signer;
    const sorted = Object.fromEntries(Object.entries(claims).toSorted(([a], [b]) => (a < b ? -1 : 1)));
    const signed = `${tokenPart({ alg: algorithm.name, kid: id })}.${tokenPart(sorted)}`;
    const key = { key: this.#signingKey, dsaEncoding: 'ieee-p1363' } as const;
    return `${signed}.${sign(algorithm.hash, Buffer.from(signed), key).toString('base64url')}`;
  }

  /** Undefined if the signature is that of one of the keys; else what is wrong with it. */
  problemWith(token: ParsedToken): string | undefined {
    const keys = token.keyId === '' ? this.#keys : this.#keys.filter(({ id }) => id === token.keyId);
    if (keys.length === 0) return UNKNOWN_KEY;
    const digest = createHash('sha256').update(token.signed).update('.').update(token.signature);
    const remembered = digest.digest('base64');
    if (this.#verified.has(remembered)) return undefined;
    if (!keys.some((key) => isSignedBy(token, key))) return BAD_SIGNATURE;
    if (this.#verified.size >= MAX_REMEMBERED) this.#verified.clear();
    this.#verified.add(remembered);
    return undefined;
  }

  /** The public keys as a JSON web key set (RFC 7517), for those who verify tokens themselves. */
  keySet(): { keys: object[] } {
    const keys = this.#keys.map(({ id, key, algorithm }) => {
      const { kty, crv, ...rest } = key.export({ format: 'jwk' });
      const curve = crv === undefined ? {} : { crv };
      return { use: 'sig', kty, kid: id, ...curve, alg: algorithm.name, ...rest };
    });
    return { keys };
  }

  get algorithms(): string[] {
    return [...new Set(this.#keys.map(({ algorithm }) => algorithm.name))];
  }
}

function isSignedBy({ algorithm: asked, signed, signature }: ParsedToken, by: VerifyingKey): boolean {
  // The key decides how it is used, never the token.
  if (asked !== by.algorithm.name) return false;
  const key = { key: by.key, dsaEncoding: 'ieee-p1363' } as const;
  return verify(by.algorithm.hash, Buffer.from(signed), key, signature);
}

function verifyingKey(key: KeyObject): VerifyingKey {
  const spki = key.export({ type: 'spki', format: 'der' });
  const id = createHash('sha256').update(spki).digest('base64url');
  return { id, key, algorithm: algorithmOf(key) };
}

const CURVES: Readonly<Record<string, Algorithm>> = {
  prime256v1: { name: 'ES256', hash: 'sha256' },
  secp384r1: { name: 'ES384', hash: 'sha384' },
  secp521r1: { name: 'ES512', hash: 'sha512' },
};

function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): Algorithm {
  if (asymmetricKeyType === 'rsa') return { name: 'RS256', hash: 'sha256' };
  const curve = CURVES[asymmetricKeyDetails?.namedCurve ?? ''];
  if (asymmetricKeyType === 'ec' && curve !== undefined) return curve;
  throw new Error(`tokens cannot be signed with a key of type ${asymmetricKeyType}: use RSA or EC P-256`);
}
