import { isStatus, type Status } from '@banyan/api';
import { KUBE_ERROR_CODES, KubeError, type KubeErrorCode } from './kube-error.ts';

/** For answers whose body is no Status, or names no reason: proxies and old aggregated servers send such. */
const CODE_BY_HTTP_STATUS: Readonly<Record<number, KubeErrorCode>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  406: 'NotAcceptable',
  409: 'Conflict',
  410: 'Gone',
  413: 'RequestEntityTooLarge',
  415: 'UnsupportedMediaType',
  422: 'Invalid',
  429: 'TooManyRequests',
  500: 'InternalError',
  502: 'ServiceUnavailable',
  503: 'ServiceUnavailable',
  504: 'ServerTimeout',
};

const ADVICE: Partial<Record<KubeErrorCode, string>> = {
  Unauthorized: 'Renew the credentials of this context.',
  Forbidden: 'Ask for a role that allows it.',
  Expired: 'List again.',
  Gone: 'List again.',
  Conflict: 'Read the object again and repeat the change.',
  TooManyRequests: 'Send fewer requests, or wait.',
};

const APPLY_CONFLICT_ADVICE = 'Leave these fields to their owners, or apply with force.';

const BODY_EXCERPT_CHARACTERS = 200;

/** What was asked, of whom: the first and the last part of each message. */
export interface RequestSubject {
  /** `GET /api/v1/pods`. */
  readonly what: string;
  /** `cluster "member1" at https://10.0.0.1:6443`. */
  readonly where: string;
}

export interface FailedResponse {
  readonly httpStatus: number;
  readonly body: string;
  readonly retryAfterMs?: number;
}

/** A KubeError from an answer that is not a 2xx, whatever is in its body. */
export function errorFromResponse(response: FailedResponse, subject: RequestSubject): KubeError {
  const status = parseStatus(response.body);
  if (status !== undefined) return errorFromStatus(status, subject, response);
  const excerpt = response.body.trim().slice(0, BODY_EXCERPT_CHARACTERS);
  const code = CODE_BY_HTTP_STATUS[response.httpStatus] ?? 'Unknown';
  const said = excerpt === '' ? 'and no words' : `and said: ${excerpt}`;
  return new KubeError(
    code,
    compose(`the server answered ${response.httpStatus} ${said}`, subject, ADVICE[code]),
    {
      httpStatus: response.httpStatus,
      ...(response.retryAfterMs !== undefined && { retryAfterMs: response.retryAfterMs }),
    },
  );
}

/** A KubeError from a Status: of an answer, of an ERROR event of a watch, or of an exec's error channel. */
export function errorFromStatus(
  status: Status,
  subject: RequestSubject,
  response: { httpStatus?: number; retryAfterMs?: number } = {},
): KubeError {
  const httpStatus = response.httpStatus ?? status.code;
  const code = codeOf(status, httpStatus);
  const retryAfterMs = response.retryAfterMs ?? secondsToMs(status.details?.retryAfterSeconds);
  const message = status.message ?? status.reason ?? `the server answered ${httpStatus ?? 'a failure'}`;
  const advice = isApplyConflict(status) ? APPLY_CONFLICT_ADVICE : ADVICE[code];
  return new KubeError(code, compose(message, subject, advice), {
    status,
    ...(httpStatus !== undefined && { httpStatus }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
}

function codeOf(status: Status, httpStatus: number | undefined): KubeErrorCode {
  // Kubernetes' reason Timeout is the server's own deadline; ours of that name is the client's.
  if (status.reason === 'Timeout') return 'ServerTimeout';
  const named = KUBE_ERROR_CODES.find((code) => code === status.reason);
  return named ?? (httpStatus === undefined ? undefined : CODE_BY_HTTP_STATUS[httpStatus]) ?? 'Unknown';
}

function compose(message: string, subject: RequestSubject, advice: string | undefined): string {
  return `${subject.what}: ${message} (${subject.where})${advice === undefined ? '' : `. ${advice}`}`;
}

function isApplyConflict(status: Status): boolean {
  return status.details?.causes?.some(({ reason }) => reason === 'FieldManagerConflict') ?? false;
}

function secondsToMs(seconds: number | undefined): number | undefined {
  return seconds === undefined || seconds <= 0 ? undefined : seconds * 1000;
}

function parseStatus(body: string): Status | undefined {
  if (!body.startsWith('{')) return undefined;
  try {
    const parsed: unknown = JSON.parse(body);
    return isStatus(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}
