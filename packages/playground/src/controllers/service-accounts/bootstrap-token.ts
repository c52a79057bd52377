import type { Secret } from '@banyan/api/objects';

export const TOKEN_NAMESPACE = 'kube-system';
const TYPE = 'bootstrap.kubernetes.io/token';
const PREFIX = 'bootstrap-token-';

/** By which a program joins a cluster, and knows it: `ID.SECRET`. */
export interface BootstrapToken {
  readonly id: string;
  readonly secret: string;
}

export function isBootstrapToken({ metadata, type }: Readonly<Secret>): boolean {
  return metadata.namespace === TOKEN_NAMESPACE && type === TYPE;
}

/** Milliseconds until a token is over: zero or less, it is. What cannot be read is over, what does not end never is. */
export function tokenLeftMs(secret: Readonly<Secret>, nowMs: number): number {
  const expiration = valueOf(secret, 'expiration');
  if (expiration === '') return Infinity;
  const endMs = Date.parse(expiration);
  return Number.isNaN(endMs) ? 0 : endMs - nowMs;
}

/** The token, if it may be used to sign with. */
export function signingToken(secret: Readonly<Secret>, nowMs: number): BootstrapToken | undefined {
  const id = valueOf(secret, 'token-id');
  const token = { id, secret: valueOf(secret, 'token-secret') };
  const isWhole = id !== '' && secret.metadata.name === `${PREFIX}${id}` && token.secret !== '';
  const maySign = valueOf(secret, 'usage-bootstrap-signing') === 'true';
  return isWhole && maySign && tokenLeftMs(secret, nowMs) > 0 ? token : undefined;
}

function valueOf({ data }: Readonly<Secret>, name: string): string {
  return Buffer.from(data?.[name] ?? '', 'base64').toString();
}
