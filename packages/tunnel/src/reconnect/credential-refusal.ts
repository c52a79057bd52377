/** What an error may carry that tells of an HTTP answer: KubeError has `httpStatus`, others `statusCode`. */
interface HttpFailure {
  readonly httpStatus?: unknown;
  readonly statusCode?: unknown;
}

/** Whether a connection failed because the other side does not take the credentials. */
export function isCredentialRefusal(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { httpStatus, statusCode } = error as HttpFailure;
  return [httpStatus, statusCode].some((status) => status === 401 || status === 403);
}
