import { ApiError } from '@banyan/apiserver';

/** As Kubernetes answers; `message` says what is wrong with the request. */
export function badRequest(message: string): ApiError {
  return new ApiError({ code: 400, reason: 'BadRequest', message });
}

export function nothingThere(what: string, there: string): ApiError {
  return new ApiError({ code: 404, reason: 'NotFound', message: `there is no ${what}; there is ${there}` });
}

export function unknownMember(name: string): ApiError {
  const message = `no member has the id or name "${name}"; see \`kubectl get managedclusters -A\``;
  const details = { group: 'proxies.clusternet.io', kind: 'sockets', name };
  return new ApiError({ code: 404, reason: 'NotFound', message, details });
}

export function forbidden(message: string): ApiError {
  return new ApiError({ code: 403, reason: 'Forbidden', message });
}

/** It will be better in a moment: clients ask again by themselves, kubectl ten times before it says a word. */
export function unavailable(message: string, retryAfterSeconds: number, cause?: unknown): ApiError {
  return new ApiError(
    { code: 503, reason: 'ServiceUnavailable', message, details: { retryAfterSeconds } },
    { headers: { 'retry-after': String(retryAfterSeconds) }, cause },
  );
}

/** Someone has to do something about it, or wait for a member: whoever asks is told at once. */
export function notReachable(message: string, cause?: unknown): ApiError {
  return new ApiError({ code: 503, reason: 'ServiceUnavailable', message }, { cause });
}

export function badGateway(message: string, cause?: unknown): ApiError {
  return new ApiError({ code: 502, reason: 'BadGateway', message }, { cause });
}
