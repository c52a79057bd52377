import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { test, type TestContext } from 'node:test';
import { proxyUpgrade } from './proxy-upgrade.ts';
import { backend, frontend, upgradingBackend } from './test-servers.ts';

const ASKED = 'Connection: Upgrade\r\nUpgrade: websocket\r\nAuthorization: Bearer secret\r\n';
const SWITCHED = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';

async function passingTo(t: TestContext, target: URL) {
  return frontend(t, async (request, response, { signal, upgrade }) => {
    assert.ok(upgrade);
    await proxyUpgrade(request, response, upgrade, { url: new URL('/there?x=y', target), signal });
  });
}

/** A client that has asked for the switch, and sent `early` with the request. */
async function ask({ port }: URL, early = ''): Promise<Socket> {
  const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
  await once(socket, 'connect');
  socket.write(`POST /here HTTP/1.1\r\nHost: x\r\n${ASKED}\r\n${early}`);
  return socket;
}

/** What comes until it contains `end`, or until the other side has ended. */
async function read(socket: Socket, end?: string): Promise<string> {
  let heard = '';
  for await (const part of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    heard += part.toString();
    if (end !== undefined && heard.includes(end)) break;
  }
  return heard;
}

test('bytes pass both ways, those that came with the request and the answer too, until both have ended', async (t) => {
  const { promise: asked, resolve } = Promise.withResolvers<{ url?: string; headers: object }>();
  const target = await upgradingBackend(t, ({ url = '', headers }, socket, head) => {
    resolve({ url, headers });
    socket.write(`${SWITCHED}welcome `);
    if (head.length > 0) socket.write(head);
    // Echoes, and has a last word when the client has ended.
    socket.on('data', (data) => socket.write(data));
    socket.on('end', () => socket.end(' bye'));
  });
  const { url, failures } = await passingTo(t, target);
  const client = await ask(url, 'early ');
  const beginning = await read(client, 'early');
  assert.ok(beginning.startsWith('HTTP/1.1 101'), beginning);
  assert.match(beginning, /welcome early/);
  client.end('late');
  assert.match(await read(client), /late bye$/);
  const { url: path, headers } = await asked;
  assert.equal(path, '/there?x=y');
  assert.deepEqual(
    { ...headers, authorization: undefined },
    headers && { ...headers, authorization: undefined },
  );
  assert.equal((headers as Record<string, string>)['authorization'], undefined);
  assert.equal((headers as Record<string, string>)['upgrade'], 'websocket');
  assert.deepEqual(failures, []);
});

test('a refusal is passed back with its body, and the connection ends', async (t) => {
  const target = await backend(t, (_request, response) => {
    response.writeHead(418, { 'content-type': 'text/plain' }).end('not here');
  });
  const { url } = await passingTo(t, target);
  const answer = await read(await ask(url));
  assert.ok(answer.startsWith('HTTP/1.1 418'), answer);
  assert.match(answer, /not here/);
});

test('a side that breaks off takes the other with it', async (t) => {
  const { promise: isJoined, resolve: joined } = Promise.withResolvers<Socket>();
  const target = await upgradingBackend(t, (_request, socket) => {
    socket.on('error', () => {});
    socket.write(SWITCHED);
    joined(socket);
  });
  const { url } = await passingTo(t, target);
  const client = await ask(url);
  const other = await isJoined;
  await read(client, '\r\n\r\n');
  const hasEnded = once(other.resume(), 'end');
  client.resetAndDestroy();
  await hasEnded;
});

test('a client that goes before the switch takes the request to the backend with it', async (t) => {
  const { promise: isAsked, resolve: asked } = Promise.withResolvers<Socket>();
  const target = await upgradingBackend(t, (_request, socket) => asked(socket));
  const { url, failures } = await passingTo(t, target);
  const client = await ask(url);
  const waiting = await isAsked;
  const hasEnded = once(waiting.resume(), 'end');
  client.destroy();
  await hasEnded;
  assert.deepEqual(failures, []);
});

test('who cannot be reached is told', async (t) => {
  const { url, failures } = await passingTo(t, new URL('http://127.0.0.1:1'));
  const answer = await read(await ask(url));
  assert.ok(answer.startsWith('HTTP/1.1 502'), answer);
  assert.equal(failures[0]?.message, 'dial tcp 127.0.0.1:1: connect: connection refused');
});
