import type { Status } from '@banyan/api';

/**
 * Why a request failed. The first block are the reasons that Kubernetes itself gives in a Status;
 * the second is ours, for what happens before or after the server's word.
 */
export const KUBE_ERROR_CODES = [
  'Unauthorized',
  'Forbidden',
  'NotFound',
  'AlreadyExists',
  'Conflict',
  'Gone',
  'Expired',
  'Invalid',
  'BadRequest',
  'MethodNotAllowed',
  'NotAcceptable',
  'RequestEntityTooLarge',
  'UnsupportedMediaType',
  'TooManyRequests',
  'ServerTimeout',
  'InternalError',
  'ServiceUnavailable',
  'StoreReadError',
  'Unknown',

  'Unreachable',
  'Timeout',
  'Aborted',
  'BadResponse',
  'BadConfig',
  'NoMatch',
  'Ambiguous',
] as const;

export type KubeErrorCode = (typeof KUBE_ERROR_CODES)[number];

export interface KubeErrorDetails {
  /** The server's own words, where it gave any. */
  readonly status?: Status;
  readonly httpStatus?: number;
  /** The server asked to wait this long before the next try. */
  readonly retryAfterMs?: number;
  readonly cause?: unknown;
}

/**
 * The only error that this package throws. Ask what it is with the predicates (`isNotFound(error)`);
 * the message says what was asked of which cluster, what came back and what to do.
 */
export class KubeError extends Error {
  override readonly name = 'KubeError';
  readonly code: KubeErrorCode;
  readonly status?: Status;
  readonly httpStatus?: number;
  readonly retryAfterMs?: number;

  constructor(code: KubeErrorCode, message: string, details: KubeErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    if (details.status !== undefined) this.status = details.status;
    if (details.httpStatus !== undefined) this.httpStatus = details.httpStatus;
    if (details.retryAfterMs !== undefined) this.retryAfterMs = details.retryAfterMs;
  }
}
