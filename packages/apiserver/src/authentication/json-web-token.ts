/** What a token says: registered claims of RFC 7519, and others. Not believed until its signature is verified. */
export interface Claims {
  readonly iss?: string;
  readonly sub?: string;
  readonly aud?: string | readonly string[];
  /** Seconds since 1970. */
  readonly exp?: number;
  readonly nbf?: number;
  readonly iat?: number;
  readonly jti?: string;
  readonly [claim: string]: unknown;
}

export interface ParsedToken {
  readonly algorithm: string;
  readonly keyId: string;
  readonly claims: Claims;
  /** What is signed. */
  readonly signed: string;
  readonly signature: Buffer;
}

/** Undefined for what is no JSON web token in its compact form. */
export function parseToken(token: string): ParsedToken | undefined {
  const [header = '', payload = '', signature, ...rest] = token.split('.');
  if (signature === undefined || rest.length > 0) return undefined;
  const head = parsePart(header);
  const claims = parsePart(payload);
  if (head === undefined || claims === undefined) return undefined;
  return {
    algorithm: typeof head['alg'] === 'string' ? head['alg'] : '',
    keyId: typeof head['kid'] === 'string' ? head['kid'] : '',
    claims,
    signed: `${header}.${payload}`,
    signature: Buffer.from(signature, 'base64url'),
  };
}

/** A part of a token, encoded. */
export function tokenPart(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

export function audiencesOf({ aud }: Claims): readonly string[] {
  if (typeof aud === 'string') return [aud];
  return Array.isArray(aud) ? (aud as readonly string[]) : [];
}

function parsePart(encoded: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(encoded, 'base64url').toString());
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
