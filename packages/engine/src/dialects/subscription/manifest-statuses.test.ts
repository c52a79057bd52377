import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject } from '@banyan/api';
import type { Description } from '@banyan/api/clusternet';
import { objectStatus } from '../../status/object-status.ts';
import { manifestStatusOf, observedObjects } from './manifest-statuses.ts';

function description(objects: readonly KubeObject[], live: readonly KubeObject[]): Description {
  return {
    apiVersion: 'apps.clusternet.io/v1alpha1',
    kind: 'Description',
    metadata: { name: 'd', namespace: 'n' },
    spec: {
      deployer: 'Generic',
      raw: objects.map((object) => Buffer.from(JSON.stringify(object)).toString('base64')),
    },
    status: { manifestStatuses: live.map(manifestStatusOf) },
  };
}

const WEB: KubeObject = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'shop' },
  spec: { replicas: 2 },
};
const SERVICE: KubeObject = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'web', namespace: 'shop' },
};
const LIVE_WEB: KubeObject = {
  ...WEB,
  metadata: { ...WEB.metadata, generation: 3, uid: 'u' },
  status: { replicas: 2, updatedReplicas: 2, availableReplicas: 2, observedGeneration: 3 },
};

test('the status of a Deployment is not lost where a Service has the same namespace and name', () => {
  const [web, service] = observedObjects(
    description([WEB, SERVICE], [LIVE_WEB, { ...SERVICE, status: { loadBalancer: {} } }]),
  );
  assert.ok(web && service);
  assert.equal(objectStatus(web).counters?.availableReplicas, 2);
  assert.equal(objectStatus(web).health, 'healthy');
  assert.deepEqual(service['status'], { loadBalancer: {} });
});

test('a status of an older generation is told as such, also over the hub', () => {
  const behind = { ...LIVE_WEB, metadata: { ...LIVE_WEB.metadata, generation: 4 } };
  const [web] = observedObjects(description([WEB], [behind]));
  assert.equal(web && objectStatus(web).health, 'progressing');
});

test('of an object that nobody saw nothing is known', () => {
  assert.deepEqual(observedObjects(description([WEB], [])), [undefined]);
});

test('a kind without a status is seen all the same', () => {
  const [service] = observedObjects(description([SERVICE], [SERVICE]));
  assert.deepEqual(service, SERVICE);
});
