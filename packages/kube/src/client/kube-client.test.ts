import type { KubeObject } from '@banyan/api';
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import {
  isAborted,
  isAlreadyExists,
  isConflict,
  isForbidden,
  isTimeout,
  isTooManyRequests,
  isUnauthorized,
  isUnreachable,
  KubeError,
  type Clock,
  type ClusterConnection,
  type Credentials,
  type KubeClientOptions,
} from '../index.ts';
import { KubeClient } from './kube-client.ts';
import { answer, issueTestCertificate, startTestServer, statusBody, testAuthority } from './test-server.ts';

const CONFIG_MAPS = { group: '', version: 'v1', resource: 'configmaps' };
const KEY = { namespace: 'ns', name: 'a' };
const OBJECT: KubeObject = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'a', namespace: 'ns', resourceVersion: '1' },
};

/** Does not wait, and remembers how long it should have. */
function recordingClock(): Clock & { readonly sleeps: number[] } {
  const sleeps: number[] = [];
  return {
    sleeps,
    now: () => 0,
    elapsed: () => 0,
    sleep: (ms, signal) => {
      sleeps.push(ms);
      signal?.throwIfAborted();
      return Promise.resolve();
    },
  };
}

async function withClient<T>(
  connection: ClusterConnection,
  options: KubeClientOptions,
  use: (client: KubeClient) => Promise<T>,
): Promise<T> {
  const client = new KubeClient(connection, options);
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

describe('what is sent', () => {
  const cases: {
    name: string;
    call: (client: KubeClient) => Promise<unknown>;
    sent: { method: string; url: string; type?: string; accept?: string; body?: unknown };
  }[] = [
    {
      name: 'get of a subresource',
      call: (client) => client.get(CONFIG_MAPS, KEY, { subresource: 'status' }),
      sent: { method: 'GET', url: '/api/v1/namespaces/ns/configmaps/a/status', accept: 'application/json' },
    },
    {
      name: 'get of metadata',
      call: (client) => client.get(CONFIG_MAPS, KEY, { metadataOnly: true }),
      sent: {
        method: 'GET',
        url: '/api/v1/namespaces/ns/configmaps/a',
        accept: 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json',
      },
    },
    {
      name: 'list with everything',
      call: (client) =>
        client.list(CONFIG_MAPS, {
          namespace: 'ns',
          labelSelector: 'a=b,c in (d)',
          fieldSelector: 'metadata.name=x',
          limit: 500,
          continue: 'tok/en',
          resourceVersion: '0',
          resourceVersionMatch: 'NotOlderThan',
        }),
      sent: {
        method: 'GET',
        url: '/api/v1/namespaces/ns/configmaps?labelSelector=a%3Db%2Cc+in+%28d%29&fieldSelector=metadata.name%3Dx&limit=500&continue=tok%2Fen&resourceVersion=0&resourceVersionMatch=NotOlderThan',
      },
    },
    {
      name: 'create as a dry run',
      call: (client) =>
        client.create(CONFIG_MAPS, OBJECT, { dryRun: true, fieldManager: 'me', fieldValidation: 'Strict' }),
      sent: {
        method: 'POST',
        url: '/api/v1/namespaces/ns/configmaps?dryRun=All&fieldManager=me&fieldValidation=Strict',
        type: 'application/json',
        body: OBJECT,
      },
    },
    {
      name: 'create on a subresource',
      call: (client) =>
        client.create(
          { group: '', version: 'v1', resource: 'serviceaccounts' },
          { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', metadata: {} },
          { subresource: 'token', name: 'sa', namespace: 'ns' },
        ),
      sent: {
        method: 'POST',
        url: '/api/v1/namespaces/ns/serviceaccounts/sa/token',
        type: 'application/json',
        body: { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', metadata: {} },
      },
    },
    {
      name: 'update of a status',
      call: (client) => client.update(CONFIG_MAPS, OBJECT, { subresource: 'status' }),
      sent: {
        method: 'PUT',
        url: '/api/v1/namespaces/ns/configmaps/a/status',
        type: 'application/json',
        body: OBJECT,
      },
    },
    {
      name: 'JSON patch',
      call: (client) =>
        client.patch(CONFIG_MAPS, KEY, { type: 'json', body: [{ op: 'remove', path: '/data' }] }),
      sent: {
        method: 'PATCH',
        url: '/api/v1/namespaces/ns/configmaps/a',
        type: 'application/json-patch+json',
        body: [{ op: 'remove', path: '/data' }],
      },
    },
    {
      name: 'merge patch',
      call: (client) => client.patch(CONFIG_MAPS, KEY, { type: 'merge', body: { data: null } }),
      sent: {
        method: 'PATCH',
        url: '/api/v1/namespaces/ns/configmaps/a',
        type: 'application/merge-patch+json',
        body: { data: null },
      },
    },
    {
      name: 'strategic merge patch',
      call: (client) => client.patch(CONFIG_MAPS, KEY, { type: 'strategic', body: { data: {} } }),
      sent: {
        method: 'PATCH',
        url: '/api/v1/namespaces/ns/configmaps/a',
        type: 'application/strategic-merge-patch+json',
        body: { data: {} },
      },
    },
    {
      name: 'apply with force',
      call: (client) => client.apply(CONFIG_MAPS, OBJECT, { fieldManager: 'banyan', force: true }),
      sent: {
        method: 'PATCH',
        url: '/api/v1/namespaces/ns/configmaps/a?fieldManager=banyan&force=true',
        type: 'application/apply-patch+yaml',
        body: OBJECT,
      },
    },
    {
      name: 'a write whose answer is not needed',
      call: (client) => client.patch(CONFIG_MAPS, KEY, { type: 'merge', body: {} }, { metadataOnly: true }),
      sent: {
        method: 'PATCH',
        url: '/api/v1/namespaces/ns/configmaps/a',
        type: 'application/merge-patch+json',
        accept: 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json',
        body: {},
      },
    },
    {
      name: 'delete without options has no body',
      call: (client) => client.delete(CONFIG_MAPS, KEY),
      sent: { method: 'DELETE', url: '/api/v1/namespaces/ns/configmaps/a' },
    },
    {
      name: 'delete with options',
      call: (client) =>
        client.delete(CONFIG_MAPS, KEY, {
          propagationPolicy: 'Foreground',
          gracePeriodSeconds: 0,
          preconditions: { uid: 'u' },
          dryRun: true,
        }),
      sent: {
        method: 'DELETE',
        url: '/api/v1/namespaces/ns/configmaps/a',
        type: 'application/json',
        body: {
          apiVersion: 'v1',
          kind: 'DeleteOptions',
          propagationPolicy: 'Foreground',
          gracePeriodSeconds: 0,
          preconditions: { uid: 'u' },
          dryRun: ['All'],
        },
      },
    },
    {
      name: 'delete of a collection',
      call: (client) => client.deleteCollection(CONFIG_MAPS, { namespace: 'ns', labelSelector: 'a=b' }),
      sent: { method: 'DELETE', url: '/api/v1/namespaces/ns/configmaps?labelSelector=a%3Db' },
    },
  ];
  for (const { name, call, sent } of cases) {
    it(name, async () => {
      const bodies: Promise<string>[] = [];
      await using server = await startTestServer((request, response) => {
        bodies.push(text(request));
        answer(response, 200, OBJECT);
      });
      await withClient(server.connection, {}, call);
      const [request] = server.requests;
      const body = (await bodies[0]) ?? '';
      assert.equal(request?.method, sent.method);
      assert.equal(request?.url, sent.url);
      assert.equal(request?.headers['content-type'], sent.type);
      if (sent.accept !== undefined) assert.equal(request?.headers.accept, sent.accept);
      assert.deepEqual(body === '' ? undefined : JSON.parse(body), sent.body);
    });
  }

  it('puts the path of the server in front', async () => {
    await using server = await startTestServer((_request, response) => answer(response, 200, OBJECT));
    const connection = { ...server.connection, server: `${server.connection.server}/clusters/x/` };
    await withClient(connection, {}, (client) => client.get(CONFIG_MAPS, KEY));
    assert.equal(server.requests[0]?.url, '/clusters/x/api/v1/namespaces/ns/configmaps/a');
  });

  it('refuses a name that would change the path, and sends nothing', async () => {
    await using server = await startTestServer((_request, response) => answer(response, 200, OBJECT));
    await withClient(server.connection, {}, async (client) => {
      for (const name of ['', '.', '..', 'a/b', '%2e']) {
        await assert.rejects(client.delete(CONFIG_MAPS, { namespace: 'ns', name }), /cannot be a name/);
      }
    });
    assert.equal(server.requests.length, 0);
  });

  for (const pool of ['short', 'stream'] as const) {
    it(`sends each group of an impersonation as a header line of its own (${pool})`, async () => {
      await using server = await startTestServer((_request, response) => answer(response, 200));
      const impersonate = {
        user: 'jane',
        uid: '42',
        groups: ['a', 'b,c'],
        extra: { 'Example.org/Role': ['x', 'y'] },
      };
      await withClient(server.connection, {}, async (client) => {
        const response = await client.request({ method: 'GET', path: '/x', pool, impersonate });
        response.body.resume();
      });
      assert.deepEqual(headerLines(server.requests[0]?.rawHeaders ?? [], 'impersonate-'), [
        ['impersonate-user', 'jane'],
        ['impersonate-uid', '42'],
        ['impersonate-group', 'a'],
        ['impersonate-group', 'b,c'],
        ['impersonate-extra-example.org%2frole', 'x'],
        ['impersonate-extra-example.org%2frole', 'y'],
      ]);
      assert.equal(server.requests[0]?.httpVersion, pool === 'short' ? '1.1' : '2.0');
    });
  }

  for (const pool of ['short', 'stream'] as const) {
    it(`passes headers on, but not those of a connection (${pool})`, async () => {
      await using server = await startTestServer((_request, response) => answer(response, 200));
      const headers = {
        Connection: 'upgrade',
        Upgrade: 'x',
        Host: 'other',
        TE: 'trailers',
        'X-Own': ['a', 'b'],
      };
      await withClient(server.connection, {}, async (client) => {
        const response = await client.request({ method: 'GET', path: '/', pool, headers });
        await text(response.body);
      });
      const received = server.requests[0]?.headers ?? {};
      assert.deepEqual([received.upgrade, received['te'], received['x-own']], [undefined, undefined, 'a, b']);
      assert.notEqual(received.host, 'other');
    });

    it(`gives up when its body fails, and lets go of a body that is not wanted (${pool})`, async () => {
      await using server = await startTestServer((request, response) => {
        if (request.url === '/early') response.writeHead(413).end();
        else request.on('error', () => undefined).resume();
      });
      await withClient(server.connection, {}, async (client) => {
        const broken = Readable.from(
          (async function* () {
            yield Buffer.from('begun');
            await new Promise(setImmediate);
            throw new Error('the disk is gone');
          })(),
        );
        await assert.rejects(
          client.request({ method: 'POST', path: '/', pool, body: broken }),
          /the disk is gone/,
        );
        const endless = new Readable({ read: () => undefined });
        endless.push('begun');
        const response = await client.request({ method: 'POST', path: '/early', pool, body: endless });
        assert.equal(response.status, 413);
        await text(response.body);
        response.body.destroy();
      });
    });
  }

  it('sends no credentials to a server without TLS', async () => {
    await using server = await startTestServer((_request, response) => answer(response, 200), {
      kind: 'plain',
    });
    const connection = { ...server.connection, credentials: sourceOf({ token: 'secret' }) };
    await withClient(connection, {}, (client) => client.requestJson({ method: 'GET', path: '/x' }));
    assert.equal(server.requests[0]?.headers.authorization, undefined);
  });
});

describe('what is thrown', () => {
  it('is a KubeError with the Status of the server', async () => {
    await using server = await startTestServer((_request, response) =>
      answer(response, 409, statusBody(409, 'AlreadyExists', 'configmaps "a" already exists')),
    );
    await withClient(server.connection, {}, async (client) => {
      await assert.rejects(client.create(CONFIG_MAPS, OBJECT), (error) => {
        assert.ok(isAlreadyExists(error));
        assert.equal(isConflict(error), false);
        assert.equal((error as KubeError).status?.reason, 'AlreadyExists');
        assert.equal(
          (error as KubeError).message,
          `POST /api/v1/namespaces/ns/configmaps: configmaps "a" already exists (cluster "test" at ${server.connection.server})`,
        );
        return true;
      });
    });
  });

  it('is BadResponse when the answer is not JSON', async () => {
    await using server = await startTestServer((_request, response) => void response.end('<html>'));
    await withClient(server.connection, {}, async (client) => {
      await assert.rejects(client.get(CONFIG_MAPS, KEY), { code: 'BadResponse' });
    });
  });

  it('is Unreachable, with advice, when nobody listens', async () => {
    const server = await startTestServer(() => undefined);
    await server[Symbol.asyncDispose]();
    await withClient(server.connection, {}, async (client) => {
      await assert.rejects(client.get(CONFIG_MAPS, KEY), (error: Error) => {
        assert.ok(isUnreachable(error));
        assert.match(error.message, /ECONNREFUSED.*Is the API server running/);
        return true;
      });
    });
  });

  for (const pool of ['short', 'stream'] as const) {
    it(`is Unreachable when the certificate is from another authority (${pool})`, async () => {
      await using server = await startTestServer((_request, response) => answer(response, 200));
      const { ca: _ca, ...connection } = server.connection;
      await withClient(connection, {}, async (client) => {
        await assert.rejects(client.request({ method: 'GET', path: '/', pool }), (error: Error) => {
          assert.ok(isUnreachable(error));
          assert.match(error.message, /certificate-authority/);
          return true;
        });
      });
    });

    it(`is Unreachable when the answer is cut in its middle (${pool})`, async () => {
      await using server = await startTestServer((_request, response) => {
        response.writeHead(200);
        response.write('half of', () => cut());
      });
      const cut = (): void => server.sockets.forEach((socket) => socket.destroy());
      await withClient(server.connection, {}, async (client) => {
        const response = await client.request({ method: 'GET', path: '/', pool });
        await assert.rejects(text(response.body), isUnreachable);
        assert.equal(server.requests.length, 1);
      });
    });

    it(`is Timeout when the headers do not come (${pool})`, async () => {
      await using server = await startTestServer(() => undefined);
      await withClient(server.connection, {}, async (client) => {
        await assert.rejects(client.request({ method: 'GET', path: '/', pool, timeoutMs: 50 }), isTimeout);
      });
    });

    it(`is Aborted by the caller's signal, before and in the middle of the answer (${pool})`, async () => {
      await using server = await startTestServer((_request, response) => {
        response.writeHead(200);
        response.write('begun');
      });
      await withClient(server.connection, {}, async (client) => {
        const stop = new AbortController();
        const response = await client.request({ method: 'GET', path: '/', pool, signal: stop.signal });
        stop.abort(new Error('enough'));
        await assert.rejects(text(response.body), (error) => {
          assert.ok(isAborted(error));
          assert.equal((error.cause as Error).message, 'enough');
          return true;
        });
        await assert.rejects(
          client.request({ method: 'GET', path: '/', pool, signal: stop.signal }),
          isAborted,
        );
        assert.equal(server.requests.length, 1);
      });
    });
  }

  it('is Timeout when the body of a short request does not end', async () => {
    await using server = await startTestServer((_request, response) => {
      response.writeHead(200);
      response.write('{');
    });
    await withClient(server.connection, {}, async (client) => {
      await assert.rejects(client.get(CONFIG_MAPS, KEY, { timeoutMs: 50 }), isTimeout);
    });
  });

  it('ends requests under way when the client is closed', async () => {
    const { promise: arrived, resolve } = Promise.withResolvers<void>();
    await using server = await startTestServer(() => resolve());
    const client = new KubeClient(server.connection);
    const request = client.get(CONFIG_MAPS, KEY);
    const rejected = assert.rejects(request, KubeError);
    await arrived;
    await client.close();
    await rejected;
    await assert.rejects(client.get(CONFIG_MAPS, KEY), isAborted);
  });
});

describe('repetition', () => {
  const TOO_MANY = statusBody(429, 'TooManyRequests');

  it('waits as the server asks, with up to half of it added, and tries again', async () => {
    await using server = await startTestServer((_request, response, count) =>
      count < 3 ? answer(response, 429, TOO_MANY, { 'retry-after': '2' }) : answer(response, 200, OBJECT),
    );
    const clock = recordingClock();
    await withClient(server.connection, { clock, random: () => 0.5 }, (client) =>
      client.create(CONFIG_MAPS, OBJECT),
    );
    assert.deepEqual(clock.sleeps, [2500, 2500]);
  });

  it('gives up after five tries', async () => {
    await using server = await startTestServer((_request, response) =>
      answer(response, 429, TOO_MANY, { 'retry-after': '1' }),
    );
    const clock = recordingClock();
    await withClient(server.connection, { clock }, async (client) => {
      await assert.rejects(client.get(CONFIG_MAPS, KEY), isTooManyRequests);
    });
    assert.equal(server.requests.length, 5);
  });

  it('does not wait beyond the deadline: the error says when to come back', async () => {
    await using server = await startTestServer((_request, response) =>
      answer(response, 429, TOO_MANY, { 'retry-after': '60' }),
    );
    const clock = recordingClock();
    await withClient(server.connection, { clock }, async (client) => {
      await assert.rejects(client.get(CONFIG_MAPS, KEY, { timeoutMs: 5000 }), { retryAfterMs: 60_000 });
    });
    assert.deepEqual(clock.sleeps, []);
  });

  it('does not try again once the caller has given up', async () => {
    const stop = new AbortController();
    await using server = await startTestServer((_request, response) => {
      stop.abort();
      answer(response, 429, TOO_MANY, { 'retry-after': '1' });
    });
    await withClient(server.connection, {}, async (client) => {
      await assert.rejects(client.get(CONFIG_MAPS, KEY, { signal: stop.signal }), isAborted);
    });
    assert.equal(server.requests.length, 1);
  });

  it('opens a watch again after a 429', async () => {
    await using server = await startTestServer((_request, response, count) => {
      if (count === 1) answer(response, 429, TOO_MANY, { 'retry-after': '1' });
      else response.end('');
    });
    const signal = AbortSignal.timeout(300_000);
    await withClient(server.connection, { clock: recordingClock() }, async (client) => {
      assert.deepEqual(await Array.fromAsync(client.watchLines(CONFIG_MAPS, { signal })), []);
    });
    assert.equal(server.requests.length, 2);
  });

  const lost: { name: string; call: (client: KubeClient) => Promise<unknown>; tries: number }[] = [
    { name: 'get', call: (client) => client.get(CONFIG_MAPS, KEY), tries: 2 },
    { name: 'update', call: (client) => client.update(CONFIG_MAPS, OBJECT), tries: 2 },
    { name: 'apply', call: (client) => client.apply(CONFIG_MAPS, OBJECT, { fieldManager: 'm' }), tries: 2 },
    { name: 'create', call: (client) => client.create(CONFIG_MAPS, OBJECT), tries: 1 },
    { name: 'delete', call: (client) => client.delete(CONFIG_MAPS, KEY), tries: 1 },
    {
      name: 'merge patch',
      call: (client) => client.patch(CONFIG_MAPS, KEY, { type: 'merge', body: {} }),
      tries: 1,
    },
  ];
  for (const { name, call, tries } of lost) {
    it(`${tries === 2 ? 'repeats once' : 'does not repeat'} a ${name} whose connection is lost`, async () => {
      await using server = await startTestServer((request) => void request.socket.destroy());
      await withClient(server.connection, {}, async (client) => {
        await assert.rejects(call(client), isUnreachable);
      });
      assert.equal(server.requests.length, tries);
    });
  }
});

describe('credentials', () => {
  it('are asked again after a 401, and the request is repeated once', async () => {
    await using server = await startTestServer((request, response) =>
      request.headers.authorization === 'Bearer new'
        ? answer(response, 200, OBJECT)
        : answer(response, 401, statusBody(401, 'Unauthorized')),
    );
    const connection = { ...server.connection, credentials: sourceOf({ token: 'old' }, { token: 'new' }) };
    await withClient(connection, {}, (client) => client.create(CONFIG_MAPS, OBJECT));
    assert.deepEqual(
      server.requests.map(({ headers }) => headers.authorization),
      ['Bearer old', 'Bearer new'],
    );
  });

  it('that are the same again are not tried again', async () => {
    await using server = await startTestServer((_request, response) =>
      answer(response, 401, statusBody(401, 'Unauthorized')),
    );
    const connection = { ...server.connection, credentials: sourceOf({ token: 'old' }) };
    await withClient(connection, {}, async (client) => {
      await assert.rejects(client.get(CONFIG_MAPS, KEY), isUnauthorized);
    });
    assert.equal(server.requests.length, 1);
  });

  it('with another certificate open new connections', async () => {
    const seen: string[] = [];
    await using server = await startTestServer(
      (request, response) => {
        const { socket } = request as unknown as {
          socket: { getPeerCertificate(): { subject: { CN: string } } };
        };
        seen.push(socket.getPeerCertificate().subject.CN);
        answer(response, 200, OBJECT);
      },
      { tls: { requestCert: true, ca: testAuthority.certificate } },
    );
    let current = certificateOf('first');
    const credentials = { get: () => Promise.resolve(current), refused: () => undefined };
    await withClient({ ...server.connection, credentials }, {}, async (client) => {
      await client.get(CONFIG_MAPS, KEY);
      await client.get(CONFIG_MAPS, KEY);
      current = certificateOf('second');
      await client.get(CONFIG_MAPS, KEY);
    });
    assert.deepEqual(seen, ['first', 'first', 'second']);
    assert.equal(server.sockets.length, 2);
  });

  it('may change in the middle of everything, and no request is lost', async () => {
    await using server = await startTestServer(
      (_request, response) => setImmediate(() => answer(response, 200, OBJECT)),
      { tls: { requestCert: true, ca: testAuthority.certificate } },
    );
    const certificates = Array.from({ length: 5 }, (_, index) => certificateOf(`c${index}`));
    let asked = 0;
    const credentials = {
      get: () => Promise.resolve(certificates[Math.floor((asked += 1) / 20) % 5] ?? {}),
      refused: () => undefined,
    };
    await withClient({ ...server.connection, credentials }, {}, async (client) => {
      const lane = async (pool: 'short' | 'stream'): Promise<void> => {
        for (let i = 0; i < 20; i += 1) {
          const response = await client.request({ method: 'POST', path: '/', pool });
          await text(response.body);
        }
      };
      await Promise.all(Array.from({ length: 10 }, (_, index) => lane(index % 2 === 0 ? 'short' : 'stream')));
    });
    assert.equal(server.requests.length, 200);
  });

  it('that cannot be used are BadConfig', async () => {
    await using server = await startTestServer((_request, response) => answer(response, 200, OBJECT));
    const credentials = sourceOf({ clientCertificate: { cert: 'no', key: 'pem' } });
    await withClient({ ...server.connection, credentials }, {}, async (client) => {
      await assert.rejects(client.get(CONFIG_MAPS, KEY), { code: 'BadConfig' });
    });
  });
});

describe('limits', () => {
  it('lets so many requests through at once, and the others after them', async () => {
    let running = 0;
    let most = 0;
    await using server = await startTestServer((_request, response) => {
      running += 1;
      most = Math.max(most, running);
      setImmediate(() => {
        running -= 1;
        answer(response, 200, OBJECT);
      });
    });
    await withClient(server.connection, { maxInFlight: 3 }, (client) =>
      Promise.all(Array.from({ length: 30 }, () => client.get(CONFIG_MAPS, KEY))),
    );
    assert.ok(most <= 3, `${most} at once`);
    assert.equal(server.requests.length, 30);
  });

  it('uses one connection for requests that follow each other', async () => {
    await using server = await startTestServer((_request, response) => answer(response, 200, OBJECT));
    await withClient(server.connection, {}, async (client) => {
      for (let i = 0; i < 20; i += 1) await client.update(CONFIG_MAPS, OBJECT);
    });
    assert.equal(server.sockets.length, 1);
  });

  it('opens no more connections than it may', async () => {
    await using server = await startTestServer((_request, response) => answer(response, 200, OBJECT));
    await withClient(server.connection, { maxConnections: 2 }, (client) =>
      Promise.all(Array.from({ length: 20 }, () => client.get(CONFIG_MAPS, KEY))),
    );
    assert.ok(server.sockets.length <= 2);
  });
});

it('gives out a list of no items where Go wrote null', async () => {
  const list = {
    apiVersion: 'v1',
    kind: 'ServiceAccountList',
    metadata: { resourceVersion: '7' },
    items: null,
  };
  await using server = await startTestServer((_request, response) => answer(response, 200, list));
  await withClient(server.connection, {}, async (client) => {
    assert.deepEqual(await client.list(CONFIG_MAPS), { ...list, items: [] });
  });
});

describe('a compressed list', () => {
  const list = { apiVersion: 'v1', kind: 'List', metadata: {}, items: [OBJECT] };
  const compressed = gzipSync(JSON.stringify(list));

  it('is asked for and read', async () => {
    await using server = await startTestServer((request, response) => {
      assert.equal(request.headers['accept-encoding'], 'gzip');
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(compressed);
    });
    await withClient(server.connection, {}, async (client) => {
      assert.deepEqual(await client.list(CONFIG_MAPS), list);
    });
  });

  it('is not asked for where the kubeconfig says so', async () => {
    await using server = await startTestServer((_request, response) => answer(response, 200, list));
    await withClient({ ...server.connection, disableCompression: true }, {}, (client) =>
      client.list(CONFIG_MAPS),
    );
    assert.equal(server.requests[0]?.headers['accept-encoding'], undefined);
  });

  it('that is broken is BadResponse', async () => {
    await using server = await startTestServer((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(compressed.subarray(0, -9));
    });
    await withClient(server.connection, {}, async (client) => {
      await assert.rejects(client.list(CONFIG_MAPS), { code: 'BadResponse' });
    });
  });
});

it('tells of warnings', async () => {
  await using server = await startTestServer((_request, response) =>
    answer(response, 200, OBJECT, { warning: '299 - "v1 Old is deprecated, \\"use\\" new"' }),
  );
  const warnings: string[] = [];
  await withClient(server.connection, { onWarning: ({ text }) => warnings.push(text) }, async (client) => {
    await client.get(CONFIG_MAPS, KEY);
  });
  assert.deepEqual(warnings, ['v1 Old is deprecated, "use" new']);
});

it('gives a forbidden answer out unthrown when asked raw', async () => {
  await using server = await startTestServer((_request, response) =>
    answer(response, 403, statusBody(403, 'Forbidden')),
  );
  await withClient(server.connection, {}, async (client) => {
    const response = await client.request({ method: 'GET', path: '/x' });
    assert.equal(response.status, 403);
    assert.match(await text(response.body), /Forbidden/);
    await assert.rejects(client.requestJson({ method: 'GET', path: '/x' }), isForbidden);
  });
});

/** Gives out the next credentials each time the last ones were refused. */
function sourceOf(...each: Credentials[]): NonNullable<ClusterConnection['credentials']> {
  let index = 0;
  return {
    get: () => Promise.resolve(each[Math.min(index, each.length - 1)] ?? {}),
    refused: () => {
      index += 1;
    },
  };
}

function certificateOf(name: string): Credentials {
  const { certificate, key } = issueTestCertificate(name);
  return { clientCertificate: { cert: certificate, key } };
}

function headerLines(rawHeaders: readonly string[], prefix: string): [string, string][] {
  const lines: [string, string][] = [];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const [name = '', value = ''] = rawHeaders.slice(i, i + 2);
    if (name.toLowerCase().startsWith(prefix)) lines.push([name, value]);
  }
  return lines;
}
