import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { createServer, type TLSSocket } from 'node:tls';
import { isBadConfig } from '../errors/error-predicates.ts';
import { CertificateAuthority } from '../pki/certificate-authority.ts';
import { streamOpener } from './stream-opener.ts';

const VALIDITY = { notBefore: new Date(Date.now() - 3_600_000), notAfter: new Date(Date.now() + 3_600_000) };
const authority = CertificateAuthority.create('test', VALIDITY.notBefore, VALIDITY.notAfter);

/** A server that says who came, and by which protocol. */
async function startServer(t: TestContext): Promise<number> {
  const own = authority.issue({ commonName: 's', hosts: ['api.example'], usages: ['server'], ...VALIDITY });
  const server = createServer(
    {
      cert: own.certificate,
      key: own.key,
      ca: authority.certificate,
      requestCert: true,
      ALPNProtocols: ['h2', 'http/1.1'],
    },
    (socket: TLSSocket) =>
      socket.end(`${String(socket.getPeerCertificate().subject?.CN)} ${String(socket.alpnProtocol)}`),
  );
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return (server.address() as AddressInfo).port;
}

test('streams go through what the connection dials, verified, with the client’s certificate', async (t) => {
  const port = await startServer(t);
  const dialled: string[] = [];
  const { certificate: cert, key } = authority.issue({ commonName: 'jane', usages: ['client'], ...VALIDITY });
  const connection = {
    name: 'test',
    server: 'https://api.example:6443',
    ca: authority.certificate,
    dial: async (host: string, wanted: number) => {
      dialled.push(`${host}:${wanted}`);
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      return socket;
    },
  };
  const open = await streamOpener(connection, { clientCertificate: { cert, key } });
  const [said] = (await once(await open(), 'data')) as [Buffer];
  assert.equal(said.toString(), 'jane http/1.1');
  assert.deepEqual(dialled, ['api.example:6443']);
  const misled = await streamOpener({ ...connection, server: 'https://other.example' });
  await assert.rejects(misled(), { code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
});

test('a CA or a certificate that is of no use is said at once', async () => {
  const connection = { name: 'test', server: 'https://api.example' };
  const clientCertificate = { cert: 'no PEM', key: 'no PEM' };
  await assert.rejects(streamOpener(connection, { clientCertificate }), isBadConfig);
});
