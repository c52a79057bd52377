import type { StatusDetails } from '@banyan/api';
import { ApiError, qualified } from '../errors/api-error.ts';
import { quoted } from '../kinds/fields/go-text.ts';
import type { JudgedRequest } from './judged-request.ts';

const CODES: Readonly<Record<string, number>> = {
  Forbidden: 403,
  Unauthorized: 401,
  RequestEntityTooLarge: 413,
};

/** A request that a validating policy refuses. */
export function denied(request: JudgedRequest, message: string, reason: string): ApiError {
  const { name } = placeOf(request);
  return new ApiError({
    code: CODES[reason] ?? 422,
    reason,
    message: `${qualified(request.resource)} ${quoted(name)} is forbidden: ${message}`,
    details: { ...placeOf(request), causes: [{ message }] },
  });
}

/** A request that mutating policies cannot make something of: the first problem is told, all are listed. */
export function notMutated(
  request: JudgedRequest,
  problems: readonly { readonly message: string; readonly reason: string }[],
): ApiError {
  const [{ message, reason } = { message: '', reason: 'Forbidden' }] = problems;
  const causes = problems.map((problem) => ({ message: problem.message }));
  return new ApiError({ code: 403, reason, message, details: { ...placeOf(request), causes } });
}

function placeOf({ resource, name, object }: JudgedRequest): StatusDetails & { name: string } {
  const own = name || object?.metadata?.name || object?.metadata?.generateName;
  const { group, resource: kind } = resource;
  return { name: own ?? 'Unknown', ...(group !== '' && { group }), kind };
}
