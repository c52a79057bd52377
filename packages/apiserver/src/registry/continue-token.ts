import { badRequest, type ApiError } from '../errors/api-error.ts';

/** Where the next page starts, and at which revision the list began. -1: at whatever is there now. */
export interface ContinueToken {
  readonly revision: number;
  readonly startKey: string;
}

/** As Kubernetes writes them, so that whoever looks inside finds what he expects. */
export function encodeContinueToken({ revision, startKey }: ContinueToken): string {
  const token = { v: 'meta.k8s.io/v1', rv: revision, start: startKey };
  return Buffer.from(JSON.stringify(token)).toString('base64url');
}

export function decodeContinueToken(text: string): ContinueToken {
  const token = parse(text);
  if (token['v'] !== 'meta.k8s.io/v1') {
    throw refusal(
      `server does not recognize this encoded version ${typeof token['v'] === 'string' ? token['v'] : ''}`,
    );
  }
  const { rv, start } = token;
  if (typeof rv !== 'number' || !Number.isSafeInteger(rv) || rv === 0)
    throw refusal('incorrect encoded start resourceVersion (version meta.k8s.io/v1)');
  if (typeof start !== 'string' || start === '')
    throw refusal('encoded start key empty (version meta.k8s.io/v1)');
  if (start.split('/').some((part) => part === '' || part === '.' || part === '..')) throw refusal(start);
  return { revision: rv, startKey: start };
}

function parse(text: string): Record<string, unknown> {
  const bad = /[^A-Za-z0-9_-]/.exec(text);
  if (bad !== null) throw refusal(`illegal base64 data at input byte ${bad.index}`);
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // Said below.
  }
  throw refusal('unexpected end of JSON input');
}

function refusal(why: string): ApiError {
  return badRequest(`invalid continue token: continue key is not valid: ${why}`);
}
