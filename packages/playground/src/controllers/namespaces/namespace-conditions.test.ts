import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject } from '@banyan/api';
import type { Condition } from '@banyan/api/objects';
import { CONFIG_MAPS, DEPLOYMENTS } from '../../cluster/resources.ts';
import { deletionConditions } from './namespace-conditions.ts';

const NOW = Date.UTC(2026, 0, 1);

function object(...finalizers: string[]): KubeObject {
  return { apiVersion: 'v1', kind: 'X', metadata: { name: 'x', finalizers } };
}

const saying = (conditions: readonly Condition[], type: string) => {
  const found = conditions.find((one) => one.type === type);
  return [found?.status, found?.reason, found?.message];
};

test('a namespace that is empty says five times that all is well', () => {
  const conditions = deletionConditions(undefined, { remaining: [], failures: [] }, NOW);
  assert.equal(conditions.length, 5);
  assert.ok(conditions.every(({ status }) => status === 'False'));
});

test('what is left is counted by kind and by finalizer, in order', () => {
  const remaining = [
    { kind: DEPLOYMENTS, objects: [object('b/b'), object()] },
    { kind: CONFIG_MAPS, objects: [object('a/a', 'b/b')] },
  ];
  const conditions = deletionConditions(undefined, { remaining, failures: ['two', 'one'] }, NOW);
  assert.deepEqual(saying(conditions, 'NamespaceContentRemaining'), [
    'True',
    'SomeResourcesRemain',
    'Some resources are remaining: configmaps. has 1 resource instances, deployments.apps has 2 resource instances',
  ]);
  assert.deepEqual(saying(conditions, 'NamespaceFinalizersRemaining'), [
    'True',
    'SomeFinalizersRemain',
    'Some content in the namespace has finalizers remaining: a/a in 1 resource instances, b/b in 2 resource instances',
  ]);
  assert.deepEqual(saying(conditions, 'NamespaceDeletionContentFailure'), [
    'True',
    'ContentDeletionFailed',
    'Failed to delete all resource types, 2 remaining: one, two',
  ]);
});
