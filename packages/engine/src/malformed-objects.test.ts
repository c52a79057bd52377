import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { KubeObject } from '@banyan/api';
import { workloadOf } from './inventory/workload-of.ts';
import { orderGroups } from './order/order-groups.ts';
import { objectStatus } from './status/object-status.ts';

/** Keys that the functions look for, so that they find something of the wrong shape. */
const KEYS = (
  'spec status template containers initContainers resources requests limits volumes metadata labels ports replicas ' +
  'conditions type phase state waiting loadBalancer ingress containerStatuses updateStrategy rollingUpdate names group ' +
  'selector active'
).split(' ');
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'medium' },
    fc.constantFrom(null, 0, 1, '', 'True', 'Ready', 'LoadBalancer', true),
    fc.dictionary(fc.constantFrom(...KEYS), tie('value'), { maxKeys: 5 }),
    fc.array(tie('value'), { maxLength: 3 }),
  ),
}));
const KINDS = [
  'apps/v1 Deployment',
  'apps/v1 ReplicaSet',
  'apps/v1 StatefulSet',
  'apps/v1 DaemonSet',
  'batch/v1 Job',
  'batch/v1 CronJob',
  'v1 Service',
  'v1 Pod',
  'v1 PersistentVolumeClaim',
  'v1 Namespace',
  'networking.k8s.io/v1 Ingress',
  'apiextensions.k8s.io/v1 CustomResourceDefinition',
  'example.com/v1 Thing',
];

const malformed = fc
  .tuple(fc.constantFrom(...KINDS), value, value)
  .map(([type, spec, status]): KubeObject => {
    const [apiVersion = '', kind = ''] = type.split(' ');
    return { apiVersion, kind, metadata: { name: 'a' }, spec, status };
  });

test('an object of the wrong shape, which only its API server refuses, breaks no decision', () => {
  fc.assert(
    fc.property(malformed, (object) => {
      assert.ok(objectStatus(object).health);
      const { replicas = 0 } = workloadOf(object) ?? {};
      assert.ok(Number.isSafeInteger(replicas) && replicas >= 0);
      orderGroups([{ object }]);
    }),
    { numRuns: 3000 },
  );
});
