import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { PersistentVolumeClaim } from '@banyan/api/objects';
import { eventually } from '@banyan/testing';
import { startPlaygroundCluster, type PlaygroundCluster } from '../../cluster/playground-cluster.ts';
import {
  PERSISTENT_VOLUME_CLAIMS,
  PERSISTENT_VOLUMES,
  PODS,
  STORAGE_CLASSES,
} from '../../cluster/resources.ts';

describe('volumes are made in the playground', () => {
  let cluster: PlaygroundCluster;
  before(async () => {
    cluster = await startPlaygroundCluster({ name: 'volumes' });
    await eventually('both classes', () => [...cluster.objects.list(STORAGE_CLASSES)].length === 2);
  });
  after(() => cluster.stop());

  const draft = (name: string, storageClassName?: string) => ({
    metadata: { namespace: 'default', name },
    spec: {
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage: '1Gi' } },
      ...(storageClassName !== undefined && { storageClassName }),
    },
  });
  const claim = (name: string) =>
    cluster.objects.get(PERSISTENT_VOLUME_CLAIMS, { namespace: 'default', name });
  const volumeOf = (found: Readonly<PersistentVolumeClaim> | undefined) =>
    cluster.objects.get(PERSISTENT_VOLUMES, { name: found?.spec.volumeName ?? '' });

  it('for claims that do not say of which class, and are gone with them', async () => {
    const { objects } = cluster;
    const { metadata } = await objects.create(PERSISTENT_VOLUME_CLAIMS, draft('plain'));
    await eventually('it is bound', () => claim('plain')?.status?.phase === 'Bound');
    const volume = volumeOf(claim('plain'));
    assert.equal(volume?.metadata.name, `pvc-${metadata.uid}`);
    assert.deepEqual(
      [
        volume?.status?.phase,
        volume?.spec.storageClassName,
        volume?.spec.capacity,
        volume?.spec.nodeAffinity,
      ],
      ['Bound', 'standard', { storage: '1Gi' }, undefined],
    );
    await objects.delete(PERSISTENT_VOLUME_CLAIMS, { namespace: 'default', name: 'plain' });
    await eventually('its volume is gone', () => [...objects.list(PERSISTENT_VOLUMES)].length === 0);
  });

  it('in the zone of the first consumer, where the class waits for one', async () => {
    const { objects } = cluster;
    await objects.create(PERSISTENT_VOLUME_CLAIMS, draft('waiting', 'standard-wait'));
    const volumes = [{ name: 'data', persistentVolumeClaim: { claimName: 'waiting' } }];
    const containers = [{ name: 'c', image: 'i' }];
    await objects.create(PODS, {
      metadata: { namespace: 'default', name: 'consumer' },
      spec: { containers, volumes },
    });
    const pod = () => objects.get(PODS, { namespace: 'default', name: 'consumer' });
    await eventually('it runs', () => pod()?.status?.phase === 'Running');
    assert.equal(claim('waiting')?.status?.phase, 'Bound');
    const node = claim('waiting')?.metadata.annotations?.['volume.kubernetes.io/selected-node'];
    assert.equal(pod()?.spec.nodeName, node);
    const terms = volumeOf(claim('waiting'))?.spec.nodeAffinity?.required?.nodeSelectorTerms ?? [];
    assert.equal(terms[0]?.matchExpressions?.[0]?.key, 'topology.kubernetes.io/zone');
  });

  it('and grow with the claim', async () => {
    const { objects } = cluster;
    await objects.create(PERSISTENT_VOLUME_CLAIMS, draft('growing'));
    await eventually('it is bound', () => claim('growing')?.status?.phase === 'Bound');
    await objects.update(PERSISTENT_VOLUME_CLAIMS, { namespace: 'default', name: 'growing' }, ({ spec }) => {
      spec.resources = { requests: { storage: '5Gi' } };
    });
    await eventually('it has more', () => claim('growing')?.status?.capacity?.['storage'] === '5Gi');
    assert.deepEqual(volumeOf(claim('growing'))?.spec.capacity, { storage: '5Gi' });
  });
});
