import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { test, type TestContext } from 'node:test';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { eventually, httpsExchange } from '@banyan/testing';
import { takeConnection } from '../proxying/upgrade-offer.ts';
import { ALLOWED } from '../rbac/authorizer.ts';
import { ResourceCatalogue } from '../registry/resource-catalogue.ts';
import { serveApi } from '../serve-api.ts';
import { temporaryCertificates } from './kept-certificates.ts';

const PROTOCOL = 'patient.v1';
const AT_ONCE = 3;
const UPGRADE = 'GET /agents HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n';

/** A server on which whoever asks for an upgrade waits until `answer` is called. */
async function start(t: TestContext) {
  const { ca, server: pair } = temporaryCertificates(['127.0.0.1']);
  const asked: (() => void)[] = [];
  const server = await serveApi({
    host: '127.0.0.1',
    port: 0,
    ...pair,
    clientCa: ca,
    patient: { protocol: PROTOCOL, atOnce: AT_ONCE, maxHoldMs: 3_600_000 },
    resources: new ResourceCatalogue(),
    security: {
      authenticate: () => ({ name: 'anyone', groups: [], extra: {} }),
      authorizer: { authorize: () => ALLOWED },
    },
    addPaths: (routes) =>
      routes.at('/agents', async ({ response, upgrade }) => {
        assert.ok(upgrade);
        await new Promise<void>((resolve) => asked.push(resolve));
        takeConnection(response, upgrade).end('HTTP/1.1 101 Switching Protocols\r\n\r\nwelcome');
      }),
  });
  t.after(() => server.stop());
  const patient = (): TLSSocket => {
    const ALPNProtocols = ['http/1.1', PROTOCOL];
    const socket = connectTls({ host: '127.0.0.1', port: server.port, ca, ALPNProtocols });
    socket.on('error', () => undefined).write(UPGRADE);
    t.after(() => socket.destroy());
    return socket;
  };
  const anyone = () =>
    httpsExchange({ server: `https://127.0.0.1:${server.port}`, ca }, { method: 'GET', path: '/readyz' });
  return { server, asked, patient, anyone };
}

test('clients that can wait do, and others go past them', async (t) => {
  const { asked, patient, anyone } = await start(t);
  const clients = Array.from({ length: AT_ONCE }, patient);
  await eventually('all have asked', () => asked.length === AT_ONCE);
  const last = patient();
  await once(last, 'connect');
  assert.equal((await anyone()).status, 200);
  assert.equal(asked.length, AT_ONCE);
  asked[0]?.();
  await eventually('the last one’s turn', () => asked.length > AT_ONCE);
  for (const answer of asked) answer();
  for (const client of [...clients, last]) {
    let text = '';
    client.setEncoding('utf8').on('data', (part: string) => (text += part));
    await once(client, 'end');
    assert.match(text, /welcome$/);
  }
});

test('a server stops though someone has not said yet who he is, and others wait', async (t) => {
  const { server, asked, patient } = await start(t);
  const silent = connectTcp(server.port, '127.0.0.1');
  silent.on('error', () => undefined);
  t.after(() => silent.destroy());
  await once(silent, 'connect');
  for (let i = 0; i <= AT_ONCE; i += 1) patient().resume();
  await eventually('as many as may have asked', () => asked.length === AT_ONCE);
  const stopped = server.stop();
  for (const answer of asked) answer();
  await stopped;
});
