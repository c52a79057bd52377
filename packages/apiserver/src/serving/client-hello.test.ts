import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { test, type TestContext } from 'node:test';
import { offersProtocol, readClientHello } from './client-hello.ts';

/** A record of TLS with so many bytes in it. */
function record(content: Buffer): Buffer {
  const header = Buffer.from([22, 3, 1, 0, 0]);
  header.writeUInt16BE(content.length, 3);
  return Buffer.concat([header, content]);
}

/** A client, and what the server has read of it when it knows who that is. */
async function start(t: TestContext, timeoutMs = 60_000) {
  const heard = Promise.withResolvers<{ hello: Buffer; socket: Socket }>();
  const server = createServer({ pauseOnConnect: true, allowHalfOpen: true }, (socket) => {
    socket.on('error', () => undefined);
    readClientHello(socket, timeoutMs, (hello) => heard.resolve({ hello, socket }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined);
  client.setNoDelay(true);
  t.after(() => {
    client.destroy();
    server.close();
  });
  await once(client, 'connect');
  return { client, heard: heard.promise };
}

test('the first record is waited for as a whole, and is there for who reads on', async (t) => {
  const { client, heard } = await start(t);
  const hello = record(Buffer.alloc(2000, 'x'));
  for (const [from, to] of [
    [0, 3],
    [3, 1500],
    [1500, hello.length],
  ]) {
    client.write(hello.subarray(from, to));
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { hello: bytes, socket } = await heard;
  assert.deepEqual(bytes, hello);
  assert.deepEqual(socket.read(), hello);
  socket.destroy();
});

test('what is no TLS is handed over at once', async (t) => {
  const { client, heard } = await start(t);
  client.write('GET');
  const { hello, socket } = await heard;
  assert.equal(String(hello), 'GET');
  socket.destroy();
});

test('a client that ends before it has said who it is, is let go', async (t) => {
  const { client } = await start(t);
  client.end(record(Buffer.alloc(100)).subarray(0, 50));
  client.resume();
  await once(client, 'close');
});

test('a client that says nothing is let go', async (t) => {
  const { client } = await start(t, 1);
  client.resume();
  await once(client, 'close');
});

test('a protocol is offered under its whole name', () => {
  const hello = record(Buffer.from('\x08http/1.1\x0cbanyan.h2.v1', 'latin1'));
  assert.equal(offersProtocol(hello, 'banyan.h2.v1'), true);
  assert.equal(offersProtocol(hello, 'http/1.1'), true);
  assert.equal(offersProtocol(hello, 'banyan.h2'), false);
  assert.equal(offersProtocol(hello, 'h2'), false);
});
