import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compareTranscripts, formatDifference } from './compare-transcripts.ts';
import type { RecordedExchange, RecordedResponse, Transcript } from './transcript.ts';

const RESPONSE: RecordedResponse = {
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: { kind: 'Thing', metadata: { name: 'a', labels: { l: '1' } }, list: [1, 2] },
};

function transcript(
  response: Partial<RecordedResponse> = {},
  more: readonly RecordedExchange[] = [],
): Transcript {
  const request = { method: 'GET', path: '/things/a' };
  return {
    name: 'a thing is read',
    exchanges: [{ request, response: { ...RESPONSE, ...response } }, ...more],
  };
}

const CHANGES: readonly { readonly what: string; readonly got: Transcript; readonly path: string }[] = [
  { what: 'a status', got: transcript({ status: 201 }), path: 'response.status' },
  { what: 'a header', got: transcript({ headers: {} }), path: 'response.headers.content-type' },
  {
    what: 'one more header',
    got: transcript({ headers: { 'content-type': 'application/json', warning: '299' } }),
    path: 'response.headers.warning',
  },
  {
    what: 'a value deep inside',
    got: transcript({ body: { kind: 'Thing', metadata: { name: 'a', labels: { l: '2' } }, list: [1, 2] } }),
    path: 'response.body.metadata.labels.l',
  },
  {
    what: 'a missing field',
    got: transcript({ body: { kind: 'Thing', metadata: { name: 'a' }, list: [1, 2] } }),
    path: 'response.body.metadata.labels',
  },
  {
    what: 'an added field',
    got: transcript({
      body: { kind: 'Thing', metadata: { name: 'a', labels: { l: '1' } }, list: [1, 2], x: null },
    }),
    path: 'response.body.x',
  },
  {
    what: 'a shorter list',
    got: transcript({ body: { kind: 'Thing', metadata: { name: 'a', labels: { l: '1' } }, list: [1] } }),
    path: 'response.body.list[1]',
  },
  {
    what: 'a string for a number',
    got: transcript({ body: { kind: 'Thing', metadata: { name: 'a', labels: { l: '1' } }, list: ['1', 2] } }),
    path: 'response.body.list[0]',
  },
  { what: 'events for a body', got: transcript({ events: [] }), path: 'response.events' },
];

describe('a transcript that differs from the recorded one', () => {
  for (const { what, got, path } of CHANGES)
    test(`${what} is reported with its path`, () => {
      const differences = compareTranscripts('row/case', transcript(), got);
      assert.deepEqual(
        differences.map((difference) => difference.path),
        [path],
      );
      assert.equal(differences[0]?.exchange, 1);
    });

  test('a missing exchange is reported', () => {
    const longer = transcript({}, transcript().exchanges);
    const [difference] = compareTranscripts('row/case', longer, transcript());
    assert.equal(difference?.path, 'exchanges.length');
    assert.equal(compareTranscripts('row/case', transcript(), longer).length, 1);
  });

  test('a key named __proto__ is compared like any other', () => {
    const parse = (text: string) => transcript({ body: JSON.parse(text) });
    const differences = compareTranscripts('row/case', parse('{"__proto__":"1"}'), parse('{}'));
    assert.equal(differences[0]?.path, 'response.body.__proto__');
  });

  test('the order of keys does not matter, the order of items does', () => {
    const turned = { list: [1, 2], metadata: { labels: { l: '1' }, name: 'a' }, kind: 'Thing' };
    assert.deepEqual(compareTranscripts('row/case', transcript(), transcript({ body: turned })), []);
    const swapped = transcript({ body: { ...turned, list: [2, 1] } });
    assert.equal(compareTranscripts('row/case', transcript(), swapped).length, 2);
  });

  test('a difference reads as case, exchange, path, expected and got', () => {
    const [difference] = compareTranscripts('row/case', transcript(), transcript({ status: 404 }));
    assert.ok(difference);
    assert.equal(
      formatDifference(difference),
      'row/case exchange 1 (GET /things/a) response.status:\n    expected 200\n    got      404',
    );
  });
});
