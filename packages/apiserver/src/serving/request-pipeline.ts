import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import { ApiError } from '../errors/api-error.ts';
import type { HeaderValues } from '../authentication/header-values.ts';
import type { UpgradeOffer } from '../proxying/upgrade-offer.ts';
import { accessOf, type AccessRequest } from '../rbac/access-request.ts';
import type { Decision } from '../rbac/authorizer.ts';
import { accessForbidden } from '../rbac/forbidden.ts';
import type { ApiContext } from './api-context.ts';
import { headerValuesOf } from './client-credentials.ts';
import { InFlightLimit } from './in-flight-limit.ts';
import { JSON_REPRESENTATION, negotiate, type Representation } from './negotiate.ts';
import type { PathRoutes } from './path-routes.ts';
import { isLongRunning, parseRequestInfo, type RequestInfo } from './request-info.ts';
import type { RequestMetrics } from './request-metrics.ts';
import type { RequestScope } from './request-scope.ts';
import { findTarget, isNoResource, serveResource } from './resource-route.ts';
import { send, sendError } from './send.ts';
import type { UserInfo } from './user-info.ts';

/** Who comes in, and what he may do. What is in memory is answered at once; who must ask elsewhere promises. */
export interface Security {
  /** Says who sent a request. Throws 401 for what proves nothing. */
  authenticate(request: IncomingMessage, warn: (text: string) => void): UserInfo | Promise<UserInfo>;
  /** The user that the headers ask to be, if the one who asks may be him; throws 400 and 403. */
  impersonate?(headers: HeaderValues, user: UserInfo, access: AccessRequest): UserInfo;
  readonly authorizer: {
    authorize(user: UserInfo, access: AccessRequest): Decision | Promise<Decision>;
  };
}

/** A request that is over. */
export interface AnsweredRequest {
  readonly request: IncomingMessage;
  readonly info: RequestInfo;
  /** Undefined: nobody knows who it was. */
  readonly user: UserInfo | undefined;
  readonly status: number;
  /** From when it came until its answer, or the stream that it became, had ended. */
  readonly durationMs: number;
  /** Of whoever was at the other end of the connection. */
  readonly remoteAddress: string | undefined;
}

/**
 * Comes before everything else that happens to a request: it may wait until the signal aborts, and throw what the
 * client is to be answered. For simulations of trouble.
 */
export type Intercept = (signal: AbortSignal, method: string) => Promise<void>;

export interface PipelineOptions {
  readonly context: ApiContext;
  readonly routes: PathRoutes;
  readonly security: Security;
  readonly metrics: RequestMetrics;
  readonly intercept?: Intercept | undefined;
  /** Told of every request when it is over, refused ones too. Must not throw. */
  readonly onAnswered?: ((answered: AnsweredRequest) => void) | undefined;
  /** Aborts when the server stops. */
  readonly stopping: AbortSignal;
  /** Called for failures that are defects of the server. */
  readonly onDefect: (error: unknown) => void;
}

type ArrivedRequest = Pick<RequestScope, 'request' | 'response' | 'upgrade' | 'warnings'>;

/** Everything that happens to a request, in order. Never throws. */
export class RequestPipeline {
  readonly #options: PipelineOptions;
  readonly #limit = new InFlightLimit();

  constructor(options: PipelineOptions) {
    this.#options = options;
  }

  async serve(request: IncomingMessage, response: ServerResponse, upgrade?: UpgradeOffer): Promise<void> {
    const warnings: string[] = [];
    response.setHeader('audit-id', randomUUID());
    // A client that goes while it is answered is no news: what is under way ends by its signal.
    response.on('error', () => {});
    try {
      await this.#answer({ request, response, warnings, ...(upgrade && { upgrade }) });
    } catch (error) {
      if (!(error instanceof ApiError) && !this.#options.stopping.aborted) this.#options.onDefect(error);
      const representation = representationOf(request);
      await sendError(response, { error, warnings, representation }).catch(this.#options.onDefect);
    }
  }

  async #answer(arrived: ArrivedRequest): Promise<void> {
    const { request, response, warnings, upgrade } = arrived;
    const { method = 'GET', url = '/' } = request;
    const { path, query } = splitUrl(url);
    const info = parseRequestInfo(method, path, query);
    // An upgraded connection outlives the response.
    const lasting = upgrade?.socket ?? response;
    const beganAt = performance.now();
    let who: UserInfo | undefined;
    // The connection may be gone by then, and its address with it.
    const { remoteAddress } = request.socket;
    lasting.once('close', () => {
      this.#countAnswer(response, info);
      const durationMs = performance.now() - beganAt;
      const { statusCode: status } = response;
      this.#options.onAnswered?.({ request, info, user: who, status, durationMs, remoteAddress });
    });
    const signal = AbortSignal.any([this.#options.stopping, abortedWith(lasting)]);
    if (this.#options.intercept !== undefined) await this.#options.intercept(signal, method);
    who = await this.#options.security.authenticate(request, (text) => warnings.push(text));
    const user = this.#impersonated(request, who, accessOf(info, query));
    who = user;
    await this.#requireAccess(user, accessOf(info, query));
    const leave = isLongRunning(info) ? () => {} : this.#limit.enter(user.name);
    const requireVerb = (verb: string) => this.#requireAccess(user, { ...accessOf(info, query), verb });
    const scope: RequestScope = { ...arrived, method, query, info, user, requireVerb, signal, leave };
    try {
      await this.#dispatch(scope);
    } finally {
      leave();
    }
  }

  #countAnswer(response: ServerResponse, info: RequestInfo): void {
    const { context, metrics } = this.#options;
    const isServed = info.type === 'resource' && context.resources.find(info) !== undefined;
    metrics.count(info, response.statusCode, isServed);
  }

  #impersonated(request: IncomingMessage, login: UserInfo, access: AccessRequest): UserInfo {
    return this.#options.security.impersonate?.(headerValuesOf(request), login, access) ?? login;
  }

  async #requireAccess(user: UserInfo, access: AccessRequest): Promise<void> {
    const { allowed, reason } = await this.#options.security.authorizer.authorize(user, access);
    if (!allowed) throw accessForbidden(user, access, reason);
  }

  async #dispatch(scope: RequestScope): Promise<void> {
    const { info } = scope;
    const { context, routes } = this.#options;
    const handler = routes.find(info.path);
    if (handler !== undefined) return handler(scope);
    if (info.type === 'path' || isNoResource(context, info)) return notFoundPage(scope);
    return serveResource(scope, context, findTarget(context, info));
  }
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

/** One for all: to make an error for every request costs more than the rest of its end. */
const OVER = new DOMException('The request is over', 'AbortError');

function abortedWith(stream: Writable): AbortSignal {
  const controller = new AbortController();
  stream.once('close', () => controller.abort(OVER));
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
