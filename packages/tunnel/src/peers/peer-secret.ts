import { createHash, timingSafeEqual } from 'node:crypto';

const PREFIX = 'Bearer ';

export function authorizationOf(secret: string): string {
  return `${PREFIX}${secret}`;
}

/** Whether the header shows one of the secrets. How long it takes tells nothing of them. */
export function showsSecret(authorization: string | undefined, secrets: readonly string[]): boolean {
  if (authorization === undefined || !authorization.startsWith(PREFIX)) return false;
  const shown = digest(authorization.slice(PREFIX.length));
  // Each is compared, and of equal length by its digest.
  return secrets.filter((secret) => secret !== '' && timingSafeEqual(digest(secret), shown)).length > 0;
}

function digest(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
