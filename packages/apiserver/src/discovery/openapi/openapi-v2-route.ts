import { createHash } from 'node:crypto';
import { parseAccept } from '../../serving/negotiate.ts';
import type { PathRoutes } from '../../serving/path-routes.ts';
import type { RequestScope } from '../../serving/request-scope.ts';
import { send } from '../../serving/send.ts';
import type { OpenApiDocument, OpenApiDocuments } from './openapi-documents.ts';
import { openApiV2Document, type OpenApiContent } from './openapi-v2-document.ts';
import { openApiV2Protobuf } from './openapi-v2-protobuf.ts';

const HEADERS = { 'cache-control': 'no-cache, private', vary: 'Accept-Encoding, Accept' };
const PROTOBUF = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf';

type Form = 'json' | 'protobuf';

/** kubectl asks for the second name of protobuf, which is no media type; it gets the first. */
const FORMS: Readonly<Record<string, Form>> = {
  '*/*': 'json',
  'application/*': 'json',
  'application/json': 'json',
  [PROTOBUF]: 'protobuf',
  'application/com.github.proto-openapi.spec.v2@v1.0+protobuf': 'protobuf',
};

/** Everything in one document. */
interface WholeDocument {
  /** Of the documents that it is made of. */
  readonly hashes: string;
  readonly json: string;
  /** Made when it is first asked for. */
  protobuf?: Buffer;
  /** The same for both forms. */
  readonly etag: string;
  readonly modified: Date;
}

/** Serves `/openapi/v2`. */
export function addOpenApiV2Path(routes: PathRoutes, documents: OpenApiDocuments): void {
  let made: WholeDocument | undefined;
  routes.at('/openapi/v2', async (scope) => {
    const parts = documents.all().map(([, document]) => document);
    const hashes = parts.map(({ hash }) => hash).join();
    if (made?.hashes !== hashes) made = wholeDocument(parts, hashes);
    await sendDocument(scope, made);
  });
}

function wholeDocument(parts: readonly OpenApiDocument[], hashes: string): WholeDocument {
  const document = openApiV2Document(parts.map((part) => JSON.parse(part.body) as OpenApiContent));
  const json = JSON.stringify(document);
  const hash = createHash('sha512').update(json).digest('hex').toUpperCase();
  const modified = new Date(Math.max(...parts.map((part) => part.modified.getTime())));
  return { hashes, json, etag: `"${hash}"`, modified };
}

/** Undefined if none will do. */
function formOf({ request }: RequestScope): Form | undefined {
  const { accept = '' } = request.headers;
  if (accept === '') return 'json';
  return parseAccept(accept)
    .map(({ type }) => (Object.hasOwn(FORMS, type) ? FORMS[type] : undefined))
    .find((form) => form !== undefined);
}

async function sendDocument(scope: RequestScope, document: WholeDocument): Promise<void> {
  const { request, response } = scope;
  const { etag, json, modified } = document;
  const form = formOf(scope);
  if (form === undefined) {
    response.writeHead(406, HEADERS).end();
    return;
  }
  if (request.headers['if-none-match'] === etag) {
    response.writeHead(304, { ...HEADERS, etag }).end();
    return;
  }
  const headers = { ...HEADERS, etag, 'last-modified': modified.toUTCString() };
  if (form === 'json')
    return send(response, { status: 200, body: json, contentType: 'application/json', headers });
  document.protobuf ??= openApiV2Protobuf(JSON.parse(json) as object);
  return send(response, { status: 200, body: document.protobuf, contentType: PROTOBUF, headers });
}
