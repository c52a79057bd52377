import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject } from '@banyan/api';
import { objectStatus } from './object-status.ts';

function object(type: string, fields: Record<string, unknown>, generation?: number): KubeObject {
  const [apiVersion = '', kind = ''] = type.split(' ');
  return {
    apiVersion,
    kind,
    metadata: { name: 'a', ...(generation !== undefined && { generation }) },
    ...fields,
  };
}

function condition(type: string, status: string, reason?: string, message?: string): Record<string, unknown> {
  return { type, status, ...(reason !== undefined && { reason }), ...(message !== undefined && { message }) };
}

const DEPLOYMENT = 'apps/v1 Deployment';
const FULL = { replicas: 2, updatedReplicas: 2, readyReplicas: 2, availableReplicas: 2 };

const ROWS: readonly (readonly [string, KubeObject, string])[] = [
  ['all replicas available', object(DEPLOYMENT, { spec: { replicas: 2 }, status: FULL }), 'healthy'],
  ['scaled to nothing', object(DEPLOYMENT, { spec: { replicas: 0 }, status: {} }), 'healthy'],
  ['no status yet', object(DEPLOYMENT, { spec: { replicas: 2 } }), 'progressing: 0 of 2 replicas updated'],
  [
    'an old status',
    object(DEPLOYMENT, { spec: { replicas: 2 }, status: { ...FULL, observedGeneration: 1 } }, 2),
    'progressing: the last change is not yet observed',
  ],
  [
    'old replicas',
    object(DEPLOYMENT, { spec: { replicas: 2 }, status: { ...FULL, replicas: 3 } }),
    'progressing: 1 old replicas still run',
  ],
  [
    'not all available',
    object(DEPLOYMENT, { spec: { replicas: 2 }, status: { ...FULL, availableReplicas: 1 } }),
    'progressing: 1 of 2 replicas available',
  ],
  [
    'a rollout that gave up',
    object(DEPLOYMENT, {
      spec: { replicas: 2 },
      status: { conditions: [condition('Progressing', 'False', 'ProgressDeadlineExceeded', 'timed out')] },
    }),
    'degraded: ProgressDeadlineExceeded: timed out',
  ],
  [
    'paused before the end',
    object(DEPLOYMENT, { spec: { replicas: 2, paused: true }, status: { updatedReplicas: 1 } }),
    'suspended: paused: 1 of 2 replicas updated',
  ],
  ['a set of replicas', object('apps/v1 ReplicaSet', { spec: { replicas: 1 }, status: FULL }), 'healthy'],
  [
    'replicas that cannot be made',
    object('apps/v1 ReplicaSet', {
      spec: {},
      status: { conditions: [condition('ReplicaFailure', 'True', 'Quota')] },
    }),
    'degraded: Quota',
  ],
  ['stateful, ready', object('apps/v1 StatefulSet', { spec: { replicas: 2 }, status: FULL }), 'healthy'],
  [
    'stateful, in an update',
    object('apps/v1 StatefulSet', {
      spec: { replicas: 2 },
      status: { ...FULL, updatedReplicas: 1, currentRevision: 'a', updateRevision: 'b' },
    }),
    'progressing: 1 of 2 replicas updated',
  ],
  [
    'stateful, updated up to its partition',
    object('apps/v1 StatefulSet', {
      spec: { replicas: 2, updateStrategy: { rollingUpdate: { partition: 1 } } },
      status: { ...FULL, updatedReplicas: 1, currentRevision: 'a', updateRevision: 'b' },
    }),
    'healthy',
  ],
  [
    'stateful, not ready',
    object('apps/v1 StatefulSet', { spec: { replicas: 2 }, status: { readyReplicas: 1 } }),
    'progressing: 1 of 2 replicas ready',
  ],
  [
    'on every node',
    object('apps/v1 DaemonSet', {
      spec: {},
      status: { desiredNumberScheduled: 3, updatedNumberScheduled: 3, numberAvailable: 3 },
    }),
    'healthy',
  ],
  [
    'on some nodes',
    object('apps/v1 DaemonSet', {
      spec: {},
      status: { desiredNumberScheduled: 3, updatedNumberScheduled: 3, numberAvailable: 1 },
    }),
    'progressing: 1 of 3 replicas available',
  ],
  ['done', object('batch/v1 Job', { status: { conditions: [condition('Complete', 'True')] } }), 'healthy'],
  [
    'failed',
    object('batch/v1 Job', { status: { conditions: [condition('Failed', 'True', 'BackoffLimitExceeded')] } }),
    'degraded: BackoffLimitExceeded',
  ],
  ['at work', object('batch/v1 Job', { status: { active: 1 } }), 'progressing: 1 pods active, 0 succeeded'],
  [
    'suspended',
    object('batch/v1 Job', { status: { conditions: [condition('Suspended', 'True')] } }),
    'suspended: the job is suspended',
  ],
  ['scheduled', object('batch/v1 CronJob', { spec: {} }), 'healthy'],
  [
    'a schedule that is off',
    object('batch/v1 CronJob', { spec: { suspend: true } }),
    'suspended: the schedule is suspended',
  ],
  ['inside of the cluster', object('v1 Service', { spec: { type: 'ClusterIP' } }), 'healthy'],
  [
    'a load balancer to come',
    object('v1 Service', { spec: { type: 'LoadBalancer' }, status: { loadBalancer: {} } }),
    'progressing: the load balancer has no address',
  ],
  [
    'a load balancer',
    object('v1 Service', {
      spec: { type: 'LoadBalancer' },
      status: { loadBalancer: { ingress: [{ ip: '1.2.3.4' }] } },
    }),
    'healthy',
  ],
  ['an Ingress', object('networking.k8s.io/v1 Ingress', {}), 'healthy'],
  ['bound', object('v1 PersistentVolumeClaim', { status: { phase: 'Bound' } }), 'healthy'],
  ['unbound', object('v1 PersistentVolumeClaim', {}), 'progressing: no volume is bound'],
  ['lost', object('v1 PersistentVolumeClaim', { status: { phase: 'Lost' } }), 'degraded: the volume is lost'],
  [
    'a ready pod',
    object('v1 Pod', { status: { phase: 'Running', conditions: [condition('Ready', 'True')] } }),
    'healthy',
  ],
  ['a pod that is done', object('v1 Pod', { status: { phase: 'Succeeded' } }), 'healthy'],
  ['a failed pod', object('v1 Pod', { status: { phase: 'Failed', reason: 'Evicted' } }), 'degraded: Evicted'],
  [
    'a pod without a node',
    object('v1 Pod', {
      status: {
        phase: 'Pending',
        conditions: [condition('PodScheduled', 'False', 'Unschedulable', '0/1 nodes')],
      },
    }),
    'progressing: Unschedulable: 0/1 nodes',
  ],
  [
    'a pod that crashes',
    object('v1 Pod', {
      status: {
        phase: 'Running',
        containerStatuses: [{ name: 'c', state: { waiting: { reason: 'CrashLoopBackOff' } } }],
      },
    }),
    'degraded: container c: CrashLoopBackOff',
  ],
  [
    'an established definition',
    object('apiextensions.k8s.io/v1 CustomResourceDefinition', {
      status: { conditions: [condition('NamesAccepted', 'True'), condition('Established', 'True')] },
    }),
    'healthy',
  ],
  [
    'a definition whose names are taken',
    object('apiextensions.k8s.io/v1 CustomResourceDefinition', {
      status: { conditions: [condition('NamesAccepted', 'False', 'PluralConflict')] },
    }),
    'degraded: PluralConflict',
  ],
  [
    'a namespace that goes',
    object('v1 Namespace', { status: { phase: 'Terminating' } }),
    'progressing: the namespace is being deleted',
  ],
  ['a kind without a status', object('v1 ConfigMap', { data: {} }), 'healthy'],
  [
    'a custom kind that is ready',
    object('example.com/v1 Thing', { status: { conditions: [condition('Ready', 'True')] } }),
    'healthy',
  ],
  [
    'a custom kind that is not',
    object('example.com/v1 Thing', { status: { conditions: [condition('Ready', 'False', 'Waiting')] } }),
    'progressing: Waiting',
  ],
  [
    'a custom kind that is stuck',
    object('example.com/v1 Thing', {
      status: { conditions: [condition('Ready', 'False'), condition('Stalled', 'True')] },
    }),
    'degraded: Stalled is True',
  ],
  [
    'a custom kind behind its generation',
    object(
      'example.com/v1 Thing',
      { status: { observedGeneration: 1, conditions: [condition('Ready', 'True')] } },
      2,
    ),
    'progressing: the last change is not yet observed',
  ],
  ['a custom kind whose status is a text', object('example.com/v1 Thing', { status: 'fine' }), 'healthy'],
];

for (const [name, given, expected] of ROWS) {
  test(`${given.kind}: ${name}`, () => {
    const { health, message } = objectStatus(given);
    assert.equal(message === undefined ? health : `${health}: ${message}`, expected);
  });
}

test('what is being deleted is on its way, whatever its status says', () => {
  const given = object(DEPLOYMENT, { spec: { replicas: 2 }, status: FULL });
  given.metadata.deletionTimestamp = '2026-01-01T00:00:00Z';
  assert.equal(objectStatus(given).message, 'it is being deleted');
});

test('replicas, pods and runs are counted, in any version of the kind', () => {
  assert.deepEqual(
    objectStatus(object('apps/v1beta2 Deployment', { spec: {}, status: FULL })).counters,
    FULL,
  );
  assert.deepEqual(objectStatus(object('batch/v1 Job', { status: { succeeded: 3, failed: 1 } })).counters, {
    succeeded: 3,
    failed: 1,
  });
  assert.deepEqual(
    objectStatus(object('apps/v1 DaemonSet', { status: { desiredNumberScheduled: 3, numberReady: 2 } }))
      .counters,
    { replicas: 3, readyReplicas: 2 },
  );
  assert.deepEqual(
    objectStatus(object('batch/v1 CronJob', { spec: {}, status: { active: [{}, {}] } })).counters,
    {
      active: 2,
    },
  );
  assert.deepEqual(objectStatus(object('example.com/v1 Rollout', { status: { replicas: 2 } })).counters, {
    replicas: 2,
  });
  assert.equal(objectStatus(object('v1 ConfigMap', {})).counters, undefined);
});
