import assert from 'node:assert/strict';
import { test } from 'node:test';
import { neededNamespaces } from './needed-namespaces.ts';

test('the namespaces of objects are needed, unless they are objects themselves', () => {
  const object = (kind: string, name: string, namespace?: string) => ({
    apiVersion: 'v1',
    kind,
    metadata: { name, ...(namespace !== undefined && { namespace }) },
  });
  const objects = [
    object('ConfigMap', 'a', 'shop'),
    object('Secret', 'b', 'shop'),
    object('ConfigMap', 'c', 'infra'),
    object('ConfigMap', 'd', 'audit'),
    object('Namespace', 'infra'),
    object('PersistentVolume', 'e'),
  ];
  assert.deepEqual(neededNamespaces(objects), ['audit', 'shop']);
});
