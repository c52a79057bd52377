import {
  isConflict,
  isInvalid,
  isNotFound,
  isTimeout,
  isUnauthorized,
  isUnreachable,
  KubeError,
} from '@banyan/kube';

/** In words of API servers and of webhooks. */
const IMMUTABLE =
  /immutable|may not (?:change|be changed)|cannot be changed|are forbidden|is not allowed to (?:change|be updated)/i;

/** Something stands there that we did not know of: it was to be made, or to be of a certain version. */
export function isTaken(error: unknown): boolean {
  return isConflict(error) && !hasFieldConflicts(error);
}

export function isMissingNamespace(error: unknown): boolean {
  return isNotFound(error) && error.status?.details?.kind === 'namespaces';
}

/** A field that changed cannot be changed. */
export function isImmutable(error: unknown): boolean {
  return isInvalid(error) && IMMUTABLE.test(error.status?.message ?? error.message);
}

/** Nothing else that we ask of this member now will have an answer. */
export function isMemberAway(error: unknown): boolean {
  return isUnreachable(error) || isTimeout(error) || isUnauthorized(error);
}

/** The server's own words, without the address; of what is no error of ours whatever it says. */
export function wordsOfError(error: unknown): string {
  if (error instanceof KubeError) return error.status?.message ?? error.message;
  return error instanceof Error ? error.message : String(error);
}

function hasFieldConflicts({ status }: KubeError): boolean {
  return (status?.details?.causes ?? []).some(({ reason }) => reason === 'FieldManagerConflict');
}
