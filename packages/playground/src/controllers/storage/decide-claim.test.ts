import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Node, PersistentVolume, PersistentVolumeClaim, StorageClass } from '@banyan/api/objects';
import { decideClaim, type ClaimStep, type ClaimWorld } from './decide-claim.ts';
import { decideVolume } from './decide-volume.ts';
import { matchVolume } from './match-volume.ts';

type VolumeSpec = PersistentVolume['spec'];

function volume(
  name: string,
  spec: Partial<VolumeSpec> = {},
  more: Partial<PersistentVolume> = {},
): PersistentVolume {
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name, ...more.metadata },
    spec: { accessModes: ['ReadWriteOnce'], capacity: { storage: '2Gi' }, ...spec },
    status: { phase: 'Available', ...more.status },
  };
}

function claim(spec: Partial<PersistentVolumeClaim['spec']> = {}, annotations = {}): PersistentVolumeClaim {
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { namespace: 'a', name: 'data', uid: 'own', annotations },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
  };
}

function storageClass(volumeBindingMode: StorageClass['volumeBindingMode'], provisioner = 'p'): StorageClass {
  return {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name: 'c' },
    provisioner,
    ...(volumeBindingMode && { volumeBindingMode }),
  };
}

const WORLD: ClaimWorld = {
  candidates: [],
  named: undefined,
  storageClass: undefined,
  node: undefined,
  waitingPods: [],
};
const NOW = { waitsForConsumer: false };
const TAKEN = { namespace: 'a', name: 'other', uid: 'other' };
const RESERVED = { namespace: 'a', name: 'data' };
const COMPLETED = { 'pv.kubernetes.io/bind-completed': 'yes' };
const SELECTED = { 'volume.kubernetes.io/selected-node': 'node' };

const said = (step: ClaimStep) => ('event' in step ? [step.type, step.event?.reason] : [step.type]);

describe('the volume for a claim', () => {
  test('is the smallest that fits, of those with the fewest modes', () => {
    const [small, large] = [volume('small'), volume('large', { capacity: { storage: '3Gi' } })];
    const many = volume('many', {
      accessModes: ['ReadWriteOnce', 'ReadOnlyMany'],
      capacity: { storage: '1Gi' },
    });
    assert.equal(matchVolume(claim(), [many, large, small], NOW)?.metadata.name, 'small');
    assert.equal(matchVolume(claim({ accessModes: ['ReadOnlyMany'] }), [small, many], NOW), many);
  });

  test('is none that is too small, taken, of another class or mode, not labelled so, or not ready', () => {
    const labels = { selector: { matchLabels: { disk: 'fast' } } };
    const table: [PersistentVolume, PersistentVolumeClaim][] = [
      [volume('a', { capacity: { storage: '500Mi' } }), claim()],
      [volume('a', { claimRef: TAKEN }), claim()],
      [volume('a', { storageClassName: 'x' }), claim()],
      [volume('a', { volumeMode: 'Block' }), claim()],
      [volume('a'), claim(labels)],
      [volume('a', {}, { status: { phase: 'Pending' } }), claim()],
      [volume('a', {}, { metadata: { name: 'a', deletionTimestamp: '2026-01-01T00:00:00Z' } }), claim()],
    ];
    for (const [each, asking] of table) assert.equal(matchVolume(asking, [each], NOW), undefined);
  });

  test('is the one that is set aside for it, whatever else there is', () => {
    const reserved = volume('reserved', { claimRef: RESERVED, capacity: { storage: '9Gi' } });
    assert.equal(matchVolume(claim(), [volume('small'), reserved], { waitsForConsumer: true }), reserved);
  });

  test('waits for the node of its consumer, and is reachable from there', () => {
    const node: Node = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'node', labels: { zone: 'a' } } };
    const inZone = (zone: string) => ({
      nodeAffinity: {
        required: {
          nodeSelectorTerms: [
            { matchExpressions: [{ key: 'zone', operator: 'In' as const, values: [zone] }] },
          ],
        },
      },
    });
    const volumes = [volume('b', inZone('b')), volume('a', inZone('a'))];
    assert.equal(matchVolume(claim(), volumes, { waitsForConsumer: true }), undefined);
    assert.equal(matchVolume(claim(), volumes, { waitsForConsumer: true, node })?.metadata.name, 'a');
  });
});

describe('a claim', () => {
  test('that is bound stays so, or is lost', () => {
    const bound = claim({ volumeName: 'v' }, COMPLETED);
    const table: [PersistentVolumeClaim, PersistentVolume | undefined, (string | undefined)[]][] = [
      [claim({}, COMPLETED), undefined, ['lost', 'ClaimLost']],
      [bound, undefined, ['lost', 'ClaimLost']],
      [bound, volume('v'), ['bind']],
      [bound, volume('v', { claimRef: { ...RESERVED, uid: 'own' } }), ['bind']],
      [bound, volume('v', { claimRef: TAKEN }), ['lost', 'ClaimMisbound']],
    ];
    for (const [each, named, expected] of table)
      assert.deepEqual(said(decideClaim(each, { ...WORLD, named })), expected);
  });

  test('that names a volume has it, or waits and says why', () => {
    const asking = claim({ volumeName: 'v' });
    const table: [PersistentVolume | undefined, (string | undefined)[]][] = [
      [undefined, ['pending']],
      [volume('v'), ['bind']],
      [volume('v', { claimRef: RESERVED }), ['bind']],
      [volume('v', { claimRef: TAKEN }), ['pending', 'FailedBinding']],
      [volume('v', { capacity: { storage: '1Mi' } }), ['pending', 'VolumeMismatch']],
    ];
    for (const [named, expected] of table)
      assert.deepEqual(said(decideClaim(asking, { ...WORLD, named })), expected);
  });

  test('that finds nothing has a volume made, when its class says', () => {
    const asking = claim({ storageClassName: 'c' });
    const waiting = storageClass('WaitForFirstConsumer');
    const table: [PersistentVolumeClaim, Partial<ClaimWorld>, (string | undefined)[]][] = [
      [claim(), {}, ['pending', 'FailedBinding']],
      [asking, {}, ['pending', 'ProvisioningFailed']],
      [asking, { storageClass: storageClass('Immediate') }, ['provision']],
      [asking, { storageClass: waiting }, ['pending', 'WaitForFirstConsumer']],
      [asking, { storageClass: waiting, waitingPods: ['one'] }, ['pending', 'WaitForPodScheduled']],
      [claim({ storageClassName: 'c' }, SELECTED), { storageClass: waiting }, ['provision']],
      [
        asking,
        { storageClass: storageClass('Immediate', 'kubernetes.io/no-provisioner') },
        ['pending', 'ProvisioningFailed'],
      ],
    ];
    for (const [each, world, expected] of table)
      assert.deepEqual(said(decideClaim(each, { ...WORLD, ...world })), expected);
  });
});

test('a volume follows its claim, and its policy when the claim is gone', () => {
  const ours = { 'pv.kubernetes.io/provisioned-by': 'p' };
  const claimRef = { namespace: 'a', name: 'data', uid: 'own' };
  const policy = (persistentVolumeReclaimPolicy: 'Delete' | 'Retain' | 'Recycle') => ({
    claimRef,
    persistentVolumeReclaimPolicy,
  });
  const annotated = (annotations: Record<string, string>) => ({ metadata: { name: 'v', annotations } });
  const byController = { 'pv.kubernetes.io/bound-by-controller': 'yes' };
  const released = (reclaim: string) => ({ type: 'release', reclaim });
  const bound = claim({ volumeName: 'v' });
  const elsewhere = claim({ volumeName: 'other' });
  const table: [PersistentVolume, PersistentVolumeClaim | undefined, object][] = [
    [volume('v'), undefined, { type: 'phase', phase: 'Available' }],
    [volume('v', { claimRef: RESERVED }), undefined, { type: 'phase', phase: 'Available' }],
    [volume('v', { claimRef }), bound, { type: 'phase', phase: 'Bound' }],
    [volume('v', { claimRef }), claim(), { type: 'wait' }],
    [volume('v', policy('Retain')), undefined, released('leave')],
    [volume('v', policy('Delete'), annotated(ours)), undefined, released('delete')],
    [volume('v', policy('Delete')), undefined, released('fail')],
    [volume('v', policy('Recycle')), undefined, released('fail')],
    [volume('v', { ...policy('Delete'), csi: {} }), undefined, released('leave')],
    [volume('v', { claimRef: { ...claimRef, uid: 'old' } }), bound, released('leave')],
    [volume('v', policy('Delete'), annotated(ours)), elsewhere, released('delete')],
    [volume('v', { claimRef }, annotated(byController)), elsewhere, { type: 'unbind', keepsName: false }],
    [volume('v', { claimRef }), elsewhere, { type: 'unbind', keepsName: true }],
  ];
  for (const [each, its, expected] of table) assert.deepEqual(decideVolume(each, its, 'p'), expected);
});
