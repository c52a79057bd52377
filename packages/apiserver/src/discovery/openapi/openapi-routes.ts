import type { PathHandler, PathRoutes } from '../../serving/path-routes.ts';
import type { RequestScope } from '../../serving/request-scope.ts';
import { send } from '../../serving/send.ts';
import type { OpenApiDocument, OpenApiDocuments } from './openapi-documents.ts';
import { addOpenApiV2Path } from './openapi-v2-route.ts';

const INDEX = '/openapi/v3';
const NOT_KEPT = 'no-cache, private';
/** A document never changes under its hash: a year is what HTTP has for "for ever". */
const KEPT_MS = 365 * 24 * 3_600_000;

/** The documents that other servers answer with, under the same paths. */
export interface OpenApiElsewhere {
  /** Each by its path (`apis/metrics.k8s.io/v1`) and its hash; empty: it has none. */
  documents(): Iterable<readonly [string, string]>;
  /** Undefined: not theirs. */
  handlerOf(path: string): PathHandler | undefined;
}

/** Serves `/openapi/v3`, which names the documents, the documents below it, and all of them at `/openapi/v2`. */
export function addOpenApiPaths(
  routes: PathRoutes,
  documents: OpenApiDocuments,
  { now, elsewhere }: { now: () => Date; elsewhere?: OpenApiElsewhere | undefined },
): void {
  addOpenApiV2Path(routes, documents);
  routes.at(INDEX, (scope) => sendIndex(scope, documents, elsewhere));
  routes.below(`${INDEX}/`, async (scope) => {
    const path = scope.info.path.slice(INDEX.length + 1);
    const other = elsewhere?.handlerOf(path);
    if (other !== undefined) return other(scope);
    const document = documents.find(path);
    if (document === undefined) {
      scope.response.writeHead(404, { 'cache-control': NOT_KEPT }).end();
      return;
    }
    await sendDocument(scope, document, now());
  });
}

/** JSON that says that it is text, as the real server's does. */
function sendIndex(
  { response }: RequestScope,
  documents: OpenApiDocuments,
  elsewhere: OpenApiElsewhere | undefined,
): Promise<void> {
  const all = documents.all();
  const addresses = new Map(all.map(([path, { hash }]) => [path, hash]));
  for (const [path, hash] of elsewhere?.documents() ?? []) addresses.set(path, hash);
  const paths = [...addresses]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([path, hash]): [string, object] => {
      const query = hash === '' ? '' : `?hash=${hash}`;
      return [path, { serverRelativeURL: `${INDEX}/${path}${query}` }];
    });
  const modified = new Date(Math.max(...all.map(([, document]) => document.modified.getTime())));
  return send(response, {
    status: 200,
    body: JSON.stringify({ paths: Object.fromEntries(paths) }),
    contentType: 'text/plain; charset=utf-8',
    headers: { 'last-modified': modified.toUTCString() },
  });
}

async function sendDocument(scope: RequestScope, document: OpenApiDocument, now: Date): Promise<void> {
  const { request, response, query, info } = scope;
  const { body, hash, modified } = document;
  const asked = query.get('hash');
  const etag = `"${hash}"`;
  const headers = { etag, vary: 'Accept', 'cache-control': NOT_KEPT };
  if (asked !== null && asked !== '' && asked !== hash) {
    const location = `${info.path}?hash=${hash}`;
    response.writeHead(301, { ...headers, 'content-type': 'application/json', location }).end();
    return;
  }
  const expires = new Date(now.getTime() + KEPT_MS).toUTCString();
  const kept: Readonly<Record<string, string>> =
    asked === hash ? { 'cache-control': 'public, immutable', expires } : {};
  if (request.headers['if-none-match'] === etag) {
    response.writeHead(304, { ...headers, ...kept }).end();
    return;
  }
  await send(response, {
    status: 200,
    body,
    contentType: 'application/json',
    headers: { ...headers, ...kept, 'last-modified': modified.toUTCString() },
  });
}
