import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entryInDocument, entryOfResourceList } from './version-entry.ts';

const GVK = { group: 'g', version: 'v1', kind: 'Thing' };
const BLANK = { group: '', version: '', kind: '' };

test('of a whole document the entry of one version is taken', () => {
  const resource = {
    resource: 'things',
    responseKind: GVK,
    scope: 'Namespaced',
    singularResource: 'thing',
    verbs: ['get'],
    shortNames: ['th'],
    categories: ['all'],
    subresources: [{ subresource: 'status', responseKind: GVK, verbs: ['get'] }],
  };
  const document = {
    items: [
      { metadata: { name: 'other' }, versions: [{ version: 'v1', resources: [] }] },
      { metadata: { name: 'g' }, versions: [{ version: 'v2' }, { version: 'v1', resources: [resource] }] },
    ],
  };
  assert.deepEqual(entryInDocument(document, 'g', 'v1'), { version: 'v1', resources: [resource] });
  assert.deepEqual(entryInDocument(document, 'g', 'v2'), { version: 'v2', resources: [] });
  assert.equal(entryInDocument(document, 'g', 'v3'), undefined);
  assert.equal(entryInDocument(document, 'h', 'v1'), undefined);
});

test('a list of resources has subresources among them', () => {
  const resources = [
    { name: 'things', singularName: 'thing', namespaced: true, kind: 'Thing', verbs: ['get'] },
    { name: 'things/scale', kind: 'Scale', group: 'autoscaling', version: 'v1', verbs: ['update'] },
    { name: 'rests', kind: 'Rest', verbs: [] },
  ];
  assert.deepEqual(entryOfResourceList({ resources }, 'v1'), {
    version: 'v1',
    resources: [
      {
        resource: 'things',
        responseKind: { ...BLANK, kind: 'Thing' },
        scope: 'Namespaced',
        singularResource: 'thing',
        verbs: ['get'],
        subresources: [
          {
            subresource: 'scale',
            responseKind: { group: 'autoscaling', version: 'v1', kind: 'Scale' },
            verbs: ['update'],
          },
        ],
      },
      {
        resource: 'rests',
        responseKind: { ...BLANK, kind: 'Rest' },
        scope: 'Cluster',
        singularResource: '',
        verbs: [],
      },
    ],
  });
});

test('what is not as it should be is left out, not taken over', () => {
  for (const document of [null, 7, 'text', [], { items: 'no' }, { items: [null, 7, { versions: {} }] }]) {
    assert.equal(entryInDocument(document, 'g', 'v1'), undefined);
  }
  const deep: unknown = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`);
  const odd = { resource: deep, verbs: [deep, 'get'], subresources: [deep], extra: deep, scope: 7 };
  const document = { items: [{ metadata: { name: 'g' }, versions: [{ version: 'v1', resources: [odd] }] }] };
  const subresources = [{ subresource: '', responseKind: BLANK, verbs: [] }];
  assert.deepEqual(entryInDocument(document, 'g', 'v1')?.resources, [
    { resource: '', responseKind: BLANK, scope: '', singularResource: '', verbs: ['get'], subresources },
  ]);
});
