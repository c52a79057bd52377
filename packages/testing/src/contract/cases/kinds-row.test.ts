import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kindsCases } from './kinds-cases.ts';
import { kindCases } from './kinds-row.ts';

const row = {
  kind: 'Ox',
  collection: '/api/v1/namespaces/{namespace}/oxen',
  minimal: { metadata: { name: 'one' } },
};

test('a row gives a case for each thing that it says about its kind', () => {
  const ids = (more: object) => kindCases({ ...row, ...more }).map(({ id }) => id);
  assert.deepEqual(ids({}), ['ox-defaults']);
  assert.deepEqual(ids({ refused: {}, updates: {}, patches: {} }), [
    'ox-defaults',
    'ox-refused',
    'ox-updates',
    'ox-strategic',
  ]);
  assert.deepEqual(ids({ topic: 'horns and hooves', refused: {} }), ['ox-horns-and-hooves-refused']);
});

test('a case is named by the sentences of its row, in the order of its exchanges', () => {
  const cases = kindCases({ ...row, refused: { 'no horns': {}, 'no hooves': {} } });
  assert.deepEqual(
    cases.map(({ name }) => name),
    [
      'an Ox with only what it needs gets its defaults',
      'an Ox is refused with its causes for: no horns; no hooves',
    ],
  );
});

test('no two cases of kinds share an id', () => {
  const ids = kindsCases.map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length);
});
