import { randomInt } from 'node:crypto';
import { REGISTER_GROUP } from '@banyan/api/clusternet';
import type { Secret } from '@banyan/api/objects';
import { accountSigningKey } from '../../account-signing-key.ts';

const CHARACTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const ID_LENGTH = 6;
const SECRET_LENGTH = 16;
const PREFIX = 'bootstrap-token-';

/** Both halves of a bootstrap token of Kubernetes: `id.secret`. */
export interface TokenHalves {
  readonly id: string;
  readonly secret: string;
}

/** What is known of a join token; its secret half is not told again. */
export interface JoinToken {
  readonly id: string;
  readonly description: string;
  /** Undefined: it never ends. */
  readonly expiresAt: Date | undefined;
  readonly isExpired: boolean;
}

export function newTokenHalves(): TokenHalves {
  const word = (length: number): string =>
    Array.from({ length }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('');
  return { id: word(ID_LENGTH), secret: word(SECRET_LENGTH) };
}

export function tokenSecretName(id: string): string {
  return `${PREFIX}${id}`;
}

/** Undefined if the Secret is no bootstrap token, or one for something else. */
export function readJoinToken(secret: Secret, now: Date): JoinToken | undefined {
  const groups = value(secret, 'auth-extra-groups').split(',');
  const id = value(secret, 'token-id');
  if (secret.metadata.name !== tokenSecretName(id) || !groups.includes(REGISTER_GROUP)) return undefined;
  const expiration = value(secret, 'expiration');
  const expiresAt = expiration === '' ? undefined : new Date(expiration);
  return { id, description: value(secret, 'description'), expiresAt, isExpired: isOver(expiresAt, now) };
}

/** Undefined if it is not for signing, or no longer. */
export function signingHalves(
  secret: Secret,
  now: Date,
): (TokenHalves & { expiresAt: Date | undefined }) | undefined {
  const id = value(secret, 'token-id');
  const tokenSecret = value(secret, 'token-secret');
  const expiration = value(secret, 'expiration');
  const expiresAt = expiration === '' ? undefined : new Date(expiration);
  const isFit =
    secret.metadata.name === tokenSecretName(id) &&
    tokenSecret !== '' &&
    value(secret, 'usage-bootstrap-signing') === 'true' &&
    secret.metadata.deletionTimestamp === undefined &&
    !isOver(expiresAt, now);
  return isFit ? { id, secret: tokenSecret, expiresAt } : undefined;
}

/** Undefined until Kubernetes has filled in the token. */
export function accountHalves(secret: Secret): (TokenHalves & { expiresAt: undefined }) | undefined {
  const token = value(secret, 'token');
  return token === '' || secret.metadata.deletionTimestamp !== undefined
    ? undefined
    : { ...accountSigningKey(token), expiresAt: undefined };
}

/** A time that cannot be read is over. */
function isOver(expiresAt: Date | undefined, now: Date): boolean {
  return expiresAt !== undefined && !(expiresAt.getTime() > now.getTime());
}

function value({ data }: Secret, key: string): string {
  return Buffer.from(data?.[key] ?? '', 'base64').toString('utf8');
}
