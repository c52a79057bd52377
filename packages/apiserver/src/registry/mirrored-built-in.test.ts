import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mirroredBuiltIn } from './mirrored-built-in.ts';
import type { ResourceStorage } from './resource-storage.ts';

const STORAGE: ResourceStorage = {
  get: () => Promise.resolve(undefined),
  list: () => Promise.resolve({ items: [], resourceVersion: '1' }),
  write: () => Promise.resolve(undefined),
  watch: () => Promise.resolve(),
};
const AUTOSCALERS = { group: 'autoscaling', resource: 'horizontalpodautoscalers' };

test('what is written in another version is kept in the first, converted', () => {
  const [kept, old] = mirroredBuiltIn(AUTOSCALERS, ['v2', 'v1'], STORAGE);
  assert.deepEqual([kept?.version, old?.version], ['v2', 'v1']);
  const stored = old?.toStorage({
    apiVersion: 'autoscaling/v1',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: 'a', namespace: 'b' },
    spec: { maxReplicas: 3, targetCPUUtilizationPercentage: 50, scaleTargetRef: { kind: 'X', name: 'x' } },
  });
  assert.equal(stored?.apiVersion, 'autoscaling/v2');
  const spec = stored?.['spec'] as { metrics: { resource: { target: unknown } }[] } | undefined;
  assert.deepEqual(spec?.metrics[0]?.resource.target, { type: 'Utilization', averageUtilization: 50 });
  assert.equal(stored && old?.fromStorage(stored).apiVersion, 'autoscaling/v1');
});

test('there is no status, and Scale where the kind has one', () => {
  const [deployments] = mirroredBuiltIn({ group: 'apps', resource: 'deployments' }, ['v1'], STORAGE);
  assert.deepEqual([...(deployments?.subresources.keys() ?? [])], ['scale']);
});

test('a version that is not known here is not mirrored', () => {
  assert.deepEqual(mirroredBuiltIn(AUTOSCALERS, ['v9', 'v2'], STORAGE), []);
  assert.deepEqual(mirroredBuiltIn({ group: 'x.dev', resource: 'things' }, ['v1'], STORAGE), []);
});
