import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { TestContext } from 'node:test';
import { CertificateAuthority } from '@banyan/kube';

/** What came to a member. */
export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Common name of the client's certificate; empty if it showed none. */
  readonly certificate: string;
}

export interface TestMemberServer {
  readonly server: string;
  readonly ca: string;
  readonly authority: CertificateAuthority;
  readonly seen: SeenRequest[];
  /** How many connections were made. */
  readonly connections: () => number;
  /** Does something else with the next requests. */
  onRequest: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
}

const HOUR_MS = 3_600_000;
export const VALIDITY = {
  notBefore: new Date(Date.now() - HOUR_MS),
  notAfter: new Date(Date.now() + 24 * HOUR_MS),
};

/** A member's API server that writes down what comes, answers 200 and echoes what upgraded connections say. */
export async function startTestMemberServer(t: TestContext): Promise<TestMemberServer> {
  const authority = CertificateAuthority.create('member', VALIDITY.notBefore, VALIDITY.notAfter);
  const own = authority.issue({ commonName: 'api', hosts: ['127.0.0.1'], usages: ['server'], ...VALIDITY });
  const seen: SeenRequest[] = [];
  let connections = 0;
  const server = createServer({
    cert: own.certificate,
    key: own.key,
    ca: authority.certificate,
    requestCert: true,
    rejectUnauthorized: false,
  });
  const note = (
    request: { method?: string; url?: string; headers: IncomingHttpHeaders; socket: unknown },
    body: string,
  ) => {
    const { method = '', url = '', headers } = request;
    const { subject } = (request.socket as TLSSocket).getPeerCertificate();
    seen.push({ method, url, headers, body, certificate: String(subject?.CN ?? '') });
  };
  const made: TestMemberServer = {
    server: '',
    ca: authority.certificate,
    authority,
    seen,
    connections: () => connections,
    onRequest: undefined,
  };
  server.on('secureConnection', () => (connections += 1));
  server.on('request', (request, response) => {
    if (made.onRequest !== undefined) return made.onRequest(request, response);
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      note(request, Buffer.concat(parts).toString());
      response.writeHead(200, { 'set-cookie': 'a=b', 'x-answer': 'yes' }).end('hello');
    });
  });
  server.on('upgrade', (request, socket, head) => {
    note(request, '');
    socket.on('error', () => {});
    const { upgrade } = request.headers;
    socket.write(`HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${upgrade}\r\n\r\n`);
    if (head.length > 0) socket.write(head);
    socket.pipe(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  Object.assign(made, { server: `https://127.0.0.1:${port}` });
  return made;
}
