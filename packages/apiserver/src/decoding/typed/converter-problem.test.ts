import assert from 'node:assert/strict';
import { test } from 'node:test';
import { converterProblem } from './converter-problem.ts';
import { structOfKind } from './go-objects.ts';

const DEPLOYMENT = structOfKind({ group: 'apps', version: 'v1', kind: 'Deployment' });
const SECRET = structOfKind({ group: '', version: 'v1', kind: 'Secret' });

const CASES: [string, object, string | undefined][] = [
  ['what fits', { spec: { replicas: 3, paused: false, template: { spec: { containers: [] } } } }, undefined],
  ['null', { metadata: null, spec: { replicas: null } }, undefined],
  ['text for a struct', { metadata: 'text' }, 'cannot restore struct from: string'],
  ['a list for a struct', { spec: [] }, 'cannot restore struct from: slice'],
  [
    'text for a list',
    { spec: { template: { spec: { containers: 'many' } } } },
    'cannot restore slice from string',
  ],
  ['a number for a map', { metadata: { labels: 1 } }, 'cannot restore map from int64'],
  ['a number for text', { metadata: { labels: { a: 1 } } }, 'cannot convert int64 to string'],
  ['truth for text', { metadata: { labels: { a: true } } }, 'unrecognized type: string'],
  ['text for a number', { spec: { replicas: 'three' } }, 'unrecognized type: int32'],
  ['half a replica', { spec: { replicas: 1.5 } }, 'cannot convert float64 to int32'],
  ['text for truth', { spec: { paused: 'yes' } }, 'unrecognized type: bool'],
  [
    'the first in the order of fields',
    { spec: { replicas: 'three' }, metadata: 'text' },
    'cannot restore struct from: string',
  ],
];

for (const [name, value, problem] of CASES) {
  test(name, () => {
    assert.ok(DEPLOYMENT);
    assert.equal(converterProblem(value, DEPLOYMENT), problem);
  });
}

test('bytes are base64', () => {
  assert.ok(SECRET);
  assert.equal(converterProblem({ data: { a: 'eA==' } }, SECRET), undefined);
  assert.match(converterProblem({ data: { a: '!' } }, SECRET) ?? '', /illegal base64/);
  assert.equal(converterProblem({ data: { a: 1 } }, SECRET), 'cannot restore slice from int64');
});
