import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sampleDeployment, sampleSet } from './sample-sets.ts';
import { findCurrentSet, REVISION, revisionAnnotations, TEMPLATE_HASH } from './template-revision.ts';

const HISTORY = 'deployment.kubernetes.io/revision-history';

describe('the set of a template', () => {
  test('is the one whose pods are the same but for the hash', () => {
    const set = sampleSet({ name: 'same', replicas: 1, image: 'one' });
    const labels = { ...set.spec.template?.metadata?.labels, [TEMPLATE_HASH]: 'x' };
    const hashed = {
      ...set,
      spec: { ...set.spec, template: { ...sampleDeployment().spec.template, metadata: { labels } } },
    };
    const other = sampleSet({ name: 'other', replicas: 1, image: 'two' });
    assert.equal(findCurrentSet(sampleDeployment(), [other, hashed]), hashed);
    assert.equal(findCurrentSet(sampleDeployment(), [other]), undefined);
  });
});

describe('the annotations of the current set', () => {
  const deployment = sampleDeployment();
  deployment.metadata.annotations = { note: 'new', [REVISION]: '7' };
  const cases = [
    ['a new set has its revision and what is copied', 3, {}, { note: 'new', [REVISION]: '3' }],
    [
      'one that is returned to remembers which it was',
      3,
      { [REVISION]: '1' },
      { note: 'new', [REVISION]: '3', [HISTORY]: '1' },
    ],
    [
      'and all before that',
      5,
      { [REVISION]: '3', [HISTORY]: '1' },
      { note: 'new', [REVISION]: '5', [HISTORY]: '1,3' },
    ],
    ['a revision never goes back', 2, { [REVISION]: '4', note: 'old' }, { note: 'new', [REVISION]: '4' }],
  ] as const;
  for (const [name, revision, old, expected] of cases) {
    test(name, () => assert.deepEqual(revisionAnnotations(deployment, revision, old), expected));
  }

  test('the oldest revisions make room in a history that is too long', () => {
    const old = { [REVISION]: '9999', [HISTORY]: Array.from({ length: 500 }, (_, i) => 1000 + i).join(',') };
    const history = revisionAnnotations(deployment, 10_000, old)[HISTORY] ?? '';
    assert.ok(history.length <= 2000);
    assert.ok(history.endsWith(',1499,9999'));
  });
});
