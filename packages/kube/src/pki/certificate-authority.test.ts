import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { connect, createServer, type TLSSocket } from 'node:tls';
import { CertificateAuthority } from './certificate-authority.ts';

const notBefore = new Date('2020-01-01T00:00:00Z');
const notAfter = new Date('2060-01-01T00:00:00Z');

test('an issued certificate carries names, groups, addresses and usages and verifies against its authority', () => {
  const ca = CertificateAuthority.create('test-ca', notBefore, notAfter);
  const { certificate } = ca.issue({
    commonName: 'kube-apiserver',
    organizations: ['system:masters', 'ops'],
    hosts: ['localhost', '127.0.0.1', '::1', 'fd00::1:2'],
    usages: ['server', 'client'],
    notBefore,
    notAfter,
  });
  const parsed = new X509Certificate(certificate);
  const authority = new X509Certificate(ca.certificate);
  assert.equal(parsed.subject, 'O=system:masters\nO=ops\nCN=kube-apiserver');
  assert.equal(
    parsed.subjectAltName,
    'DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1, IP Address:FD00:0:0:0:0:0:1:2',
  );
  assert.deepEqual(parsed.keyUsage, ['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.2']);
  assert.equal(parsed.validFromDate.toISOString(), notBefore.toISOString());
  assert.equal(parsed.validToDate.toISOString(), notAfter.toISOString());
  assert.equal(authority.ca, true);
  assert.equal(parsed.checkIssued(authority), true);
  assert.equal(parsed.verify(authority.publicKey), true);
});

test('both sides of a TLS connection accept certificates of the same authority', async () => {
  const ca = CertificateAuthority.create('test-ca', notBefore, notAfter);
  const serving = ca.issue({
    commonName: 's',
    hosts: ['127.0.0.1'],
    usages: ['server'],
    notBefore,
    notAfter,
  });
  const client = ca.issue({ commonName: 'alice', usages: ['client'], notBefore, notAfter });
  const server = createServer({
    cert: serving.certificate,
    key: serving.key,
    ca: ca.certificate,
    requestCert: true,
    rejectUnauthorized: true,
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const accepted = once(server, 'secureConnection') as Promise<[TLSSocket]>;
  const socket = connect({
    host: '127.0.0.1',
    port,
    ca: ca.certificate,
    cert: client.certificate,
    key: client.key,
  });
  const [peer] = await accepted;
  assert.equal(peer.getPeerCertificate().subject.CN, 'alice');
  socket.destroy();
  peer.destroy();
  server.close();
  await once(server, 'close');
});

test('a loaded authority goes on signing, and refuses a key that is not its own', () => {
  const ca = CertificateAuthority.create('test-ca', notBefore, notAfter);
  const other = CertificateAuthority.create('other-ca', notBefore, notAfter);
  const loaded = CertificateAuthority.load({ certificate: ca.certificate, key: ca.exportKey() });
  const { certificate } = loaded.issue({ commonName: 'x', usages: ['client'], notBefore, notAfter });
  assert.equal(new X509Certificate(certificate).verify(new X509Certificate(ca.certificate).publicKey), true);
  assert.throws(
    () => CertificateAuthority.load({ certificate: ca.certificate, key: other.exportKey() }),
    /the key is not that of the CA CN=test-ca/,
  );
});
