import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { OwnerReference } from '@banyan/api';
import type { PersistentVolumeClaim, StatefulSet } from '@banyan/api/objects';
import { samplePod, sampleStatefulSet } from './sample-stateful-set.ts';
import { statefulPod } from './stateful-pod.ts';
import { claimOwners, claimsOf, isStaleClaim } from './volume-claims.ts';

const TEMPLATE: PersistentVolumeClaim = {
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: 'data', labels: { of: 'data' } },
  spec: { accessModes: ['ReadWriteOnce'] },
};
type Policy = NonNullable<StatefulSet['spec']['persistentVolumeClaimRetentionPolicy']>;

function setWith(persistentVolumeClaimRetentionPolicy: Policy): StatefulSet {
  return sampleStatefulSet({ volumeClaimTemplates: [TEMPLATE], persistentVolumeClaimRetentionPolicy });
}

function claim(ownerReferences: OwnerReference[] = []): PersistentVolumeClaim {
  return { ...TEMPLATE, metadata: { name: 'data-web-1', ownerReferences } };
}

function reference(kind: string, name: string, uid: string, controller = true): OwnerReference {
  return {
    apiVersion: kind === 'Pod' ? 'v1' : 'apps/v1',
    kind,
    name,
    uid,
    controller,
    blockOwnerDeletion: true,
  };
}

const BY_SET = reference('StatefulSet', 'web', 'web');
const BY_POD = reference('Pod', 'web-1', 'web-1-uid');
const BY_ANOTHER = reference('Thing', 'x', 'x');

test('a pod has claims of its own, named and labelled after it', () => {
  const [made] = claimsOf(setWith({}), 1);
  assert.deepEqual(made?.metadata, {
    name: 'data-web-1',
    namespace: 'default',
    labels: { of: 'data', app: 'web' },
  });
});

test('its volumes are those claims, in place of volumes of the same name', () => {
  const set = setWith({});
  set.spec.template.spec.volumes = [
    { name: 'data', emptyDir: {} },
    { name: 'other', emptyDir: {} },
  ];
  const revision = {
    apiVersion: 'apps/v1',
    kind: 'ControllerRevision',
    metadata: { name: 'web-x' },
    revision: 1,
  };
  const { spec, metadata } = statefulPod({ ...set, spec: { ...set.spec, serviceName: 'svc' } }, 1, revision);
  assert.deepEqual(spec.volumes, [
    { name: 'data', persistentVolumeClaim: { claimName: 'data-web-1' } },
    { name: 'other', emptyDir: {} },
  ]);
  assert.deepEqual([metadata.name, spec.hostname, spec.subdomain], ['web-1', 'web-1', 'svc']);
  assert.equal(metadata.labels?.['apps.kubernetes.io/pod-index'], '1');
  assert.equal(metadata.labels['controller-revision-hash'], 'web-x');
});

describe('who owns a claim', () => {
  const cases: readonly (readonly [
    string,
    Policy,
    OwnerReference[],
    boolean,
    OwnerReference[] | undefined,
  ])[] = [
    ['nobody, by default', {}, [], false, undefined],
    ['nobody again, if it was otherwise', {}, [BY_SET], false, []],
    ['the set, if it is to go with it', { whenDeleted: 'Delete' }, [], false, [BY_SET]],
    ['still the set, if only that is asked', { whenDeleted: 'Delete' }, [BY_SET], true, undefined],
    ['nobody, while the pod is wanted', { whenScaled: 'Delete' }, [], false, undefined],
    ['the pod, once it is scaled away', { whenScaled: 'Delete' }, [], true, [BY_POD]],
    ['the pod, no longer the set', { whenScaled: 'Delete', whenDeleted: 'Delete' }, [BY_SET], true, [BY_POD]],
    ['the set again', { whenScaled: 'Delete', whenDeleted: 'Delete' }, [BY_POD], false, [BY_SET]],
    ['whoever controls it already', { whenDeleted: 'Delete' }, [BY_ANOTHER], false, undefined],
    [
      'a set of that name that is gone',
      { whenDeleted: 'Delete' },
      [{ ...BY_SET, uid: 'gone' }],
      false,
      undefined,
    ],
  ];
  for (const [name, policy, owners, isScaledAway, expected] of cases) {
    test(name, () => {
      const wanted = claimOwners(setWith(policy), samplePod(1, 'ready'), claim(owners), isScaledAway);
      assert.deepEqual(wanted, expected);
    });
  }
});

test('a claim of an earlier pod of the name is not for the next', () => {
  assert.equal(isStaleClaim(claim([BY_POD]), 'web-1'), true);
  assert.equal(isStaleClaim(claim([BY_SET]), 'web-1'), false);
});
