import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { readBody, type RequestScope } from '@banyan/apiserver';
import type { KubeClient, RawRequest, RawResponse } from '@banyan/kube';
import { fromParent } from './parent-failure.ts';

/** What says how a request is meant. Nothing of the caller's credentials goes on. */
const ASKED = ['accept', 'accept-encoding', 'content-type', 'if-none-match', 'user-agent'];
/** What says how an answer is meant; the rest is about the connection it came by. */
const ANSWERED = ['cache-control', 'content-encoding', 'content-type', 'etag', 'retry-after', 'vary'];
const BODILESS = new Set(['GET', 'HEAD']);
/** Above the 60 s that an API server gives itself. */
const ANSWER_MS = 70_000;

/**
 * Passes a request that the caller may make on to the hub's own API server, by the hub's own account. `warnings` are
 * shown to him beside the server's own. Throws ApiErrors while there is no answer; afterwards a failure ends the client's
 * connection.
 */
export async function passToHub(
  { request, response, method, signal }: RequestScope,
  url: string,
  { parent, isWatch, warnings }: { parent: KubeClient; isWatch: boolean; warnings: readonly string[] },
): Promise<void> {
  const body = BODILESS.has(method) ? '' : await readBody({ request, response });
  const asked: RawRequest = {
    method,
    path: url,
    headers: askedHeaders(request),
    pool: isWatch ? 'stream' : 'short',
    timeoutMs: ANSWER_MS,
    signal,
    ...(body.length > 0 && { body }),
  };
  let answer: RawResponse;
  try {
    answer = await fromParent(parent.request(asked));
  } catch (error) {
    if (signal.aborted) return;
    throw error;
  }
  response.writeHead(answer.status, answeredHeaders(answer, warnings));
  // The first event of a watch may be a long time coming.
  if (isWatch) response.flushHeaders();
  await pipeline(answer.body, response).catch(() => response.destroy());
}

function askedHeaders({ headers }: IncomingMessage): Record<string, string> {
  const kept = ASKED.map((name) => [name, headers[name]] as const);
  return Object.fromEntries(kept.filter((one): one is [string, string] => typeof one[1] === 'string'));
}

function answeredHeaders({ headers }: RawResponse, warnings: readonly string[]) {
  const kept: Record<string, string | string[]> = {};
  for (const name of ANSWERED) {
    const value = headers[name];
    if (value !== undefined) kept[name] = value;
  }
  const all = [headers['warning'] ?? [], warnings].flat();
  if (all.length > 0) kept['warning'] = all;
  return kept;
}
