import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CertificateAuthority } from '@banyan/kube';
import { httpsExchange, type HttpsPeer } from '../../kubernetes/https-request.ts';
import { openWebSocket } from '../web-socket.ts';
import { startBackend, type Backend } from './aggregation-backend.ts';

const validity = { notBefore: new Date('2020-01-01T00:00:00Z'), notAfter: new Date('2120-01-01T00:00:00Z') };
const group = 'echo.contract.banyan.dev';

async function withBackend(run: (peer: HttpsPeer, backend: Backend) => Promise<void>): Promise<void> {
  const frontProxy = CertificateAuthority.create('front-proxy', validity.notBefore, validity.notAfter);
  const pair = frontProxy.issue({ commonName: 'front-proxy-client', usages: ['client'], ...validity });
  const backend = await startBackend({ group, host: 'localhost', frontProxyCa: frontProxy.certificate });
  try {
    await run({ server: `https://localhost:${backend.port}`, ca: backend.ca, ...pair }, backend);
  } finally {
    await backend.close();
  }
}

test('the backend answers with what it was asked, and by whose certificate', async () => {
  await withBackend(async (peer) => {
    const path = `/apis/${group}/v1/echoes?a=b`;
    const headers = { 'x-remote-user': 'jane', 'x-other': 'not shown' };
    const { status, body } = await httpsExchange(peer, { method: 'POST', path, headers, body: 'text' });
    assert.equal(status, 200);
    assert.deepEqual(JSON.parse(body.toString()), {
      kind: 'Echo',
      method: 'POST',
      url: path,
      headers: { 'x-remote-user': 'jane' },
      caller: { certificate: 'front-proxy-client', isTrusted: true },
      body: 'text',
    });
  });
});

test('the backend tells a caller without the front proxy’s certificate apart', async () => {
  await withBackend(async ({ server, ca }) => {
    const { body } = await httpsExchange({ server, ca }, { path: `/apis/${group}/v1/echoes` });
    const { caller } = JSON.parse(body.toString()) as { caller: object };
    assert.deepEqual(caller, { certificate: null, isTrusted: false });
  });
});

test('a message over the WebSocket comes back, short or long, whole', async () => {
  await withBackend(async (peer) => {
    const headers = { 'sec-websocket-protocol': 'banyan.test' };
    const answer = await openWebSocket(peer, { path: `/apis/${group}/v1/echoes/x/attach`, headers });
    assert.equal(answer.status, 101);
    assert.equal(answer.headers['sec-websocket-protocol'], 'banyan.test');
    assert.ok(answer.socket);
    const sent = ['', 'one', 'x'.repeat(125)];
    const heard: string[] = [];
    answer.socket.send(Buffer.from(sent[0] ?? ''));
    for await (const message of answer.socket.messages(() => heard.length === sent.length)) {
      heard.push(message.toString());
      const next = sent[heard.length];
      if (next !== undefined) answer.socket.send(Buffer.from(next));
    }
    assert.deepEqual(heard, sent);
  });
});
