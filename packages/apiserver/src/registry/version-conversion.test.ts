import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ObjectStore } from '../storage/object-store.ts';
import { memoryPersistence } from '../storage/persistence.ts';
import { apiVersionOf } from './api-version.ts';
import { builtInResources, storeEnvironment } from './built-in-resources.ts';

const store = await ObjectStore.open(memoryPersistence());
const resources = builtInResources(
  store,
  storeEnvironment(store, () => 'xxxxx'),
);
const convertOf = (apiVersion: string, kind: string) =>
  resources.find((each) => each.kind === kind && apiVersionOf(each) === apiVersion)?.convert;

const KIND = 'HorizontalPodAutoscaler';
const OLD = {
  apiVersion: 'autoscaling/v1',
  kind: KIND,
  spec: { maxReplicas: 3, targetCPUUtilizationPercentage: 5 },
};

for (const at of ['autoscaling/v1', 'autoscaling/v2']) {
  test(`an object is converted from the version that it says, also at the endpoint of ${at}`, () => {
    const convert = convertOf(at, KIND);
    const made = convert?.(OLD, 'autoscaling/v2')?.object;
    const target = { type: 'Utilization', averageUtilization: 5 };
    assert.partialDeepStrictEqual(made, {
      spec: { metrics: [{ type: 'Resource', resource: { name: 'cpu', target } }] },
    });
    const back = convert?.(made ?? {}, 'autoscaling/v1');
    assert.deepEqual(back?.object['spec'], {
      ...OLD.spec,
      minReplicas: 1,
      scaleTargetRef: { kind: '', name: '' },
    });
    assert.ok(back?.schema?.properties?.['spec']);
  });
}

test('an object that does not say its version is of the endpoint’s', () => {
  const { apiVersion: _, ...object } = OLD;
  const made = convertOf('autoscaling/v1', KIND)?.(object, 'autoscaling/v2')?.object;
  assert.partialDeepStrictEqual(made, { spec: { metrics: [{ type: 'Resource' }] } });
});

test('a version that is not served has no form', () => {
  assert.equal(convertOf('autoscaling/v1', KIND)?.(OLD, 'autoscaling/v2beta2'), undefined);
});

test('events of two groups are versions of each other', () => {
  const made = convertOf('v1', 'Event')?.(
    { apiVersion: 'v1', kind: 'Event', message: 'm' },
    'events.k8s.io/v1',
  );
  assert.equal(made?.object['note'], 'm');
});

test('kinds of one shape need no conversion', () => {
  assert.equal(convertOf('apps/v1', 'Deployment'), undefined);
});
