import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:http2';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { httpsExchange } from '@banyan/testing';
import type { ApiService } from './api-service.ts';
import { startBackend } from './test-backend.ts';
import { API_SERVICES, awaitAvailability, startParent } from './test-parent.ts';

test('a backend that hangs holds up nobody else, and a client that goes ends its request there', async (t) => {
  const parent = await startParent(t);
  const arrived = Promise.withResolvers<IncomingMessage>();
  await startBackend(t, parent, { name: 'silent', answer: (request) => arrived.resolve(request) });
  const gone = new AbortController();
  const waiting = httpsExchange(parent.admin, { path: '/apis/silent.test/v1/things', signal: gone.signal });
  const request = await arrived.promise;
  const closed = new Promise<void>((resolve) => request.socket.once('close', () => resolve()));
  assert.equal((await httpsExchange(parent.admin, { path: '/api/v1/namespaces/default' })).status, 200);
  gone.abort();
  await assert.rejects(waiting);
  await closed;
});

test('a backend that hangs holds three hundred requests of a user and no more, and no place of the server’s own', async (t) => {
  const parent = await startParent(t);
  const backend = await startBackend(t, parent, { name: 'clogged', answer: () => {} });
  const { server, ca, certificate: cert, key } = parent.admin;
  const refused: unknown[] = [];
  const allRefused = Promise.withResolvers<void>();
  const sessions = Array.from({ length: 5 }, () => connect(server, { ca, cert, key }));
  for (const session of sessions) {
    for (let i = 0; i < 62; i += 1) {
      const stream = session.request({ ':path': '/apis/clogged.test/v1/things' });
      stream.on('error', () => {});
      stream.on('response', ({ ':status': status }) => {
        if (refused.push(status) === 10) allRefused.resolve();
      });
    }
  }
  await allRefused.promise;
  assert.deepEqual(new Set(refused), new Set([429]));
  assert.equal((await httpsExchange(parent.admin, { path: '/api/v1/namespaces/default' })).status, 200);
  const left = new Set<Socket>();
  const empty = Promise.withResolvers<void>();
  for (const socket of backend.sockets) {
    left.add(socket);
    socket.once('close', () => left.delete(socket) && left.size === 0 && empty.resolve());
  }
  for (const session of sessions) session.destroy();
  await empty.promise;
});

test('a backend that closes in the middle of its answer leaves no answer that looks whole', async (t) => {
  const parent = await startParent(t);
  await startBackend(t, parent, {
    name: 'broken',
    answer: (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"half":', () => response.destroy());
    },
  });
  await assert.rejects(httpsExchange(parent.admin, { path: '/apis/broken.test/v1/things' }));
});

test('a connection that the backend closed while it was idle is no failure of the next read', async (t) => {
  const parent = await startParent(t);
  let isClosing = true;
  await startBackend(t, parent, {
    name: 'moody',
    answer: (request, response) => {
      // The first that comes on a connection that was used before finds it closed.
      if (isClosing) request.socket.destroy();
      else response.end('{}');
      isClosing = false;
    },
  });
  const answer = await httpsExchange(parent.admin, { path: '/apis/moody.test/v1/things' });
  assert.equal(answer.status, 200);
});

test('when its backend goes, a group is unavailable; when it is back, it is served again', async (t) => {
  const parent = await startParent(t);
  const backend = await startBackend(t, parent, {
    name: 'coming',
    answer: (_, response) => response.end('{}'),
  });
  const { port, server } = backend;
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
  const path = '/apis/coming.test/v1/things';
  const refused = await httpsExchange(parent.admin, { path });
  assert.equal(refused.status, 503);
  assert.match(
    refused.body.toString(),
    /error trying to reach service: dial tcp localhost:\d+: connect: connection refused/,
  );
  // A change of its Service makes the parent look at once.
  const services = { group: '', version: 'v1', resource: 'services' };
  const touch = (value: string) =>
    parent.client.patch(
      services,
      { namespace: 'default', name: 'coming' },
      {
        type: 'merge',
        body: { metadata: { annotations: { touched: value } } },
      },
    );
  await touch('down');
  await awaitAvailability(parent.client, 'v1.coming.test', 'False');
  const unavailable = await httpsExchange(parent.admin, { path });
  assert.equal(unavailable.body.toString(), 'service unavailable\n');
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  await awaitAvailability(parent.client, 'v1.coming.test', 'True');
  assert.equal((await httpsExchange(parent.admin, { path })).status, 200);
});

test('what is wrong with a backend is said in its APIService: it is silent, says no, or cannot be trusted', async (t) => {
  const parent = await startParent(t);
  const { client } = parent;
  const answers: Readonly<Record<string, (response: ServerResponse) => void>> = {
    mute: () => {},
    sulky: (response) => response.writeHead(500).end(),
    shady: (response) => response.end(),
  };
  await Promise.all(
    Object.entries(answers).map(([name, answer]) =>
      startBackend(t, parent, {
        name,
        hasDiscovery: false,
        isAwaited: false,
        answer: (_, response) => answer(response),
      }),
    ),
  );
  const caBundle = Buffer.from('no certificate').toString('base64');
  await client.patch(
    API_SERVICES,
    { name: 'v1.shady.test' },
    { type: 'merge', body: { spec: { caBundle } } },
  );
  const messageOf = async (name: string) => {
    await awaitAvailability(client, `v1.${name}.test`, 'False');
    const { status } = await client.get<ApiService>(API_SERVICES, { name: `v1.${name}.test` });
    return status?.conditions?.[0]?.message ?? '';
  };
  const where = /^failing or missing response from https:\/\/localhost:\d+\/apis\//;
  for (const name of ['sulky', 'mute']) assert.match(await messageOf(name), where);
  assert.match(await messageOf('sulky'), /bad status from .*: 500$/);
  assert.match(await messageOf('mute'), /context deadline exceeded/);
  assert.match(await messageOf('shady'), /unable to parse bytes as PEM block/);
  for (const name of Object.keys(answers)) {
    const { status, body } = await httpsExchange(parent.admin, { path: `/apis/${name}.test/v1/things` });
    assert.deepEqual([status, body.toString()], [503, 'service unavailable\n']);
  }
});

test('discovery without end, or not of this world, is not taken over, and other groups are not harmed', async (t) => {
  const parent = await startParent(t);
  const pages = new Map([
    ['huge', 'x'.repeat(8 * 1024 * 1024)],
    ['deep', `${'['.repeat(1_000_000)}`],
    ['lying', JSON.stringify({ resources: [{ name: { __proto__: 1 }, verbs: 'all' }, 7, null] })],
  ]);
  for (const [name, page] of pages) {
    await startBackend(t, parent, {
      name,
      hasDiscovery: false,
      isAwaited: name === 'lying',
      answer: (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(page),
    });
  }
  const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
  for (;;) {
    const { body } = await httpsExchange(parent.admin, { path: '/apis', headers: { accept } });
    const { items } = JSON.parse(body.toString()) as {
      items: { metadata: { name: string }; versions: { freshness: string; resources?: object[] }[] }[];
    };
    const entry = (name: string) => items.find(({ metadata }) => metadata.name === name)?.versions[0];
    assert.ok(entry('apps')?.resources);
    assert.equal(entry('huge.test')?.freshness, 'Stale');
    assert.equal(entry('deep.test')?.freshness, 'Stale');
    if (entry('lying.test')?.freshness !== 'Current') continue;
    const nothing = { group: '', version: '', kind: '' };
    const blank = { resource: '', responseKind: nothing, scope: 'Cluster', singularResource: '', verbs: [] };
    assert.deepEqual(entry('lying.test')?.resources, [blank]);
    break;
  }
  await awaitAvailability(parent.client, 'v1.huge.test', 'False');
  const { status } = await parent.client.get<ApiService>(API_SERVICES, { name: 'v1.huge.test' });
  assert.equal(status?.conditions?.[0]?.reason, 'FailedDiscoveryCheck');
});
