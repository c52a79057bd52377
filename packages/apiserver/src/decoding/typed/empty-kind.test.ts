import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyKind } from './empty-kind.ts';

const CASES: [group: string, kind: string, empty: object | undefined][] = [
  ['', 'ConfigMap', { metadata: {} }],
  ['rbac.authorization.k8s.io', 'Role', { metadata: {}, rules: null }],
  [
    'apps',
    'Deployment',
    {
      metadata: {},
      spec: { selector: null, strategy: {}, template: { metadata: {}, spec: { containers: null } } },
      status: {},
    },
  ],
  ['x.example', 'Thing', undefined],
];

for (const [group, kind, empty] of CASES) {
  test(`an empty ${kind}`, () => assert.deepEqual(emptyKind({ group, version: 'v1', kind }), empty));
}

test('it is made once', () => {
  const kind = { group: '', version: 'v1', kind: 'Pod' };
  assert.equal(emptyKind(kind), emptyKind(kind));
});
