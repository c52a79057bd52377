import { once } from 'node:events';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { endToEnd, forwardedHeaders } from './forwarded-headers.ts';
import { openExchange, type ProxyTarget } from './open-exchange.ts';
import { passBody } from './pass-body.ts';
import { UnreachableError } from './unreachable-error.ts';

export interface ProxyRequestOptions extends ProxyTarget {
  /** Aborts when the client has gone or the server stops. */
  readonly signal: AbortSignal;
  /** Has its say on the answer's headers before they go out. */
  readonly answerHeaders?: (headers: OutgoingHttpHeaders, status: number) => OutgoingHttpHeaders;
}

/**
 * Passes a request on and its answer back, both as they come: neither side is read faster than the other takes it.
 * Throws UnreachableError while there is no answer; from then on a failure ends the client's connection, so that it
 * cannot take half an answer for a whole one. Who aborted the signal gets no error.
 */
export async function proxyRequest(
  request: IncomingMessage,
  response: ServerResponse,
  options: ProxyRequestOptions,
): Promise<void> {
  const { url, signal } = options;
  const headers = forwardedHeaders(request, { added: options.headers ?? {} });
  if (isOfUnknownLength(request)) headers['transfer-encoding'] = 'chunked';
  const outgoing = openExchange(options, { method: request.method ?? 'GET', headers, signal });
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
  // The body's failure is the request's, and told there. Without one the request can be sent again.
  if (hasBody(request)) pipeline(request, outgoing).catch(() => {});
  else outgoing.end();
  let answer: IncomingMessage;
  try {
    [answer] = await answered;
  } catch (error) {
    if (signal.aborted) return;
    throw error instanceof UnreachableError ? error : new UnreachableError(url, error);
  }
  await passBack(answer, response, options);
}

function hasBody(request: IncomingMessage): boolean {
  return isOfUnknownLength(request) || (request.headers['content-length'] ?? '0') !== '0';
}

/** Node would send the body of some methods without saying where it ends. */
function isOfUnknownLength(request: IncomingMessage & { stream?: { endAfterHeaders: boolean } }): boolean {
  if (request.headers['content-length'] !== undefined) return false;
  // HTTP/2 requests have a stream, and no encoding of their own.
  return request.stream === undefined
    ? request.headers['transfer-encoding'] !== undefined
    : !request.stream.endAfterHeaders;
}

/** Sends an answer of another server to the client. */
export async function passBack(
  answer: IncomingMessage,
  response: ServerResponse,
  { answerHeaders = (headers) => headers }: Pick<ProxyRequestOptions, 'answerHeaders'>,
): Promise<void> {
  const { statusCode = 502 } = answer;
  response.writeHead(statusCode, answerHeaders(endToEnd(answer), statusCode));
  // The first bytes of a stream may be a long time coming; those that are here already go out in one piece.
  const waiting = setImmediate(() => response.flushHeaders());
  answer.once('data', () => clearImmediate(waiting));
  await passBody(answer, response);
}
