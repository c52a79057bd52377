import { createHash } from 'node:crypto';
import { parseAccept } from '../../serving/negotiate.ts';
import type { PathRoutes } from '../../serving/path-routes.ts';
import type { RequestScope } from '../../serving/request-scope.ts';
import { send } from '../../serving/send.ts';
import { openApiV2Document, type OpenApiContent } from './openapi-v2-document.ts';
import type { OpenApiDocument, OpenApiDocuments } from './openapi-documents.ts';

const HEADERS = { 'cache-control': 'no-cache, private', vary: 'Accept-Encoding, Accept' };
const ACCEPTED = new Set(['*/*', 'application/*', 'application/json']);

/** Serves `/openapi/v2`: everything in one document, as JSON alone. */
export function addOpenApiV2Path(routes: PathRoutes, documents: OpenApiDocuments): void {
  let made: { readonly of: string; readonly document: OpenApiDocument } | undefined;
  routes.at('/openapi/v2', (scope) => {
    const parts = documents.all().map(([, document]) => document);
    const of = parts.map(({ hash }) => hash).join();
    if (made?.of !== of) made = { of, document: documentOf(parts) };
    return sendDocument(scope, made.document);
  });
}

function documentOf(parts: readonly OpenApiDocument[]): OpenApiDocument {
  const body = JSON.stringify(
    openApiV2Document(parts.map((part) => JSON.parse(part.body) as OpenApiContent)),
  );
  const hash = createHash('sha512').update(body).digest('hex').toUpperCase();
  return { body, hash, modified: new Date(Math.max(...parts.map(({ modified }) => modified.getTime()))) };
}

async function sendDocument({ request, response }: RequestScope, document: OpenApiDocument): Promise<void> {
  const { accept = '', 'if-none-match': known } = request.headers;
  if (accept !== '' && !parseAccept(accept).some(({ type }) => ACCEPTED.has(type))) {
    response.writeHead(406, HEADERS).end();
    return;
  }
  const etag = `"${document.hash}"`;
  if (known === etag) {
    response.writeHead(304, { ...HEADERS, etag }).end();
    return;
  }
  const headers = { ...HEADERS, etag, 'last-modified': document.modified.toUTCString() };
  await send(response, { status: 200, body: document.body, contentType: 'application/json', headers });
}
