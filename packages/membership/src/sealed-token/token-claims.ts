/** What we read of a token without verifying it: whoever relies on more asks the server that issued it. */
export interface TokenClaims {
  readonly issuedAt: Date;
  readonly expiresAt: Date;
  /** Of the ServiceAccount; undefined for tokens of another sort. */
  readonly accountUid: string | undefined;
}

/** Undefined for what is not a JWT, or has no expiry. */
export function tokenClaims(jwt: string): TokenClaims | undefined {
  const claims = payloadOf(jwt);
  const { exp, iat, nbf } = claims;
  if (typeof exp !== 'number' || !Number.isSafeInteger(exp) || exp < 0) return undefined;
  const issued = [iat, nbf].find((seconds) => typeof seconds === 'number' && Number.isSafeInteger(seconds));
  return {
    issuedAt: new Date(Math.min(typeof issued === 'number' ? issued : exp, exp) * 1000),
    expiresAt: new Date(exp * 1000),
    accountUid: accountUidOf(claims),
  };
}

/** When a token ends; undefined for one that does not, or is no JWT. */
export function tokenExpiry(jwt: string): Date | undefined {
  return tokenClaims(jwt)?.expiresAt;
}

/** When half of a token's life is over: the time to look for the next one. */
export function tokenHalfLife({ issuedAt, expiresAt }: Pick<TokenClaims, 'issuedAt' | 'expiresAt'>): Date {
  return new Date((issuedAt.getTime() + expiresAt.getTime()) / 2);
}

function payloadOf(jwt: string): Record<string, unknown> {
  const parts = jwt.split('.');
  if (parts.length !== 3) return {};
  try {
    const payload: unknown = JSON.parse(Buffer.from(parts[1] ?? '', 'base64url').toString('utf8'));
    return isRecord(payload) ? payload : {};
  } catch {
    return {};
  }
}

function accountUidOf(claims: Record<string, unknown>): string | undefined {
  const kubernetes = claims['kubernetes.io'];
  const account = isRecord(kubernetes) ? kubernetes['serviceaccount'] : undefined;
  const uid = isRecord(account) ? account['uid'] : undefined;
  return typeof uid === 'string' ? uid : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
