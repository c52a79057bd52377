import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { Agent, createServer, request as httpsRequest, type RequestOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { CertificateAuthority } from '@banyan/kube';
import { TrustedCertificates } from './certificate-login.ts';
import { FRONT_PROXY_HEADERS } from './front-proxy-login.ts';
import { credentialsOf } from './request-credentials.ts';
import { RequestLogin } from './request-login.ts';
import { TestTokens, tokenIn } from './test-tokens.ts';

const [notBefore, notAfter] = [new Date('2020-01-01T00:00:00Z'), new Date('2120-01-01T00:00:00Z')];
const authority = (name: string) => CertificateAuthority.create(name, notBefore, notAfter);
const [clientCa, proxyCa, strangerCa] = [authority('clients'), authority('proxies'), authority('others')];
const pair = (ca: CertificateAuthority, commonName: string, organizations: string[] = []) => {
  const usages = ['client', 'server'] as const;
  const hosts = ['127.0.0.1'];
  const { certificate, key } = ca.issue({ commonName, organizations, hosts, usages, notBefore, notAfter });
  return { cert: certificate, key };
};

const tokens = new TestTokens();
const now = () => tokens.now;
const login = new RequestLogin({
  tokens: tokens.tokens,
  clientCertificates: new TrustedCertificates(clientCa.certificate, now),
  frontProxy: {
    certificates: new TrustedCertificates(proxyCa.certificate, now),
    allowedNames: ['front-proxy-client'],
    ...FRONT_PROXY_HEADERS,
  },
});

function who(request: IncomingMessage): string {
  const outcome = login.login(credentialsOf(request));
  return outcome.type === 'user' ? `${outcome.user.name} [${outcome.user.groups.join()}]` : outcome.type;
}

const server = createServer(
  { ...pair(clientCa, 'server'), requestCert: true, rejectUnauthorized: false },
  (request, response) => response.end(who(request)),
);
before(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
after(() => server.close());

async function ask(options: RequestOptions): Promise<string> {
  const { port } = server.address() as AddressInfo;
  const outgoing = httpsRequest({
    host: '127.0.0.1',
    port,
    ca: clientCa.certificate,
    agent: false,
    ...options,
  });
  outgoing.end();
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  return text(response);
}

const bearer = { authorization: `Bearer ${tokenIn(tokens.request())}` };
const remote = { 'x-remote-user': 'john', 'x-remote-group': ['a', 'b'] };
const robot =
  'system:serviceaccount:team:robot [system:serviceaccounts,system:serviceaccounts:team,system:authenticated]';

const table: readonly { name: string; options: RequestOptions; is: string }[] = [
  { name: 'no certificate', options: {}, is: 'none' },
  { name: 'a token', options: { headers: bearer }, is: robot },
  {
    name: 'a client’s certificate',
    options: pair(clientCa, 'jane', ['g']),
    is: 'jane [g,system:authenticated]',
  },
  { name: 'a stranger’s certificate', options: pair(strangerCa, 'admin', ['system:masters']), is: 'refused' },
  {
    name: 'the front proxy’s certificate and its headers',
    options: { ...pair(proxyCa, 'front-proxy-client'), headers: remote },
    is: 'john [a,b,system:authenticated]',
  },
  {
    name: 'a client’s certificate and the front proxy’s headers',
    options: { ...pair(clientCa, 'jane'), headers: remote },
    is: 'jane [system:authenticated]',
  },
];
for (const { name, options, is } of table)
  test(`over TLS, ${name} is ${is.replace(/ .*/, '')}`, async () => assert.equal(await ask(options), is));

test('every request of a connection is judged by its own headers', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    const proxy = { ...pair(proxyCa, 'front-proxy-client'), agent };
    assert.equal(await ask({ ...proxy, headers: remote }), 'john [a,b,system:authenticated]');
    assert.equal(
      await ask({ ...proxy, headers: { 'x-remote-user': 'jane' } }),
      'jane [system:authenticated]',
    );
    assert.equal(await ask(proxy), 'refused');
  } finally {
    agent.destroy();
  }
});

test('without TLS there are no certificates', async () => {
  const plain = createHttpServer((request, response) => response.end(who(request)));
  plain.listen(0, '127.0.0.1');
  await once(plain, 'listening');
  try {
    const { port } = plain.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}/`, { headers: { 'x-remote-user': 'jane' } });
    assert.equal(await response.text(), 'none');
  } finally {
    plain.closeAllConnections();
    plain.close();
  }
});
