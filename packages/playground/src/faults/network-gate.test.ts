import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { test, type TestContext } from 'node:test';
import { NetworkGate } from './network-gate.ts';

/** A server that says everything back, behind a gate. */
async function gateBeforeEcho(t: TestContext): Promise<NetworkGate> {
  const echo = createServer((socket) => {
    socket.on('error', () => {});
    socket.pipe(socket);
  });
  echo.listen(0, '127.0.0.1');
  await once(echo, 'listening');
  t.after(() => echo.close());
  const gate = await NetworkGate.listen({ port: 0, targetPort: (echo.address() as AddressInfo).port });
  t.after(() => gate.close());
  return gate;
}

async function dial({ port }: NetworkGate): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  // The gate resets what is open when a test is over.
  socket.on('error', () => {});
  return socket;
}

async function isEchoed(socket: Socket, text: string): Promise<boolean> {
  const heard = once(socket, 'data');
  socket.write(text);
  return String((await heard)[0]) === text;
}

test('an open gate lets everything pass', async (t) => {
  const gate = await gateBeforeEcho(t);
  const socket = await dial(gate);
  assert.ok(await isEchoed(socket, 'hello'));
  socket.end();
  await once(socket, 'close');
});

test('what is on its way still arrives when the server ends the connection', async (t) => {
  const bytes = Buffer.alloc(8 * 1024 * 1024, 'x');
  const sender = createServer((socket) => socket.end(bytes));
  sender.listen(0, '127.0.0.1');
  await once(sender, 'listening');
  t.after(() => sender.close());
  const gate = await NetworkGate.listen({ port: 0, targetPort: (sender.address() as AddressInfo).port });
  t.after(() => gate.close());
  let received = 0;
  for await (const chunk of await dial(gate)) received += (chunk as Buffer).length;
  assert.equal(received, bytes.length);
});

test('a gate that refuses resets what is open, takes nothing new, and listens on the same port again', async (t) => {
  const gate = await gateBeforeEcho(t);
  const open = await dial(gate);
  assert.ok(await isEchoed(open, 'hello'));
  const broken = once(open, 'error');
  await gate.set('refuse');
  assert.equal(((await broken)[0] as NodeJS.ErrnoException).code, 'ECONNRESET');
  await assert.rejects(dial(gate), { code: 'ECONNREFUSED' });
  const { port } = gate;
  await gate.set('open');
  assert.equal(gate.port, port);
  assert.ok(await isEchoed(await dial(gate), 'again'));
});

test('through a gate that hangs nothing passes, and all of it once the gate opens', async (t) => {
  const gate = await gateBeforeEcho(t);
  const before = await dial(gate);
  assert.ok(await isEchoed(before, 'hello'));
  await gate.set('hang');
  const during = await dial(gate);
  const heard: string[] = [];
  for (const socket of [before, during]) {
    socket.on('data', (chunk) => heard.push(String(chunk)));
    socket.write('late');
  }
  // Through another gate, a whole exchange later, there was time enough for this one.
  const other = await dial(await gateBeforeEcho(t));
  for (const text of ['one', 'two', 'three']) assert.ok(await isEchoed(other, text));
  assert.deepEqual(heard, []);
  const answers = Promise.all([once(before, 'data'), once(during, 'data')]);
  await gate.set('open');
  await answers;
  assert.deepEqual(heard, ['late', 'late']);
});

test('changes that come at once end in the last', async (t) => {
  const gate = await gateBeforeEcho(t);
  await Promise.all([gate.set('refuse'), gate.set('hang'), gate.set('refuse'), gate.set('open')]);
  assert.ok(await isEchoed(await dial(gate), 'open'));
});
