import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject } from '@banyan/api';
import { builtInScale } from './built-in-scale.ts';
import { scaleOf, writtenThroughScale } from './scale-object.ts';

const mapping = builtInScale('apps');
const of = { group: 'apps', resource: 'deployments' };
const entry = (manager: string, apiVersion: string, fieldsV1: Record<string, unknown>) => ({
  manager,
  operation: 'Update' as const,
  apiVersion,
  fieldsType: 'FieldsV1',
  fieldsV1,
});

function deployment(managedFields: object[] = []): KubeObject {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'd', namespace: 'n', uid: 'u', resourceVersion: '7', managedFields } as object,
    spec: { replicas: 2, selector: { matchLabels: { app: 'a' } } },
  } as KubeObject;
}

function withReplicas(replicas: number): (scale: KubeObject) => KubeObject {
  return (scale) => ({ ...scale, spec: { replicas } });
}

test('a Scale shows no number where there are none, and nothing of who owns what', () => {
  const none = { ...deployment([entry('a', 'apps/v1', {})]), spec: { replicas: 0 } };
  assert.deepEqual(scaleOf(mapping, none), {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: { name: 'd', namespace: 'n', uid: 'u', resourceVersion: '7' },
    spec: {},
    status: { replicas: 0 },
  });
});

test('a write changes the number, and keeps what it was made from as it was', () => {
  const live = deployment();
  const draft = writtenThroughScale(mapping, { live, of }, withReplicas(5));
  assert.deepEqual(draft['spec'], { replicas: 5, selector: { matchLabels: { app: 'a' } } });
  assert.deepEqual(live, deployment());
});

test('who owned the number loses it to who wrote the Scale, and keeps the rest', () => {
  const owned = { 'f:spec': { 'f:paused': {}, 'f:replicas': {} } };
  const live = deployment([entry('one', 'apps/v1', owned), entry('ancient', 'extensions/v1beta1', owned)]);
  const draft = writtenThroughScale(mapping, { live, of }, (scale) => {
    assert.deepEqual(
      scale.metadata.managedFields?.map(({ manager, apiVersion }) => [manager, apiVersion]),
      [['one', 'autoscaling/v1']],
    );
    const managedFields = [
      { ...entry('two', 'autoscaling/v1', { 'f:spec': { 'f:replicas': {} } }), subresource: 'scale' },
    ];
    const metadata = { ...scale.metadata, managedFields } as KubeObject['metadata'];
    return { ...scale, metadata, spec: { replicas: 5 } };
  });
  assert.deepEqual(
    draft.metadata.managedFields?.map(({ manager, apiVersion, subresource, fieldsV1 }) => ({
      manager,
      apiVersion,
      subresource,
      fieldsV1,
    })),
    [
      {
        manager: 'one',
        apiVersion: 'apps/v1',
        subresource: undefined,
        fieldsV1: { 'f:spec': { 'f:paused': {} } },
      },
      {
        manager: 'two',
        apiVersion: 'apps/v1',
        subresource: 'scale',
        fieldsV1: { 'f:spec': { 'f:replicas': {} } },
      },
    ],
  );
});

test('a Scale of less than nothing is invalid, and one of another object a conflict', () => {
  const live = deployment();
  assert.throws(() => writtenThroughScale(mapping, { live, of }, withReplicas(-1)), {
    message:
      'Scale.autoscaling "d" is invalid: spec.replicas: Invalid value: -1: must be greater than or equal to 0',
  });
  const other = (scale: KubeObject) => ({ ...scale, metadata: { ...scale.metadata, uid: 'other' } });
  assert.throws(() => writtenThroughScale(mapping, { live, of }, other), { code: 409 });
});
