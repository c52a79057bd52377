import { ApiError } from '@banyan/apiserver';
import { KubeError } from '@banyan/kube';
import { unavailable } from '../gateway-errors.ts';

/** What the parent refused, in its own words; that it does not answer is 503. Other errors are given back as they are. */
function parentFailure(error: unknown): unknown {
  if (!(error instanceof KubeError)) return error;
  const { status, httpStatus, code, retryAfterMs } = error;
  const answered = status?.code ?? httpStatus;
  if (status === undefined || answered === undefined)
    return unavailable('the hub’s API server does not answer', 1, error);
  const { message = error.message, reason = code, details } = status;
  const headers: Record<string, string> = {};
  if (retryAfterMs !== undefined) headers['retry-after'] = String(Math.ceil(retryAfterMs / 1000));
  return new ApiError(
    { code: answered, reason, message, ...(details !== undefined && { details }) },
    { cause: error, headers },
  );
}

/** Throws what the parent refused as a client of ours is told it. */
export async function fromParent<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw parentFailure(error);
  }
}
