import { KubeError, type KubeErrorCode } from './kube-error.ts';

/** A predicate takes whatever was caught: anything that is not a KubeError is answered with false. */
function hasCode(...codes: readonly KubeErrorCode[]): (error: unknown) => error is KubeError {
  return (error): error is KubeError => error instanceof KubeError && codes.includes(error.code);
}

export const isNotFound = hasCode('NotFound');
export const isAlreadyExists = hasCode('AlreadyExists');
/** Someone wrote in between (update), or owns the field (apply): read again, then decide. */
export const isConflict = hasCode('Conflict');
/** A resourceVersion or continue token that the server no longer has: list afresh. */
export const isExpired = hasCode('Expired', 'Gone');
export const isForbidden = hasCode('Forbidden');
/** The credentials are missing, wrong or expired, and asking for new ones did not help. */
export const isUnauthorized = hasCode('Unauthorized');
export const isInvalid = hasCode('Invalid');
export const isBadRequest = hasCode('BadRequest');
export const isMethodNotAllowed = hasCode('MethodNotAllowed');
export const isTooManyRequests = hasCode('TooManyRequests');
/** No answer: refused, cut, no such host, a certificate that does not fit. The request may or may not have been done. */
export const isUnreachable = hasCode('Unreachable');
/** Our deadline, or the server's own (504), went by. The request may or may not have been done. */
export const isTimeout = hasCode('Timeout', 'ServerTimeout');
/** The caller's signal: not a failure. */
export const isAborted = hasCode('Aborted');
/** The kubeconfig, or the plugin that it names, has to be mended by a person. */
export const isBadConfig = hasCode('BadConfig');

/** True when the same request may succeed later without anyone changing it. */
export const isRetryable = hasCode(
  'TooManyRequests',
  'ServerTimeout',
  'InternalError',
  'ServiceUnavailable',
  'StoreReadError',
  'Unreachable',
  'Timeout',
);
