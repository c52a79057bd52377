import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Schema } from '../schema.ts';
import { mergeConfiguration } from './merge-configuration.ts';

const SCHEMA: Schema = {
  type: 'object',
  properties: {
    size: { type: 'integer' },
    labels: { type: 'object', additionalProperties: { type: 'string' } },
    names: { type: 'array', items: { type: 'string' } },
    items: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      items: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          value: { type: 'string' },
          tags: { type: 'array', items: { type: 'string' } },
        },
      },
    },
    whole: { type: 'object', 'x-kubernetes-map-type': 'atomic', properties: { a: { type: 'string' } } },
  },
};

const LIVE = { size: 1, labels: { a: 'b' }, items: [{ name: 'x', value: '1' }] };

test('a configuration adds and replaces, by the keys of lists', () => {
  const configuration = { size: 2, labels: { c: 'd' }, items: [{ name: 'x', tags: null }, { name: 'y' }] };
  assert.deepEqual(mergeConfiguration(LIVE, configuration as never, SCHEMA), {
    merged: {
      size: 2,
      labels: { a: 'b', c: 'd' },
      items: [{ name: 'x', value: '1', tags: null }, { name: 'y' }],
    },
  });
});

const ATOMIC = 'invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs:';
const REFUSED: readonly [object, string][] = [
  [{ nothing: 1 }, 'failed to convert patch object to typed object: .nothing: field not declared in schema'],
  [{ names: ['a'] }, `${ATOMIC} .names`],
  [{ whole: { a: 'b' } }, `${ATOMIC} .whole`],
  [{ items: [{ name: 'y' }, { name: 'x', tags: ['a'] }] }, `${ATOMIC} .items[1].tags`],
];
for (const [configuration, problem] of REFUSED) {
  test(`refused: ${JSON.stringify(configuration)}`, () =>
    assert.deepEqual(mergeConfiguration(LIVE, configuration as never, SCHEMA), { problem }));
}

test('an object that does not fit its schema is not merged into', () => {
  const answer = mergeConfiguration({ size: 'x' }, { size: 1 }, SCHEMA);
  assert.match('problem' in answer ? answer.problem : '', /^failed to convert original object/);
});
