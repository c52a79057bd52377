import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { connect, type TLSSocket } from 'node:tls';
import { CertificateAuthority } from '@banyan/kube';
import { startApiServer } from '../api-server.ts';
import { ObjectStore } from '../storage/object-store.ts';
import { memoryPersistence } from '../storage/persistence.ts';
import { serverCertificate, VALIDITY } from '../test-api-server.ts';

test('a renewed certificate is shown to who comes next, and open connections go on', async (t) => {
  const ca = CertificateAuthority.create('test', VALIDITY.notBefore, VALIDITY.notAfter);
  const store = await ObjectStore.open(memoryPersistence());
  const address = { host: '127.0.0.1', port: 0, clientCa: ca.certificate };
  const server = await startApiServer({ store, ...address, ...serverCertificate(ca) });
  t.after(async () => {
    await server.stop();
    await store.close();
  });
  const open = async (): Promise<TLSSocket> => {
    const socket = connect({
      host: '127.0.0.1',
      port: server.port,
      ca: ca.certificate,
      ALPNProtocols: ['http/1.1'],
    });
    t.after(() => socket.destroy());
    await once(socket, 'secureConnect');
    return socket;
  };
  const early = await open();
  const renewed = serverCertificate(ca);
  server.renewCertificate(renewed);
  const late = await open();
  assert.notEqual(late.getPeerCertificate().serialNumber, early.getPeerCertificate().serialNumber);
  for (const socket of [early, late]) {
    socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    assert.match(answer.toString(), /^HTTP\/1\.1 200 /);
  }
});
