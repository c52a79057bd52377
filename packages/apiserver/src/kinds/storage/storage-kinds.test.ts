import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { KubeObject } from '@banyan/api';
import { tryCreate, tryStatus, tryUpdate } from '../try-write.ts';
import { csiDriverRules } from './csi-driver.ts';
import { csiNodeRules } from './csi-node.ts';
import { storageClassRules } from './storage-class.ts';
import { volumeAttachmentRules } from './volume-attachment.ts';
import { volumeAttributesClassRules } from './volume-attributes-class.ts';

function set(path: 'spec' | 'status', change: object): (draft: KubeObject) => void {
  return (draft) => {
    draft[path] = { ...(draft[path] as object), ...change };
  };
}

describe('a StorageClass', () => {
  const causes = (...terms: object[]) =>
    tryCreate(storageClassRules, { provisioner: 'p', allowedTopologies: terms }).causes;
  const zone = (...values: string[]) => ({ matchLabelExpressions: [{ key: 'zone', values }] });

  it('has no topology twice, whatever the order of its values', () => {
    assert.deepEqual(causes(zone('a', 'b'), zone('a')), []);
    assert.deepEqual(causes(zone('a', 'b'), zone('b', 'a')), [
      'allowedTopologies[1].matchLabelExpressions: Duplicate value: ""',
    ]);
  });

  it('has no empty topology, which the server takes for one that is there already', () => {
    assert.deepEqual(causes({}), ['allowedTopologies[0].matchLabelExpressions: Duplicate value: ""']);
  });
});

describe('a CSIDriver', () => {
  it('has no generation before its spec changes', () => {
    const { object } = tryCreate(csiDriverRules, { spec: {} });
    assert.equal(object.metadata.generation, undefined);
    const after = tryUpdate(csiDriverRules, object, set('spec', { podInfoOnMount: true })).object;
    assert.equal(after.metadata.generation, 1);
  });

  it('is warned of tokens that may be logged when they change', () => {
    const spec = { tokenRequests: [{ audience: 'a' }] };
    const { object, warnings } = tryCreate(csiDriverRules, { spec });
    assert.equal(warnings.length, 1);
    assert.deepEqual(tryUpdate(csiDriverRules, object, () => {}).warnings, []);
  });
});

describe('a CSINode', () => {
  it('keeps its drivers as they are, but for how much they take', () => {
    const driver = { name: 'd.example', nodeID: 'n' };
    const { object } = tryCreate(csiNodeRules, { spec: { drivers: [driver] } });
    const withDriver = (change: object) =>
      tryUpdate(csiNodeRules, object, set('spec', { drivers: [{ ...driver, ...change }] })).causes;
    assert.deepEqual(withDriver({ allocatable: { count: 5 } }), []);
    assert.deepEqual(withDriver({ nodeID: 'm' }), [
      'spec.drivers: Invalid value: {"Name":"d.example","NodeID":"m","TopologyKeys":null,"Allocatable":null}: field is immutable',
    ]);
  });
});

describe('a VolumeAttributesClass', () => {
  it('is protected', () => {
    const { object } = tryCreate(volumeAttributesClassRules, { driverName: 'd', parameters: { a: 'b' } });
    assert.deepEqual(object.metadata.finalizers, ['kubernetes.io/vac-protection']);
  });
});

describe('the status of a VolumeAttachment', () => {
  const spec = { attacher: 'a.example', nodeName: 'n', source: { persistentVolumeName: 'v' } };
  const { object } = tryCreate(volumeAttachmentRules, { spec }, { labels: { a: 'b' } });

  it('is written alone: metadata stays', () => {
    const after = tryStatus(volumeAttachmentRules, object, (draft) => {
      draft.metadata.labels = { c: 'd' };
      draft.metadata.finalizers = ['x.example/f'];
      draft['status'] = { attached: true };
    });
    assert.deepEqual(after.causes, []);
    assert.deepEqual(after.object['status'], { attached: true });
    assert.deepEqual(after.object.metadata.labels, { a: 'b' });
    assert.equal(after.object.metadata.finalizers, undefined);
  });

  it('has messages of a kibibyte', () => {
    const failing = (length: number) =>
      tryStatus(
        volumeAttachmentRules,
        object,
        set('status', { attachError: { message: 'x'.repeat(length) } }),
      );
    assert.deepEqual(failing(1024).causes, []);
    assert.equal(failing(1025).causes.length, 1);
  });
});
