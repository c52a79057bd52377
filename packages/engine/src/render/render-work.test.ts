import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject } from '@banyan/api';
import type { Member } from '../words/member.ts';
import type { Override } from '../words/override.ts';
import { renderWork, type WorkRequest } from './render-work.ts';

const MEMBER: Member = {
  name: 'a',
  namespace: 'n',
  id: 'i',
  labels: {},
  taints: [],
  state: 'ready',
  facts: {},
};
const MARKS = { labels: { owned: 'hub' }, annotations: { by: 'n.web' } };

function configMap(name: string, data: Record<string, string> = {}): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, labels: { app: 'x' } }, data };
}

function request(facts: Partial<WorkRequest> = {}): WorkRequest {
  return {
    member: MEMBER,
    templates: [
      { key: 'one', object: configMap('one') },
      { key: 'two', object: configMap('two') },
    ],
    overridesOf: () => [],
    marks: MARKS,
    lastGood: () => undefined,
    ...facts,
  };
}

const BROKEN: Override = {
  source: 'Localization n/x',
  type: 'json-patch',
  patch: [{ op: 'remove', path: '/data/none' }],
};

test('every template becomes an object with our marks', () => {
  const { member, objects, failures } = renderWork(request());
  assert.equal(member, 'a');
  assert.deepEqual(failures, []);
  assert.deepEqual(objects[0]?.object.metadata, {
    name: 'one',
    labels: { app: 'x', owned: 'hub' },
    annotations: { by: 'n.web' },
  });
  assert.deepEqual(
    objects.map(({ template }) => template),
    ['one', 'two'],
  );
});

test('an override cannot take our marks away', () => {
  const patch = { metadata: { labels: { owned: null }, annotations: { by: 'me' } } };
  const overridesOf = (): Override[] => [{ source: 's', type: 'merge-patch', patch }];
  const { metadata } = renderWork(request({ overridesOf })).objects[0]?.object ?? configMap('');
  assert.deepEqual([metadata.labels?.['owned'], metadata.annotations?.['by']], ['hub', 'n.web']);
});

test('a failing override leaves the last good object in place and holds back no other', () => {
  const good = configMap('one', { last: 'good' });
  const work = renderWork(
    request({
      overridesOf: ({ key }) => (key === 'one' ? [BROKEN] : []),
      lastGood: (key) => (key === 'one' ? good : undefined),
    }),
  );
  assert.deepEqual(
    work.objects.map(({ template }) => template),
    ['one', 'two'],
  );
  assert.equal(work.objects[0]?.object, good);
  const [failure] = work.failures;
  assert.deepEqual(
    [failure?.template, failure?.source, failure?.path, failure?.isKept],
    ['one', 'Localization n/x', '/data/none', true],
  );
});

test('what never rendered is left out, and said', () => {
  const work = renderWork(request({ overridesOf: ({ key }) => (key === 'one' ? [BROKEN] : []) }));
  assert.deepEqual(
    work.objects.map(({ template }) => template),
    ['two'],
  );
  assert.equal(work.failures[0]?.isKept, false);
});

test('who changed what is told when it is asked for', () => {
  const overridesOf = (): Override[] => [{ source: 's', type: 'merge-patch', patch: { data: { a: 'b' } } }];
  assert.equal(renderWork(request({ overridesOf })).objects[0]?.changes, undefined);
  assert.deepEqual(renderWork(request({ overridesOf, withChanges: true })).objects[0]?.changes, [
    { source: 's', paths: ['/data/a'] },
  ]);
});

test('a template that is named twice is rendered once', () => {
  const template = { key: 'one', object: configMap('one') };
  const { objects, failures } = renderWork(request({ templates: [template, template] }));
  assert.deepEqual([objects.length, failures.length], [1, 0]);
});

test('two templates that overrides make one object are a failure of the second', () => {
  const overridesOf = (): Override[] => [
    { source: 's', type: 'merge-patch', patch: { metadata: { name: 'x' } } },
  ];
  const { objects, failures } = renderWork(request({ overridesOf }));
  assert.equal(objects.length, 1);
  assert.deepEqual(
    failures.map(({ template, message }) => `${template}: ${message}`),
    ['two: one is rendered to the same object'],
  );
});
