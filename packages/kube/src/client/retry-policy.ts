import type { KubeError } from '../errors/kube-error.ts';

/**
 * What happens if the request is done twice.
 *   idempotent  nothing: GET, HEAD, PUT (a resourceVersion in it makes the second a conflict), apply
 *   repeatable  the second may fail, for a reason that misleads (DELETE: not found; JSON and merge patch)
 *   once        a second object (POST)
 */
export type Repeatability = 'idempotent' | 'repeatable' | 'once';

const MAX_ATTEMPTS = 5;
/** Without the server's own word: 0.25 s, doubled each time, and never above ten. */
const FIRST_BACKOFF_MS = 250;
const MAX_BACKOFF_MS = 10_000;
/** All who were turned away at once must not come back at once: up to half as long again. */
const JITTER = 0.5;

/** Codes of a connection that was lost before a byte of the answer: a kept-alive one that the server had closed. */
const LOST_BEFORE_ANSWER = new Set([
  'ECONNRESET',
  'EPIPE',
  'UND_ERR_SOCKET',
  'REFUSED_STREAM',
  'ERR_HTTP2_GOAWAY_SESSION',
  'ERR_HTTP2_INVALID_SESSION',
]);

export interface FailedAttempt {
  readonly error: KubeError;
  readonly repeatability: Repeatability;
  /** 1 for the first. */
  readonly attempt: number;
  /** How often this request was repeated already because its connection was lost. */
  readonly lostConnections: number;
  /** 0 ≤ random < 1. */
  readonly random: number;
}

/**
 * How long to wait before the next try, or undefined: give the error to the caller.
 *   429                       the server did nothing. Waits as it asks; without its word only if idempotent
 *   5xx with Retry-After      anything but POST
 *   connection lost           idempotent, once, at once
 */
export function retryDelayMs(failed: FailedAttempt): number | undefined {
  const { error, repeatability, attempt } = failed;
  if (attempt >= MAX_ATTEMPTS) return undefined;
  if (error.code === 'Unreachable') {
    return repeatability === 'idempotent' && failed.lostConnections === 0 && isLostBeforeAnswer(error)
      ? 0
      : undefined;
  }
  if (error.httpStatus === 429) {
    if (error.retryAfterMs === undefined && repeatability !== 'idempotent') return undefined;
    return withJitter(error.retryAfterMs ?? backoffMs(attempt), failed.random);
  }
  const isServerFault = error.httpStatus !== undefined && error.httpStatus >= 500;
  if (!isServerFault || error.retryAfterMs === undefined || repeatability === 'once') return undefined;
  return withJitter(Math.max(error.retryAfterMs, backoffMs(attempt)), failed.random);
}

function isLostBeforeAnswer(error: KubeError): boolean {
  const { cause } = error;
  return cause instanceof Error && 'code' in cause && LOST_BEFORE_ANSWER.has(String(cause.code));
}

function backoffMs(attempt: number): number {
  return Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempt - 1));
}

function withJitter(ms: number, random: number): number {
  return ms * (1 + JITTER * random);
}

/** By method and content type, as the client sends them. */
export function repeatabilityOf(method: string, contentType: unknown): Repeatability {
  switch (method) {
    case 'GET':
    case 'HEAD':
    case 'OPTIONS':
    case 'PUT':
      return 'idempotent';
    case 'PATCH':
      return contentType === 'application/apply-patch+yaml' ? 'idempotent' : 'repeatable';
    case 'DELETE':
      return 'repeatable';
    default:
      return 'once';
  }
}
