import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { request as httpsRequest, type Agent, type RequestOptions } from 'node:https';
import { buffer } from 'node:stream/consumers';

export interface HttpsRequest {
  readonly method?: string;
  /** Path and query, as they go on the wire. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Buffer;
  readonly signal?: AbortSignal;
  /** Whose connections are used again. Without one every request has a connection of its own. */
  readonly agent?: Agent;
}

export interface HttpsResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Who is asked, and as whom: anonymous unless a certificate is given. */
export interface HttpsPeer {
  readonly server: string;
  readonly ca: string;
  readonly certificate?: string;
  readonly key?: string;
}

/** Bare HTTPS by node:https alone: tests ask the server, not our client. */
export async function httpsExchange(peer: HttpsPeer, request: HttpsRequest): Promise<HttpsResponse> {
  const response = await httpsOpen(peer, request);
  return { status: response.statusCode ?? 0, headers: response.headers, body: await buffer(response) };
}

/** The answer with its body still to be read, for watches. */
export async function httpsOpen(peer: HttpsPeer, request: HttpsRequest): Promise<IncomingMessage> {
  const { hostname, port } = new URL(peer.server);
  const options: RequestOptions = {
    hostname,
    port,
    path: request.path,
    method: request.method ?? 'GET',
    headers: {
      // Node writes none of its own for DELETE, and a body without one is not read.
      ...(request.body !== undefined && { 'content-length': Buffer.byteLength(request.body) }),
      ...request.headers,
    },
    ca: peer.ca,
    ...(peer.certificate !== undefined && { cert: peer.certificate, key: peer.key }),
    ...(request.signal && { signal: request.signal }),
    agent: request.agent ?? false,
  };
  const outgoing = httpsRequest(options);
  outgoing.end(request.body);
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  return response;
}
