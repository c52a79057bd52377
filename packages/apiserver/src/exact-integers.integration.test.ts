import assert from 'node:assert/strict';
import { test } from 'node:test';
import { httpsExchange } from '@banyan/testing';
import { temporaryFile } from './storage/sqlite-fixture.ts';
import { sqlitePersistence } from './storage/sqlite-persistence.ts';
import { startTestApiServer, type TestApiServer } from './test-api-server.ts';

/** More than a number of JavaScript holds: 2^53 + 1, and the largest of 64 bits. */
const REVISION = '9007199254740993';
const LARGEST = '9223372036854775807';
const COLLECTION = '/apis/apps/v1/namespaces/default/controllerrevisions';
const JSON_BODY = { 'content-type': 'application/json' };
const BODY = `{"apiVersion":"apps/v1","kind":"ControllerRevision","metadata":{"name":"a"},"revision":${REVISION},"data":{"n":${LARGEST}}}`;

/** Of every way to see the object: the numbers as the text has them. */
async function numbersSeen(server: TestApiServer): Promise<string[]> {
  const views = [
    { path: `${COLLECTION}/a` },
    { path: `${COLLECTION}/a?pretty=true` },
    { path: COLLECTION },
    { path: `${COLLECTION}/a`, headers: { accept: 'application/yaml' } },
  ];
  const texts = await Promise.all(
    views.map(async (view) => (await httpsExchange(server.admin, view)).body.toString()),
  );
  return texts.map((text) =>
    [...text.matchAll(/\b\d{16,}\b/g)]
      .map(([number]) => number)
      .sort()
      .join(' '),
  );
}

test('integers that a number cannot hold stay as they are, through patches and a restart', async (t) => {
  const file = temporaryFile(t);
  const all = Array.from({ length: 4 }, () => `${REVISION} ${LARGEST}`);
  {
    await using server = await startTestApiServer(sqlitePersistence(file));
    const dry = await httpsExchange(server.admin, {
      method: 'POST',
      path: `${COLLECTION}?dryRun=All`,
      headers: JSON_BODY,
      body: BODY,
    });
    assert.match(dry.body.toString(), new RegExp(REVISION));
    const made = await httpsExchange(server.admin, {
      method: 'POST',
      path: COLLECTION,
      headers: JSON_BODY,
      body: BODY,
    });
    assert.equal(made.status, 201, made.body.toString());
    assert.deepEqual(await numbersSeen(server), all);
    for (const [type, body] of [
      ['application/merge-patch+json', '{"metadata":{"labels":{"a":"b"}}}'],
      ['application/strategic-merge-patch+json', '{"metadata":{"labels":{"c":"d"}}}'],
      ['application/json-patch+json', '[{"op":"add","path":"/metadata/labels/e","value":"f"}]'],
      [
        'application/apply-patch+yaml',
        `{"apiVersion":"apps/v1","kind":"ControllerRevision","revision":${REVISION}}`,
      ],
    ] as const) {
      const path = `${COLLECTION}/a?fieldManager=test`;
      const patched = await httpsExchange(server.admin, {
        method: 'PATCH',
        path,
        headers: { 'content-type': type },
        body,
      });
      assert.equal(patched.status, 200, `${type}: ${patched.body.toString()}`);
      assert.deepEqual(await numbersSeen(server), all, type);
    }
    assert.deepEqual(server.defects, []);
  }
  await using again = await startTestApiServer(sqlitePersistence(file));
  assert.deepEqual(await numbersSeen(again), all);
  const changed = await httpsExchange(again.admin, {
    method: 'PATCH',
    path: `${COLLECTION}/a`,
    headers: { 'content-type': 'application/merge-patch+json' },
    body: '{"metadata":{"labels":{"g":"h"}}}',
  });
  assert.equal(changed.status, 200, changed.body.toString());
  assert.deepEqual(await numbersSeen(again), all);
  assert.deepEqual(again.defects, []);
});
