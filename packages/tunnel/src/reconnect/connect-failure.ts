/** What an error may carry that tells of an HTTP answer: KubeError has the first two, others `statusCode`. */
interface HttpFailure {
  readonly httpStatus?: unknown;
  readonly retryAfterMs?: unknown;
  readonly statusCode?: unknown;
}

/** Whether a connection failed because the other side does not take the credentials. */
export function isCredentialRefusal(error: unknown): boolean {
  const { httpStatus, statusCode } = asHttpFailure(error);
  return [httpStatus, statusCode].some((status) => status === 401 || status === 403);
}

/** How long the other side asked to stay away; 0: it did not. */
export function askedPauseMs(error: unknown): number {
  const { retryAfterMs } = asHttpFailure(error);
  return typeof retryAfterMs === 'number' && retryAfterMs > 0 ? retryAfterMs : 0;
}

function asHttpFailure(error: unknown): HttpFailure {
  return typeof error === 'object' && error !== null ? error : {};
}
