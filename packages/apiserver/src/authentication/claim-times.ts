import type { Claims } from './json-web-token.ts';

/** How far clocks may be apart. */
export const LEEWAY_MS = 60_000;

/** What the times in a token say against it; undefined if nothing. */
export function timeProblem({ exp, nbf, iat }: Claims, now: Date): string | undefined {
  const seconds = now.getTime() / 1000;
  const leeway = LEEWAY_MS / 1000;
  if (nbf !== undefined && seconds + leeway < nbf) return 'service account token is not valid yet';
  if (exp !== undefined && seconds - leeway > exp) return 'service account token has expired';
  if (iat !== undefined && seconds + leeway < iat) return 'service account token is issued in the future';
  return undefined;
}
