import assert from 'node:assert/strict';
import { test } from 'node:test';
import { trimStored } from './trim-stored.ts';

test('what an API server sets is taken off, what users write stays', () => {
  const stored = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name: 'c',
      namespace: 'n',
      generateName: 'c-',
      labels: { a: 'b' },
      annotations: { x: 'y', 'kubectl.kubernetes.io/last-applied-configuration': '{}' },
      finalizers: ['example.com/f'],
      uid: 'u',
      resourceVersion: '1',
      generation: 3,
      creationTimestamp: '2026-01-01T00:00:00Z',
      managedFields: [],
      ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'x' }],
      selfLink: '/x',
    },
    data: { k: 'v' },
    status: { phase: 'x' },
  };
  const before = structuredClone(stored);
  assert.deepEqual(trimStored(stored), {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name: 'c',
      namespace: 'n',
      labels: { a: 'b' },
      annotations: { x: 'y' },
      finalizers: ['example.com/f'],
    },
    data: { k: 'v' },
  });
  assert.deepEqual(stored, before);
});

test('annotations that only other tools wrote leave none', () => {
  const metadata = { name: 'a', annotations: { 'deployment.kubernetes.io/revision': '4' } };
  const trimmed = trimStored({ apiVersion: 'apps/v1', kind: 'Deployment', metadata });
  assert.deepEqual(trimmed.metadata, { name: 'a' });
});
