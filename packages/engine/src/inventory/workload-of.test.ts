import assert from 'node:assert/strict';
import { test } from 'node:test';
import { workloadOf } from './workload-of.ts';

function workload(apiVersion: string, kind: string, spec: unknown): ReturnType<typeof workloadOf> {
  return workloadOf({ apiVersion, kind, metadata: { name: 'a' }, spec });
}

function podOf(spec: unknown): unknown {
  return { replicas: 1, template: { spec } };
}

for (const [apiVersion, kind] of [
  ['apps/v1', 'Deployment'],
  ['apps/v1beta2', 'StatefulSet'],
  ['extensions/v1beta1', 'Deployment'],
  ['apps/v1', 'ReplicaSet'],
] as const) {
  test(`${apiVersion} ${kind} has replicas`, () => {
    assert.deepEqual(workload(apiVersion, kind, { replicas: 4 }), {
      replicas: 4,
      path: '/spec/replicas',
      needs: {},
    });
  });
}

for (const [apiVersion, kind] of [
  ['v1', 'Service'],
  ['apps/v1', 'DaemonSet'],
  ['example.com/v1', 'Deployment'],
  ['apps.clusternet.io/v1alpha1', 'HelmChart'],
] as const) {
  test(`${apiVersion} ${kind} has none to divide`, () => {
    assert.equal(workload(apiVersion, kind, { replicas: 4 }), undefined);
  });
}

test('without a number there is one replica', () => {
  assert.equal(workload('apps/v1', 'Deployment', {})?.replicas, 1);
  assert.equal(workload('apps/v1', 'Deployment', { replicas: 0 })?.replicas, 0);
});

test('a replica needs what its pod asks for', () => {
  const nodeSelector = { disk: 'ssd' };
  const tolerations = [{ operator: 'Exists' }];
  const { needs } =
    workload('apps/v1', 'Deployment', podOf({ nodeSelector, tolerations, containers: [] })) ?? {};
  assert.deepEqual(needs, { nodeSelector, tolerations });
});

test('containers add up, requests default to limits, and an init container counts if it takes more', () => {
  const spec = {
    initContainers: [
      { name: 'i', resources: { requests: { cpu: '2', memory: '10Mi' } } },
      { name: 'sidecar', restartPolicy: 'Always', resources: { requests: { cpu: '50m' } } },
    ],
    containers: [
      { name: 'a', resources: { requests: { cpu: '100m', memory: '1Gi' } } },
      { name: 'b', resources: { limits: { cpu: '0.5', memory: '512Mi', 'nvidia.com/gpu': 1 } } },
    ],
  };
  assert.deepEqual(workload('apps/v1', 'Deployment', podOf(spec))?.needs.resources, {
    requests: { cpu: '2', memory: '1536Mi', 'nvidia.com/gpu': '1' },
    limits: { cpu: '500m', memory: '512Mi', 'nvidia.com/gpu': '1' },
  });
});
