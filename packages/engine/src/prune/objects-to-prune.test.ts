import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { identityKey, type ObjectIdentity } from '../words/object-identity.ts';
import { objectsToPrune } from './objects-to-prune.ts';

function id(group: string, kind: string, name: string, namespace = 'n'): ObjectIdentity {
  return { group, kind, namespace, name };
}
const isOurNamespace = (): boolean => false;

test('the same kind and name in another group is another object', () => {
  const before = [id('example.com', 'Thing', 'a'), id('example.org', 'Thing', 'a')];
  const after = [id('example.org', 'Thing', 'a')];
  assert.deepEqual(objectsToPrune({ before, after, isOurNamespace }), [id('example.com', 'Thing', 'a')]);
});

test('the same name in another kind or namespace is another object', () => {
  const before = [id('', 'Service', 'a'), id('', 'ConfigMap', 'a'), id('', 'ConfigMap', 'a', 'm')];
  const after = [id('', 'ConfigMap', 'a')];
  assert.deepEqual(objectsToPrune({ before, after, isOurNamespace }), [
    id('', 'Service', 'a'),
    id('', 'ConfigMap', 'a', 'm'),
  ]);
});

test('a Namespace that we did not make is never deleted, one that we made is', () => {
  const before = [id('', 'Namespace', 'theirs', ''), id('', 'Namespace', 'ours', '')];
  const pruned = objectsToPrune({ before, after: [], isOurNamespace: (name) => name === 'ours' });
  assert.deepEqual(pruned, [id('', 'Namespace', 'ours', '')]);
});

test('a custom kind that is called Namespace is no Namespace', () => {
  const before = [id('example.com', 'Namespace', 'a', '')];
  assert.deepEqual(objectsToPrune({ before, after: [], isOurNamespace }), before);
});

test('what another work claims only changed hands', () => {
  const before = [id('', 'ConfigMap', 'a'), id('', 'ConfigMap', 'b')];
  const isClaimedElsewhere = (key: string): boolean => key === identityKey(id('', 'ConfigMap', 'a'));
  assert.deepEqual(objectsToPrune({ before, after: [], isOurNamespace, isClaimedElsewhere }), [
    id('', 'ConfigMap', 'b'),
  ]);
});

test('deleting goes backwards through the order of applying', () => {
  const before = [
    id('apiextensions.k8s.io', 'CustomResourceDefinition', 'c', ''),
    id('', 'ConfigMap', 'a'),
    id('apps', 'Deployment', 'd'),
    id('example.com', 'Thing', 't'),
  ];
  assert.deepEqual(
    objectsToPrune({ before, after: [], isOurNamespace }).map(({ kind }) => kind),
    ['Thing', 'Deployment', 'ConfigMap', 'CustomResourceDefinition'],
  );
});

test('nothing that is wanted is ever deleted, and all else is, once', () => {
  const identity = fc.record({
    group: fc.constantFrom('', 'apps'),
    kind: fc.constantFrom('A', 'B'),
    namespace: fc.constantFrom('', 'n'),
    name: fc.constantFrom('x', 'y'),
  });
  fc.assert(
    fc.property(fc.array(identity), fc.array(identity), (before, after) => {
      const pruned = objectsToPrune({ before, after, isOurNamespace }).map(identityKey);
      const wanted = new Set(after.map(identityKey));
      const expected = new Set(before.map(identityKey).filter((key) => !wanted.has(key)));
      assert.equal(pruned.length, expected.size);
      assert.deepEqual(new Set(pruned), expected);
    }),
  );
});
