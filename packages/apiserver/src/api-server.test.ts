import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:http2';
import { test, type TestContext } from 'node:test';
import { CertificateAuthority } from '@banyan/kube';
import { httpsExchange, httpsOpen, type HttpsPeer } from '@banyan/testing';
import { startApiServer } from './api-server.ts';
import { ObjectStore } from './storage/object-store.ts';
import { memoryPersistence } from './storage/persistence.ts';

const VALIDITY = { notBefore: new Date(Date.now() - 3_600_000), notAfter: new Date(Date.now() + 3_600_000) };

async function startServer(t: TestContext) {
  const ca = CertificateAuthority.create('test', VALIDITY.notBefore, VALIDITY.notAfter);
  const own = ca.issue({ commonName: 'apiserver', hosts: ['127.0.0.1'], usages: ['server'], ...VALIDITY });
  const store = await ObjectStore.open(memoryPersistence());
  const options = { store, host: '127.0.0.1', port: 0, clientCa: ca.certificate, ...own };
  const server = await startApiServer(options);
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= server.stop());
  t.after(async () => {
    await stop();
    await store.close();
  });
  const organizations = ['system:masters'];
  const admin = ca.issue({ commonName: 'admin', organizations, usages: ['client'], ...VALIDITY });
  const peer: HttpsPeer = { server: `https://127.0.0.1:${server.port}`, ca: ca.certificate, ...admin };
  return { peer, stop, options };
}

test('a server that stops ends its watches and takes no more requests', async (t) => {
  const { peer, stop } = await startServer(t);
  const watch = await httpsOpen(peer, { path: '/api/v1/configmaps?watch=true' });
  assert.equal(watch.statusCode, 200);
  const ended = once(watch.resume(), 'end');
  await stop();
  await ended;
  await assert.rejects(httpsExchange(peer, { path: '/healthz' }), { code: 'ECONNREFUSED' });
});

test('HTTP/2 is answered like HTTP/1.1', async (t) => {
  const { peer } = await startServer(t);
  const { server, ca, certificate, key } = peer;
  const session = connect(server, { ca, ...(certificate !== undefined && { cert: certificate, key }) });
  t.after(() => session.close());
  const stream = session.request({ ':path': '/api/v1/namespaces/default' });
  const [headers] = (await once(stream, 'response')) as [{ ':status': number }];
  const chunks = (await stream.toArray()) as Buffer[];
  assert.equal(headers[':status'], 200);
  assert.equal((JSON.parse(Buffer.concat(chunks).toString()) as { kind: string }).kind, 'Namespace');
});

test('a port that is in use is an error of the start', async (t) => {
  const { peer, options } = await startServer(t);
  const port = Number(new URL(peer.server).port);
  await assert.rejects(startApiServer({ ...options, port }), { code: 'EADDRINUSE' });
});

test('nobody may do anything without a certificate, but ask whether the server is well', async (t) => {
  const { peer } = await startServer(t);
  const anonymous = { server: peer.server, ca: peer.ca };
  assert.equal((await httpsExchange(anonymous, { path: '/healthz' })).status, 200);
  assert.equal((await httpsExchange(anonymous, { path: '/api/v1/secrets' })).status, 403);
});
