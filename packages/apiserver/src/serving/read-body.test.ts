import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { test, type TestContext } from 'node:test';
import { readBody } from './read-body.ts';

const HEAD = 'POST / HTTP/1.1\r\nhost: x\r\n';

/** A client, and what the server makes of its body. */
async function reading(
  t: TestContext,
  maxWaitMs?: number,
): Promise<{ client: Socket; read: Promise<string> }> {
  const { promise: read, resolve, reject } = Promise.withResolvers<string>();
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    readBody({ request, response }, maxWaitMs).then((body) => resolve(body.toString()), reject);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => {});
  t.after(() => {
    client.destroy();
    server.closeAllConnections();
    server.close();
  });
  return { client, read };
}

test('a body is read whole, in however many parts it comes', async (t) => {
  const { client, read } = await reading(t);
  client.write(`${HEAD}transfer-encoding: chunked\r\n\r\n3\r\nabc\r\n`);
  client.write('2\r\nde\r\n0\r\n\r\n');
  assert.equal(await read, 'abcde');
});

test('no body is an empty one', async (t) => {
  const { client, read } = await reading(t);
  client.write(`${HEAD}\r\n`);
  assert.equal(await read, '');
});

test('a body that does not come in time is refused', async (t) => {
  const { client, read } = await reading(t, 20);
  client.write(`${HEAD}content-length: 10\r\n\r\nabc`);
  await assert.rejects(read, { code: 504 });
});

test('a body that is too large is refused before its end', async (t) => {
  const { client, read } = await reading(t);
  client.write(`${HEAD}content-length: 10000000\r\n\r\n${' '.repeat(4e6)}`);
  await assert.rejects(read, { code: 413 });
});

test('a body that ends early is refused', async (t) => {
  const { client, read } = await reading(t);
  client.write(`${HEAD}content-length: 10\r\n\r\nabc`, () => client.destroy());
  await assert.rejects(read, { code: 400 });
});
