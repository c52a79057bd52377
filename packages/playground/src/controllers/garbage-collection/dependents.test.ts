import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject } from '@banyan/api';
import { Dependents } from './dependents.ts';

function owned(name: string, owners: Record<string, boolean>): KubeObject {
  const ownerReferences = Object.entries(owners).map(([uid, blockOwnerDeletion]) => ({
    apiVersion: 'v1',
    kind: 'Owner',
    name: uid,
    uid,
    blockOwnerDeletion,
  }));
  return { apiVersion: 'v1', kind: 'Thing', metadata: { namespace: 'a', name, ownerReferences } };
}

test('an owner is blocked by those that say so, as long as they are there', () => {
  const dependents = new Dependents();
  const [one, two] = [owned('one', { first: true, second: false }), owned('two', { first: false })];
  dependents.add('things', one);
  dependents.add('things', two);
  assert.deepEqual(
    dependents.of('first').map(({ table, key }) => [table, key.namespace, key.name]),
    [
      ['things', 'a', 'one'],
      ['things', 'a', 'two'],
    ],
  );
  assert.deepEqual(
    ['first', 'second', 'nobody'].map((uid) => dependents.isBlocked(uid)),
    [true, false, false],
  );
  dependents.remove('things', one);
  assert.equal(dependents.isBlocked('first'), false);
  assert.equal(dependents.of('first').length, 1);
  assert.equal(dependents.isOwnerGone('first'), false);
  dependents.ownerIsGone('first');
  assert.equal(dependents.isOwnerGone('first'), true);
  dependents.remove('things', two);
  assert.equal(dependents.isOwnerGone('first'), false);
  assert.deepEqual(dependents.of('first'), []);
});
