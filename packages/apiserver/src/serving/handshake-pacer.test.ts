import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { test, type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { HandshakePacer, type HandshakePacerOptions } from './handshake-pacer.ts';

/** A server that notes the turn of the event loop in which it greets a client, and sends back what that says. */
async function start(t: TestContext, options: HandshakePacerOptions) {
  const greeted: number[] = [];
  let turn = 0;
  let isOver = false;
  const server = createServer({ pauseOnConnect: true }, (socket) => {
    greeted.push(turn);
    socket.pipe(socket);
  });
  new HandshakePacer(server, options);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const count = async () => {
    for (; !isOver; turn += 1) await nextTurn();
  };
  const counted = count();
  t.after(async () => {
    isOver = true;
    await counted;
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { greeted, open: () => opened(t, port) };
}

async function opened(t: TestContext, port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  t.after(() => socket.destroy());
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

test('clients that come at once are greeted one a turn, and heard', async (t) => {
  const { greeted, open } = await start(t, { perTurn: 1, maxWaitMs: 60_000 });
  const clients = await Promise.all(Array.from({ length: 5 }, () => open()));
  for (const client of clients) client.write('hello');
  const answers = await Promise.all(clients.map((client) => once(client, 'data')));
  for (const [answer] of answers) assert.equal(String(answer), 'hello');
  assert.equal(new Set(greeted).size, 5, `turns ${greeted.join(', ')}`);
});

test('one that has waited for too long is not greeted any more', async (t) => {
  const { greeted, open } = await start(t, { perTurn: 1, maxWaitMs: -1 });
  await once(await open(), 'close');
  assert.deepEqual(greeted, []);
});
