import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { RawExchange } from '../raw-exchange.ts';
import { isJsonObject, type Json, type RecordedExchange } from '../transcript.ts';
import { normaliseTranscript } from './normalise-transcript.ts';

const SERVER = 'https://127.0.0.1:40123';
const UID = ['aaaaaaaa-0000-4000-8000-000000000001', 'aaaaaaaa-0000-4000-8000-000000000002'] as const;

function exchange(body: Json, request: Partial<RawExchange['request']> = {}): RawExchange {
  return {
    request: {
      method: 'GET',
      path: '/api/v1/things',
      query: {},
      as: undefined,
      headers: {},
      body: undefined,
      ...request,
    },
    response: { status: 200, headers: { 'content-type': 'application/json' }, body },
    recorded: true,
  };
}

function normalise(...exchanges: RawExchange[]): RecordedExchange[] {
  return normaliseTranscript(exchanges, { server: SERVER, masks: new Map() });
}

/** The recorded bodies of answers. */
function bodies(...exchanges: RawExchange[]): (Json | undefined)[] {
  return normalise(...exchanges).map(({ response }) => response.body);
}

const object = (version: string, rest: Record<string, Json> = {}): Json => ({
  metadata: { name: 'a', uid: UID[0], resourceVersion: version, ...rest },
});
const list = (version: string, ...items: Json[]): Json => ({
  kind: 'ThingList',
  metadata: { resourceVersion: version },
  items,
});
const metadataOf = (body: Json | undefined): Readonly<Record<string, Json>> =>
  isJsonObject(body) && isJsonObject(body['metadata']) ? body['metadata'] : {};

describe('masks keep identity and order', () => {
  test('one uid has one name, wherever it stands', () => {
    const [body] = bodies(
      exchange({ a: UID[0], b: UID[1], message: `not ${UID[0]}`, [`k:{"uid":"${UID[1]}"}`]: 1 }),
    );
    assert.deepEqual(body, { a: '<uid-1>', b: '<uid-2>', message: 'not <uid-1>', 'k:{"uid":"<uid-2>"}': 1 });
  });

  test('versions are numbered by age in the whole case, equal ones alike', () => {
    const found = bodies(exchange(object('30')), exchange(object('9')), exchange(object('30')));
    assert.deepEqual(
      found.map((body) => metadataOf(body)['resourceVersion']),
      ['<rv-2>', '<rv-1>', '<rv-2>'],
    );
  });

  test('lists are numbered by occurrence, and one older than what was shown says so', () => {
    const found = bodies(
      exchange(list('5')),
      exchange(object('7')),
      exchange(list('7')),
      exchange(list('6')),
    );
    const versions = found.map((body) => metadataOf(body)['resourceVersion']);
    assert.deepEqual(versions, ['<list-rv-1>', '<rv-1>', '<list-rv-2>', '<list-rv-3 is stale>']);
  });

  test('a later page keeps the name of the first page’s version, and loses it if the version moved', () => {
    const first = exchange({
      ...(list('5') as object),
      metadata: { resourceVersion: '5', continue: 'TOKEN' },
    });
    const next = (version: string) => exchange(list(version), { query: { continue: 'TOKEN' } });
    const names = (version: string) =>
      bodies(first, next(version)).map((body) => metadataOf(body)['resourceVersion']);
    assert.deepEqual(names('5'), ['<list-rv-1>', '<list-rv-1>']);
    assert.deepEqual(names('6'), ['<list-rv-1>', '<list-rv-2>']);
  });

  test('a version in a query is named as the object or list that it came from', () => {
    const asked = exchange(list('9'), { query: { resourceVersion: '7', resourceVersionMatch: 'Exact' } });
    const [, second] = normalise(exchange(object('7')), asked);
    assert.deepEqual(second?.request.query, { resourceVersion: '<rv-1>', resourceVersionMatch: 'Exact' });
    assert.throws(
      () => normalise(exchange(object('7')), exchange(list('7')), asked),
      /call advanceHistory\(\) before that list/,
    );
  });

  test('a Table of one object has the object’s version, a Table of a list the list’s', () => {
    const table = (version: string) => ({ kind: 'Table', metadata: { resourceVersion: version }, rows: [] });
    const path = '/api/v1/things/a';
    const found = bodies(exchange(object('7')), exchange(table('7'), { path }), exchange(table('7')));
    const versions = found.map((body) => metadataOf(body)['resourceVersion']);
    assert.deepEqual(versions, ['<rv-1>', '<rv-1>', '<list-rv-1>']);
  });

  test('a bookmark older than what was shown says so', () => {
    const bookmark = (version: string): RawExchange => ({
      ...exchange(null),
      response: {
        status: 200,
        headers: {},
        events: [
          { type: 'ADDED', object: object('7') },
          { type: 'BOOKMARK', object: { kind: 'Thing', metadata: { resourceVersion: version } } },
        ],
      },
    });
    const shown = (version: string) => JSON.stringify(normalise(bookmark(version))[0]?.response.events?.[1]);
    assert.match(shown('7'), /<bookmark-rv>/);
    assert.match(shown('6'), /<bookmark-rv is stale>/);
  });

  test('digests have names by value, the same in ETag, query and Location', () => {
    const digest = 'AB'.repeat(32);
    const answered: RawExchange = {
      ...exchange(null, { query: { hash: digest } }),
      response: { status: 301, headers: { etag: `"${digest}"`, location: `/x?hash=${digest}` } },
    };
    const [recorded] = normalise(answered);
    assert.deepEqual(recorded?.request.query, { hash: '<digest-1>' });
    assert.deepEqual(recorded.response.headers, { location: '/x?hash=<digest-1>', etag: '"<digest-1>"' });
  });
});

const MASKED: readonly { readonly what: string; readonly given: Json; readonly shown: Json }[] = [
  { what: 'times', given: { t: '2026-01-02T03:04:05Z' }, shown: { t: '<time>' } },
  {
    what: 'times to the microsecond',
    given: { t: '2026-01-02T03:04:05.123456Z' },
    shown: { t: '<microtime>' },
  },
  { what: 'times in messages', given: { m: 'at 2026-01-02T03:04:05Z!' }, shown: { m: 'at <time>!' } },
  {
    what: 'generated names',
    given: { metadata: { generateName: 'a-', name: 'a-bcdfg' }, message: 'a-bcdfg not found' },
    shown: { metadata: { generateName: 'a-', name: 'a-<random-1>' }, message: 'a-<random-1> not found' },
  },
  {
    what: 'token volumes',
    given: ['kube-api-access-bcdfg', 'kube-api-access-24567', 'kube-api-access-bcdfg'],
    shown: ['kube-api-access-<random-1>', 'kube-api-access-<random-2>', 'kube-api-access-<random-1>'],
  },
  {
    what: 'allocated addresses and ports',
    given: { clusterIP: '10.0.0.1', clusterIPs: ['10.0.0.1'], ports: [{ nodePort: 30001, port: 80 }] },
    shown: {
      clusterIP: '<clusterIP-1>',
      clusterIPs: ['<clusterIP-1>'],
      ports: [{ nodePort: '<nodePort-1>', port: 80 }],
    },
  },
  {
    what: 'the server’s address',
    given: { m: 'https://127.0.0.1:40123/x' },
    shown: { m: 'https://<server>/x' },
  },
  {
    what: 'where the server stands, in messages',
    given: { m: 'Too large resource version: 99, current: 7' },
    shown: { m: 'Too large resource version: 99, current: <current-rv>' },
  },
  { what: 'a headless service’s None, never', given: { clusterIP: 'None' }, shown: { clusterIP: 'None' } },
  { what: 'a name that only looks generated, never', given: { name: 'a-bcdfg' }, shown: { name: 'a-bcdfg' } },
  {
    what: 'a layout of times, never',
    given: '2006-01-02T15:04:05Z07:00',
    shown: '2006-01-02T15:04:05Z07:00',
  },
  {
    what: 'ages in tables',
    given: {
      kind: 'Table',
      columnDefinitions: [{ name: 'Name' }, { name: 'Age' }],
      rows: [{ cells: ['5s', '5s'] }],
    },
    shown: {
      kind: 'Table',
      columnDefinitions: [{ name: 'Name' }, { name: 'Age' }],
      rows: [{ cells: ['5s', '<age>'] }],
    },
  },
];

describe('what is masked', () => {
  for (const { what, given, shown } of MASKED)
    test(what, () => assert.deepEqual(bodies(exchange(given)), [shown]));

  test('the order of managedFields, which is by the second of writing', () => {
    const entry = (manager: string) => ({ manager, operation: 'Apply' });
    const body = (...managers: string[]) => ({ metadata: { managedFields: managers.map(entry) } });
    assert.deepEqual(bodies(exchange(body('b', 'a'))), bodies(exchange(body('a', 'b'))));
    assert.notDeepEqual(bodies(exchange(body('a'))), bodies(exchange(body('a', 'b'))));
  });

  test('what the client sent first is never masked', () => {
    const said = {
      uid: UID[0],
      time: '2001-02-03T04:05:06Z',
      clusterIP: '10.0.0.1',
      nodePort: 30001,
      resourceVersion: '5',
    };
    const [recorded] = normalise(exchange({ metadata: said }, { body: said }));
    assert.deepEqual(recorded?.request.body, said);
    assert.deepEqual(recorded.response.body, { metadata: said });
  });

  test('set-up is left out, but its values are known', () => {
    const setup = { ...exchange(object('7')), recorded: false };
    const recorded = normalise(setup, exchange(object('8')));
    assert.equal(recorded.length, 1);
    assert.equal(metadataOf(recorded[0]?.response.body)['resourceVersion'], '<rv-2>');
  });
});

describe('nothing else is hidden', () => {
  const word = fc.stringMatching(/^[a-z]{1,8}$/);
  const leaf = fc.oneof(word, fc.integer(), fc.boolean(), fc.constant(null));
  const { tree } = fc.letrec<{ tree: Json }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      leaf,
      fc.array(tie('tree'), { minLength: 1, maxLength: 4 }),
      fc.dictionary(word, tie('tree'), { minKeys: 1, maxKeys: 4 }),
    ),
  }));

  test('a change of any value that is not on the list shows', () => {
    const at = fc.nat();
    fc.assert(
      fc.property(tree, at, (body, place) => {
        const changed = changeLeaf(body, place);
        assert.notDeepEqual(bodies(exchange(changed)), bodies(exchange(body)));
      }),
    );
  });

  test('a removed field shows', () => {
    fc.assert(
      fc.property(fc.dictionary(word, tree, { minKeys: 1 }), (body) => {
        const [first = '', ...rest] = Object.keys(body);
        const without = Object.fromEntries(rest.map((key) => [key, body[key] as Json]));
        assert.ok(first in body);
        assert.notDeepEqual(bodies(exchange(without)), bodies(exchange(body)));
      }),
    );
  });

  test('a changed status and a changed header that is recorded show', () => {
    const base = exchange({ a: 1 });
    const status = { ...base, response: { ...base.response, status: 201 } };
    const header = { ...base, response: { ...base.response, headers: { 'content-type': 'text/plain' } } };
    assert.notDeepEqual(normalise(status), normalise(base));
    assert.notDeepEqual(normalise(header), normalise(base));
  });
});

/** Changes one leaf, chosen by number among all of them. */
function changeLeaf(body: Json, place: number): Json {
  let count = 0;
  const walk = (value: Json, visit: (leaf: Json) => Json): Json => {
    if (Array.isArray(value)) return (value as Json[]).map((item) => walk(item, visit));
    if (isJsonObject(value))
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, walk(item, visit)]));
    return visit(value);
  };
  walk(body, (value) => ((count += 1), value));
  const chosen = place % count;
  let index = 0;
  return walk(body, (value) => (index++ === chosen ? `changed-${JSON.stringify(value)}` : value));
}
