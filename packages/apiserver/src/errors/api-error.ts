import { quoted } from '../kinds/fields/go-text.ts';
import type { Status, StatusCause, StatusDetails } from '@banyan/api';

export interface GroupResource {
  readonly group: string;
  readonly resource: string;
}

/** A request that fails, as Kubernetes answers it. Thrown anywhere below the HTTP layer, which sends `status`. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: Status & { code: number };
  /** Sent along with the status, `retry-after` for one. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: { code: number; reason: string; message: string; details?: StatusDetails },
    options: ErrorOptions & { headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(status.message, options);
    const { code, reason, message, details } = status;
    this.headers = options.headers ?? {};
    this.status = {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message,
      ...(reason !== '' && { reason }),
      ...(details !== undefined && { details }),
      code,
    };
  }

  get code(): number {
    return this.status.code;
  }
}

/** `pods`, or `deployments.apps`: how messages name a resource. */
export function qualified({ group, resource }: GroupResource): string {
  return group === '' ? resource : `${resource}.${group}`;
}

export function notFound(of: GroupResource, name: string): ApiError {
  const message = `${qualified(of)} ${quoted(name)} not found`;
  return new ApiError({ code: 404, reason: 'NotFound', message, details: detailsOf(of, name) });
}

export function alreadyExists(of: GroupResource, name: string): ApiError {
  const message = `${qualified(of)} ${quoted(name)} already exists`;
  return new ApiError({ code: 409, reason: 'AlreadyExists', message, details: detailsOf(of, name) });
}

export function conflict(of: GroupResource, name: string, why: string): ApiError {
  const message = `Operation cannot be fulfilled on ${qualified(of)} ${quoted(name)}: ${why}`;
  return new ApiError({ code: 409, reason: 'Conflict', message, details: detailsOf(of, name) });
}

export function badRequest(message: string): ApiError {
  return new ApiError({ code: 400, reason: 'BadRequest', message });
}

/** `causes` come from validation; their message and field make up the status' message. */
export function invalid(
  of: { group: string; kind: string },
  name: string,
  causes: readonly StatusCause[],
): ApiError {
  const texts = causes.map(({ field, message }) => (field ? `${field}: ${message}` : String(message)));
  const said = [...new Set(texts)];
  const list = said.length === 1 ? said[0] : `[${said.join(', ')}]`;
  const qualifiedKind = of.group === '' ? of.kind : `${of.kind}.${of.group}`;
  const message = `${qualifiedKind} ${quoted(name)} is invalid${causes.length > 0 ? `: ${list}` : ''}`;
  const details = {
    ...(name !== '' && { name }),
    ...(of.group !== '' && { group: of.group }),
    ...(of.kind !== '' && { kind: of.kind }),
    causes: [...causes],
  };
  return new ApiError({ code: 422, reason: 'Invalid', message, details });
}

/** The path names nothing that is served. */
export function nothingServed(): ApiError {
  const message = 'the server could not find the requested resource';
  return new ApiError({ code: 404, reason: 'NotFound', message, details: {} });
}

export function methodNotAllowed(): ApiError {
  const message = 'the server does not allow this method on the requested resource';
  return new ApiError({ code: 405, reason: 'MethodNotAllowed', message, details: {} });
}

/** `why` follows "is forbidden: ". */
export function forbidden(
  of: GroupResource,
  name: string,
  why: string,
  causes: readonly StatusCause[] = [],
): ApiError {
  const subject = name === '' ? qualified(of) : `${qualified(of)} ${quoted(name)}`;
  const message = `${subject} is forbidden: ${why}`;
  const details = { ...detailsOf(of, name), ...(causes.length > 0 && { causes: [...causes] }) };
  return new ApiError({ code: 403, reason: 'Forbidden', message, details });
}

export function tooManyRequests(message: string, retryAfterSeconds: number): ApiError {
  const details = { retryAfterSeconds };
  const headers = { 'retry-after': String(retryAfterSeconds) };
  return new ApiError({ code: 429, reason: 'TooManyRequests', message, details }, { headers });
}

export function unsupportedMediaType(accepted: readonly string[]): ApiError {
  const message = `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`;
  return new ApiError({ code: 415, reason: 'UnsupportedMediaType', message });
}

/** Known, and not done by this server. */
export function notServed(what: string): ApiError {
  const message = `${what} is not served by this API server`;
  return new ApiError({ code: 501, reason: 'NotImplemented', message });
}

/** What Kubernetes says of failures that it has no reason for: the text and 500. */
export function failure(message: string): ApiError {
  return new ApiError({ code: 500, reason: '', message });
}

export function expired(message: string): ApiError {
  return new ApiError({ code: 410, reason: 'Expired', message });
}

export function internalError(message: string, cause?: unknown): ApiError {
  const full = `Internal error occurred: ${message}`;
  return new ApiError(
    { code: 500, reason: 'InternalError', message: full, details: { causes: [{ message }] } },
    { cause },
  );
}

function detailsOf({ group, resource }: GroupResource, name: string): StatusDetails {
  return { ...(name !== '' && { name }), ...(group !== '' && { group }), kind: resource };
}
