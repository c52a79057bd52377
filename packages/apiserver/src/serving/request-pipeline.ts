import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from '../errors/api-error.ts';
import type { HeaderValues } from '../authentication/header-values.ts';
import { accessOf, type AccessRequest } from '../rbac/access-request.ts';
import type { Authorizer } from '../rbac/authorizer.ts';
import { accessForbidden } from '../rbac/forbidden.ts';
import type { ApiContext } from './api-context.ts';
import { headerValuesOf } from './client-credentials.ts';
import { InFlightLimit } from './in-flight-limit.ts';
import { JSON_REPRESENTATION, negotiate, type Representation } from './negotiate.ts';
import type { PathRoutes } from './path-routes.ts';
import { parseRequestInfo, type RequestInfo } from './request-info.ts';
import type { RequestMetrics } from './request-metrics.ts';
import type { RequestScope } from './request-scope.ts';
import { findTarget, serveResource } from './resource-route.ts';
import { send, sendError } from './send.ts';
import type { UserInfo } from './user-info.ts';

/** Who comes in, and what he may do. All of it answers at once, from memory. */
export interface Security {
  /** Says who sent a request. Throws 401 for what proves nothing. */
  authenticate(request: IncomingMessage, warn: (text: string) => void): UserInfo;
  /** The user that the headers ask to be, if the one who asks may be him; throws 400 and 403. */
  impersonate?(headers: HeaderValues, user: UserInfo, access: AccessRequest): UserInfo;
  readonly authorizer: Authorizer;
}

export interface PipelineOptions {
  readonly context: ApiContext;
  readonly routes: PathRoutes;
  readonly security: Security;
  readonly metrics: RequestMetrics;
  /** Aborts when the server stops. */
  readonly stopping: AbortSignal;
  /** Called for failures that are defects of the server. */
  readonly onDefect: (error: unknown) => void;
}

/** Everything that happens to a request, in order. Never throws. */
export class RequestPipeline {
  readonly #options: PipelineOptions;
  readonly #limit = new InFlightLimit();

  constructor(options: PipelineOptions) {
    this.#options = options;
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const warnings: string[] = [];
    response.setHeader('audit-id', randomUUID());
    // A client that goes while it is answered is no news: what is under way ends by its signal.
    response.on('error', () => {});
    try {
      await this.#answer(request, response, warnings);
    } catch (error) {
      if (!(error instanceof ApiError) && !this.#options.stopping.aborted) this.#options.onDefect(error);
      const representation = representationOf(request);
      await sendError(response, { error, warnings, representation }).catch(this.#options.onDefect);
    }
  }

  async #answer(request: IncomingMessage, response: ServerResponse, warnings: string[]): Promise<void> {
    const { method = 'GET', url = '/' } = request;
    const { path, query } = splitUrl(url);
    const info = parseRequestInfo(method, path, query);
    this.#countAnswer(response, info);
    const user = this.#admit(request, info, { query, warnings });
    const signal = AbortSignal.any([this.#options.stopping, abortedWith(response)]);
    const scope: RequestScope = { request, response, method, query, info, user, signal, warnings };
    const leave = isLongRunning(info) ? () => {} : this.#limit.enter(user.name);
    try {
      await this.#dispatch(scope);
    } finally {
      leave();
    }
  }

  #countAnswer(response: ServerResponse, info: RequestInfo): void {
    const { context, metrics } = this.#options;
    response.once('close', () => {
      const isServed = info.type === 'resource' && context.resources.find(info) !== undefined;
      metrics.count(info, response.statusCode, isServed);
    });
  }

  /** Who it is, whom he wants to be, and whether that one may do it. */
  #admit(
    request: IncomingMessage,
    info: RequestInfo,
    { query, warnings }: Pick<RequestScope, 'query' | 'warnings'>,
  ): UserInfo {
    const { security } = this.#options;
    const login = security.authenticate(request, (text) => warnings.push(text));
    const access = accessOf(info, query);
    const user = security.impersonate?.(headerValuesOf(request), login, access) ?? login;
    const { allowed, reason } = security.authorizer.authorize(user, access);
    if (!allowed) throw accessForbidden(user, access, reason);
    return user;
  }

  async #dispatch(scope: RequestScope): Promise<void> {
    const { info } = scope;
    const { context, routes } = this.#options;
    const handler = routes.find(info.path);
    if (handler !== undefined) return handler(scope);
    if (info.type === 'path' || (info.group !== '' && !context.resources.hasGroup(info.group))) {
      return notFoundPage(scope);
    }
    return serveResource(scope, context, findTarget(context, info));
  }
}

/** Streams hold no place among the requests that are being answered. */
function isLongRunning(info: RequestInfo): boolean {
  if (info.type === 'path') return false;
  return (
    info.verb === 'watch' ||
    ['proxy', 'exec', 'attach', 'log', 'portforward'].includes(info.subresource ?? '')
  );
}

/** Paths outside of the API are answered as by any web server. */
function notFoundPage({ response }: RequestScope): Promise<void> {
  return send(response, {
    status: 404,
    body: '404 page not found\n',
    contentType: 'text/plain; charset=utf-8',
    headers: { 'x-content-type-options': 'nosniff' },
  });
}

function splitUrl(url: string): { path: string; query: URLSearchParams } {
  const mark = url.indexOf('?');
  if (mark < 0) return { path: url, query: new URLSearchParams() };
  return { path: url.slice(0, mark), query: parseQuery(url.slice(mark + 1)) };
}

/** As Go reads one: what is not properly escaped is left out, and so is what has a semicolon. */
function parseQuery(text: string): URLSearchParams {
  const parts = text.split('&').filter((part) => !part.includes(';') && !/%(?![0-9a-fA-F]{2})/.test(part));
  return new URLSearchParams(parts.join('&'));
}

function abortedWith(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => controller.abort());
  return controller.signal;
}

/** Errors come in the form that was asked for, if it can be had. */
function representationOf({ headers, url = '' }: IncomingMessage): Representation {
  const { accept, 'user-agent': userAgent = '' } = headers;
  try {
    return {
      ...negotiate({ accept, query: splitUrl(url).query, userAgent, isCollection: false }),
      as: undefined,
    };
  } catch {
    return JSON_REPRESENTATION;
  }
}
