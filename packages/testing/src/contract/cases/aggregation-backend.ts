import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { CertificateAuthority } from '@banyan/kube';
import { acceptKey } from '../web-socket.ts';

export interface BackendOptions {
  readonly group: string;
  /** The DNS name that the API server verifies: `<service>.<namespace>.svc`. */
  readonly host: string;
  /** PEM of what signs the API server's client certificate. */
  readonly frontProxyCa: string;
}

/** A tiny aggregated API server on loopback that answers with what it was asked, and as whom. */
export interface Backend {
  readonly port: number;
  /** PEM that an APIService needs as caBundle. */
  readonly ca: string;
  close(): Promise<void>;
}

/** Long past and far ahead, so that no clock matters. */
const VALIDITY = { notBefore: new Date('2020-01-01T00:00:00Z'), notAfter: new Date('2120-01-01T00:00:00Z') };

export async function startBackend({ group, host, frontProxyCa }: BackendOptions): Promise<Backend> {
  const authority = CertificateAuthority.create('backend', VALIDITY.notBefore, VALIDITY.notAfter);
  const { certificate, key } = authority.issue({
    commonName: host,
    hosts: [host],
    usages: ['server'],
    ...VALIDITY,
  });
  const tls = { cert: certificate, key, ca: frontProxyCa, requestCert: true, rejectUnauthorized: false };
  const server = createServer(tls, (request, response) => answer(group, request, response));
  server.on('upgrade', echoMessages);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, ca: authority.certificate, close: () => closeServer(server) };
}

async function closeServer(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}

function answer(group: string, request: IncomingMessage, response: ServerResponse): void {
  const { pathname } = new URL(request.url ?? '/', 'https://backend');
  const version = `${group}/v1`;
  const documents: Record<string, object> = {
    '/apis': { kind: 'APIGroupList', apiVersion: 'v1', groups: [groupDocument(group)] },
    [`/apis/${group}`]: groupDocument(group),
    [`/apis/${version}`]: resourceList(version),
  };
  const document = documents[pathname];
  if (document) return send(response, 200, document);
  if (!pathname.startsWith(`/apis/${version}/`)) return send(response, 404, { kind: 'Status', code: 404 });
  if (pathname.endsWith('/teapot'))
    return send(response, 418, { kind: 'Status', apiVersion: 'v1', code: 418 });
  void echo(request, response);
}

function groupDocument(group: string): object {
  const version = { groupVersion: `${group}/v1`, version: 'v1' };
  return { kind: 'APIGroup', apiVersion: 'v1', name: group, versions: [version], preferredVersion: version };
}

function resourceList(groupVersion: string): object {
  const echoes = {
    name: 'echoes',
    singularName: 'echo',
    namespaced: true,
    kind: 'Echo',
    verbs: ['get', 'create'],
  };
  return { kind: 'APIResourceList', apiVersion: 'v1', groupVersion, resources: [echoes] };
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Headers that an API server behind another goes by. */
const SHOWN =
  /^(x-remote-|x-forwarded-uri|authorization|impersonate-|accept$|content-type|user-agent|x-custom)/;

async function echo(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  send(response, 200, { ...whatCame(request), body: Buffer.concat(chunks).toString() });
}

function whatCame(request: IncomingMessage): object {
  const socket = request.socket as TLSSocket;
  return {
    kind: 'Echo',
    method: request.method,
    url: request.url,
    headers: Object.fromEntries(
      Object.entries(request.headers)
        .filter(([name]) => SHOWN.test(name))
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
    caller: { certificate: socket.getPeerCertificate().subject?.CN ?? null, isTrusted: socket.authorized },
  };
}

/** Sends back what it gets, byte for byte but unmasked, one short message at a time. */
function echoMessages(request: IncomingMessage, socket: Duplex): void {
  const key = request.headers['sec-websocket-key'] ?? '';
  const protocol = request.headers['sec-websocket-protocol'];
  const lines = [
    'HTTP/1.1 101 Switching Protocols',
    'Connection: Upgrade',
    'Upgrade: websocket',
    `Sec-WebSocket-Accept: ${acceptKey(key)}`,
    ...(protocol === undefined ? [] : [`Sec-WebSocket-Protocol: ${protocol}`]),
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  socket.on('error', () => socket.destroy());
  let rest = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    const length = rest.length > 1 ? rest.readUInt8(1) & 0x7f : Infinity;
    if (rest.length < 6 + length) return;
    const mask = rest.subarray(2, 6);
    const payload = rest.subarray(6, 6 + length).map((byte, i) => byte ^ (mask[i % 4] ?? 0));
    rest = rest.subarray(6 + length);
    socket.write(Buffer.concat([Buffer.from([0x82, length]), payload]));
  });
}
