import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { Readable } from 'node:stream';
import { FakeClock } from '@banyan/testing';
import { KubeClient } from '../client/kube-client.ts';
import type { RawResponse, WatchEvent, WatchOptions } from '../client/request-options.ts';
import { parseWatchEvent, readWatchLines } from '../client/watch-stream.ts';
import { KubeError } from '../errors/kube-error.ts';
import { EventHistory } from './event-history.ts';
import { objectIdentity, rawIdentity, type ItemIdentity } from './item-identity.ts';
import { CONFIG_MAPS } from './model-server.ts';
import { watchedObjects, watchedRaw, type WatchedCache } from './watched-cache.ts';

/** What kube-apiserver 1.36.3 sent: add a, add b, update a, delete b, add b. */
const RECORDED = readFileSync(new URL('fixtures/configmap-watch.jsonl', import.meta.url));
const LINES = RECORDED.toString('utf8').split('\n').filter(Boolean);
const EMPTY_LIST = {
  kind: 'ConfigMapList',
  apiVersion: 'v1',
  metadata: { resourceVersion: '200' },
  items: [],
};
const WHOLE_HISTORY = [
  'add default/a 201',
  'add default/b 202',
  'update default/a 203',
  'delete default/b 204',
  'add default/b 205',
];
const SCOPE = { resource: CONFIG_MAPS, namespace: 'default' };

/** The bytes of a watch from this version on. */
function streamFrom(resourceVersion: string): Buffer {
  const later = LINES.filter((line) => {
    const { object } = JSON.parse(line) as WatchEvent;
    return Number(object.metadata.resourceVersion) > Number(resourceVersion);
  });
  return Buffer.from(later.map((line) => `${line}\n`).join(''));
}

/** A server whose first watch breaks after `cutAt` bytes and whose others stay open. */
class CutStream {
  readonly #cutAt: number;
  readonly versions: string[] = [];
  lists = 0;

  constructor(cutAt: number) {
    this.#cutAt = cutAt;
  }

  list(): Promise<typeof EMPTY_LIST> {
    this.lists++;
    return Promise.resolve(structuredClone(EMPTY_LIST));
  }

  async request(): Promise<RawResponse> {
    const body = Readable.from([Buffer.from(JSON.stringify(await this.list()))]);
    return { status: 200, headers: {}, body };
  }

  async *watch(_resource: unknown, options: WatchOptions): AsyncGenerator<WatchEvent, void, void> {
    const subject = { what: 'watch', where: 'test' };
    for await (const line of this.watchLines(_resource, options)) yield parseWatchEvent(line, subject);
  }

  async *watchLines(_resource: unknown, options: WatchOptions): AsyncGenerator<Buffer, void, void> {
    const first = this.versions.length === 0;
    const version = options.resourceVersion ?? '';
    this.versions.push(version);
    const bytes = first ? streamFrom(version).subarray(0, this.#cutAt) : streamFrom(version);
    yield* readWatchLines(Readable.from(bytes.length === 0 ? [] : [bytes]), 1 << 20);
    if (first) throw new KubeError('Unreachable', 'cut');
    await new Promise((resolve) => options.signal.addEventListener('abort', resolve, { once: true }));
  }
}

async function cutAt<T>(
  position: number,
  make: (server: CutStream, clock: FakeClock, errors: unknown[]) => WatchedCache<T>,
  identity: ItemIdentity<T>,
): Promise<void> {
  const server = new CutStream(position);
  const clock = new FakeClock();
  const errors: unknown[] = [];
  const { cache, reflector } = make(server, clock, errors);
  const history = new EventHistory(identity);
  cache.addHandler(history);
  const stop = new AbortController();
  const running = reflector.run(stop.signal);
  while (reflector.status.lastSyncedResourceVersion !== '205') await clock.advance(1_000);
  stop.abort();
  await running;
  assert.deepEqual(history.events, WHOLE_HISTORY, `cut at byte ${position}`);
  assert.deepEqual(errors, []);
  assert.equal(server.lists, 1, 'a cut needs no list');
  const completeLines = RECORDED.subarray(0, position).toString('latin1').split('\n').length - 1;
  assert.deepEqual(server.versions.slice(0, 2), ['200', String(200 + completeLines)]);
}

test('a watch of objects that is cut after any byte loses no event and doubles none', async () => {
  for (let position = 0; position <= RECORDED.length; position++) {
    await cutAt(
      position,
      (server, clock, errors) => watchedObjects(server, SCOPE, { clock, onUserError: (e) => errors.push(e) }),
      objectIdentity,
    );
  }
});

test('a watch of raw bytes that is cut after any byte loses no event and doubles none', async () => {
  for (let position = 0; position <= RECORDED.length; position++) {
    await cutAt(
      position,
      (server, clock, errors) => watchedRaw(server, SCOPE, { clock, onUserError: (e) => errors.push(e) }),
      rawIdentity,
    );
  }
});

interface HttpFault {
  readonly name: string;
  /** Answers the first watch, or the first list. */
  readonly answer: (response: ServerResponse) => void;
  readonly to: 'list' | 'watch';
}

const status410 = JSON.stringify({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  message: 'too old resource version: 200 (204)',
  reason: 'Expired',
  code: 410,
});

const httpFaults: readonly HttpFault[] = [
  {
    name: 'a socket that is cut in the middle of an event',
    to: 'watch',
    answer: (response) => {
      response.write(RECORDED.subarray(0, 700), () => response.socket?.destroy());
    },
  },
  { name: 'a 200 with nothing in it', to: 'watch', answer: (response) => response.end() },
  { name: 'a 200 with HTML in it', to: 'watch', answer: (response) => response.end('<html>hello</html>\n') },
  { name: 'an event that is no event', to: 'watch', answer: (response) => response.end('{"type":7}\n[1]\n') },
  { name: 'a 410', to: 'watch', answer: (response) => response.writeHead(410).end(status410) },
  {
    name: 'an ERROR event of 410 after a good event',
    to: 'watch',
    answer: (response) => response.end(`${LINES[0]}\n{"type":"ERROR","object":${status410}}\n`),
  },
  { name: 'a 500', to: 'watch', answer: (response) => response.writeHead(500).end('oops') },
  { name: 'a proxy with HTML', to: 'list', answer: (response) => response.end('<html>Log in</html>') },
  {
    name: 'half a list',
    to: 'list',
    answer: (response) => response.end('{"kind":"ConfigMapList","items":[{'),
  },
  {
    name: 'another kind',
    to: 'list',
    answer: (response) => response.end('{"kind":"Status","apiVersion":"v1"}'),
  },
  { name: 'a 403', to: 'list', answer: (response) => response.writeHead(403).end('no') },
  {
    name: 'a socket that is cut',
    to: 'list',
    answer: (response) => response.write('{"kind":"Confi', () => response.socket?.destroy()),
  },
];

/** The recorded history over HTTP: the first answer is the fault, all others are right. */
async function withHttpServer(fault: HttpFault, use: (client: KubeClient) => Promise<void>): Promise<void> {
  let pending = true;
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const query = new URL(request.url ?? '', 'http://server').searchParams;
    const what = query.get('watch') === 'true' ? 'watch' : 'list';
    if (pending && what === fault.to) {
      pending = false;
      fault.answer(response);
    } else if (what === 'list') response.end(JSON.stringify(EMPTY_LIST));
    else response.write(streamFrom(query.get('resourceVersion') ?? ''));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const client = new KubeClient({ name: 'test', server: `http://127.0.0.1:${port}` });
  try {
    await use(client);
  } finally {
    await client.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

async function assertRecovers<T>(
  { cache, reflector }: WatchedCache<T>,
  identity: ItemIdentity<T>,
): Promise<void> {
  const history = new EventHistory(identity);
  const done = Promise.withResolvers<void>();
  cache.addHandler(history);
  cache.addHandler({
    onAdd: (item) => {
      if (identity.resourceVersion(item) === '205') done.resolve();
    },
  });
  const stop = new AbortController();
  const running = reflector.run(stop.signal);
  await done.promise;
  stop.abort();
  await running;
  assert.deepEqual(history.violations, []);
  assert.notEqual(reflector.status.lastError, undefined);
  assert.deepEqual([...cache.values()].map((item) => identity.resourceVersion(item)).toSorted(), [
    '203',
    '205',
  ]);
}

for (const fault of httpFaults) {
  // Real time: the first wait after a failure.
  const options = { backoff: { initialMs: 2, maxMs: 10 } };
  test(`over HTTP the cache of objects recovers from ${fault.name} as the answer to a ${fault.to}`, () =>
    withHttpServer(fault, (client) =>
      assertRecovers(watchedObjects(client, SCOPE, options), objectIdentity),
    ));
  test(`over HTTP the cache of raw bytes recovers from ${fault.name} as the answer to a ${fault.to}`, () =>
    withHttpServer(fault, (client) => assertRecovers(watchedRaw(client, SCOPE, options), rawIdentity)));
}
