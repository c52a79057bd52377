import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { test, type TestContext } from 'node:test';
import { eventually } from '@banyan/testing';
import { sortConnections } from './sort-connections.ts';

const PATIENT = '\x0apatient.v1 hello';

/** A server that sends back what it hears, and lets patient clients wait. */
async function start(t: TestContext) {
  const waiting: { readonly socket: Socket; readonly begin: () => void }[] = [];
  const server = createServer({ pauseOnConnect: true }, (socket) => socket.pipe(socket));
  sortConnections(server, {
    protocol: 'patient.v1',
    helloTimeoutMs: 60_000,
    wait: (socket, begin) => waiting.push({ socket, begin }),
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  t.after(() => server.close());
  const say = (words: string): Socket => {
    const client = connect(port, '127.0.0.1').setEncoding('latin1');
    t.after(() => client.destroy());
    client.on('error', () => undefined).write(words, 'latin1');
    return client;
  };
  return { waiting, say };
}

test('a patient client waits for its turn, anyone else does not, and both are heard from their first word', async (t) => {
  const { waiting, say } = await start(t);
  const patient = say(PATIENT);
  const answered = once(patient, 'data');
  await eventually('it waits', () => waiting.length === 1);
  assert.deepEqual(await once(say('hello'), 'data'), ['hello']);
  waiting[0]?.begin();
  assert.deepEqual(await answered, [PATIENT]);
  assert.equal(waiting.length, 1);
});

test('one that went while it waited is not greeted', async (t) => {
  const { waiting, say } = await start(t);
  const patient = say(PATIENT);
  await eventually('it waits', () => waiting.length === 1);
  patient.resetAndDestroy();
  await eventually('it is gone', () => waiting[0]?.socket.destroyed === true);
  waiting[0]?.begin();
  assert.deepEqual(await once(say('hello'), 'data'), ['hello']);
});
