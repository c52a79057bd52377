import assert from 'node:assert/strict';
import type { KubeObject } from '@banyan/api';
import type { PersistentVolume, PersistentVolumeClaim, Pod } from '@banyan/api/objects';
import {
  becomes,
  core,
  edit,
  eventsAbout,
  goes,
  items,
  newNamespace,
  post,
  read,
  type Scenario,
  type ScenarioCluster,
} from '../scenario.ts';

const VOLUMES = '/api/v1/persistentvolumes';
const claimsPath = (ns: string, name = '') => core(ns, 'persistentvolumeclaims', name);

function volume(cluster: ScenarioCluster, name: string, spec: object = {}, labels: object = {}) {
  return post<PersistentVolume>(cluster, VOLUMES, {
    metadata: { name, labels },
    spec: {
      accessModes: ['ReadWriteOnce'],
      capacity: { storage: '1Gi' },
      persistentVolumeReclaimPolicy: 'Retain',
      storageClassName: name.split('.')[0],
      nfs: { server: 'storage.example.test', path: '/' },
      ...spec,
    },
  });
}

/** The first part of a volume's name is its class, so that scenarios keep to their own. */
function claim(cluster: ScenarioCluster, ns: string, name: string, spec: object = {}) {
  return post<PersistentVolumeClaim>(cluster, claimsPath(ns), {
    metadata: { name },
    spec: {
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage: '1Gi' } },
      storageClassName: ns,
      ...spec,
    },
  });
}

const isBound = ({ status }: PersistentVolumeClaim | PersistentVolume) => status?.phase === 'Bound';

export const storageScenarios: readonly Scenario[] = [
  {
    name: 'a claim gets the smallest volume that fits, and each says that it is the other’s',
    run: async (cluster) => {
      const ns = await newNamespace(cluster, 'pv-match');
      await volume(cluster, 'pv-match.large', { capacity: { storage: '9Gi' } });
      await volume(cluster, 'pv-match.small', { capacity: { storage: '500Mi' } });
      await volume(cluster, 'pv-match.fits', { capacity: { storage: '2Gi' } });
      await volume(cluster, 'pv-match.block', { volumeMode: 'Block' });
      await volume(cluster, 'pv-match.readonly', { accessModes: ['ReadOnlyMany'] });
      for (const name of ['large', 'small', 'fits', 'block', 'readonly'])
        await becomes<PersistentVolume>(
          cluster,
          `${VOLUMES}/pv-match.${name}`,
          ({ status }) => status?.phase === 'Available',
        );
      const made = await claim(cluster, ns, 'data');
      assert.equal(made.status?.phase, 'Pending');
      const bound = await becomes<PersistentVolumeClaim>(cluster, claimsPath(ns, 'data'), isBound);
      assert.equal(bound.spec.volumeName, 'pv-match.fits');
      assert.deepEqual(bound.metadata.annotations, {
        'pv.kubernetes.io/bind-completed': 'yes',
        'pv.kubernetes.io/bound-by-controller': 'yes',
      });
      assert.deepEqual(bound.status, {
        phase: 'Bound',
        accessModes: ['ReadWriteOnce'],
        capacity: { storage: '2Gi' },
      });
      const taken = await becomes<PersistentVolume>(cluster, `${VOLUMES}/pv-match.fits`, isBound);
      const { resourceVersion: _, ...claimRef } = taken.spec.claimRef ?? {};
      const { uid } = made.metadata;
      assert.deepEqual(claimRef, {
        kind: 'PersistentVolumeClaim',
        namespace: ns,
        name: 'data',
        uid,
        apiVersion: 'v1',
      });
      assert.deepEqual(taken.metadata.annotations, { 'pv.kubernetes.io/bound-by-controller': 'yes' });
    },
  },
  {
    name: 'a volume that is kept is Released when its claim is gone, and free when it is taken off it',
    run: async (cluster) => {
      const ns = await newNamespace(cluster, 'pv-retain');
      await volume(cluster, 'pv-retain.one');
      await claim(cluster, ns, 'data');
      await becomes<PersistentVolumeClaim>(cluster, claimsPath(ns, 'data'), isBound);
      await cluster.json('DELETE', claimsPath(ns, 'data'));
      await goes(cluster, claimsPath(ns, 'data'));
      const path = `${VOLUMES}/pv-retain.one`;
      const released = await becomes<PersistentVolume>(
        cluster,
        path,
        ({ status }) => status?.phase === 'Released',
      );
      assert.equal(released.spec.claimRef?.name, 'data');
      await edit<PersistentVolume>(cluster, path, ({ spec }) => void delete spec.claimRef);
      await becomes<PersistentVolume>(cluster, path, ({ status }) => status?.phase === 'Available');
    },
  },
  {
    name: 'a volume that nobody can delete is Failed, and says why',
    run: async (cluster) => {
      const ns = await newNamespace(cluster, 'pv-fail');
      await volume(cluster, 'pv-fail.one', { persistentVolumeReclaimPolicy: 'Delete' });
      await claim(cluster, ns, 'data');
      await becomes<PersistentVolumeClaim>(cluster, claimsPath(ns, 'data'), isBound);
      await cluster.json('DELETE', claimsPath(ns, 'data'));
      const failed = await becomes<PersistentVolume>(
        cluster,
        `${VOLUMES}/pv-fail.one`,
        ({ status }) => status?.phase === 'Failed',
      );
      assert.equal(
        failed.status?.message,
        'error getting deleter volume plugin for volume "pv-fail.one": no deletable volume plugin matched',
      );
    },
  },
  {
    name: 'a volume and a claim find each other by name and by label',
    run: async (cluster) => {
      const ns = await newNamespace(cluster, 'pv-names');
      const claimRef = { namespace: ns, name: 'reserved' };
      await volume(cluster, 'pv-names.reserved', { claimRef });
      await volume(cluster, 'pv-names.labelled', {}, { disk: 'fast' });
      await volume(cluster, 'pv-names.asked');
      await claim(cluster, ns, 'asking', { volumeName: 'pv-names.asked' });
      await claim(cluster, ns, 'selecting', { selector: { matchLabels: { disk: 'fast' } } });
      await claim(cluster, ns, 'reserved');
      const expected = { asking: 'asked', selecting: 'labelled', reserved: 'reserved' };
      for (const [name, volumeName] of Object.entries(expected)) {
        const bound = await becomes<PersistentVolumeClaim>(cluster, claimsPath(ns, name), isBound);
        assert.equal(bound.spec.volumeName, `pv-names.${volumeName}`);
      }
      const asking = await read(cluster, claimsPath(ns, 'asking'));
      assert.deepEqual(asking?.metadata.annotations, { 'pv.kubernetes.io/bind-completed': 'yes' });
      const reserved = await read(cluster, `${VOLUMES}/pv-names.reserved`);
      assert.equal(reserved?.metadata.annotations, undefined);
    },
  },
  {
    name: 'a claim that cannot have the volume that it names says why, and one whose volume is gone is Lost',
    run: async (cluster) => {
      const ns = await newNamespace(cluster, 'pv-lost');
      await volume(cluster, 'pv-lost.one');
      await claim(cluster, ns, 'greedy', {
        volumeName: 'pv-lost.one',
        resources: { requests: { storage: '5Gi' } },
      });
      const message = 'Cannot bind to requested volume "pv-lost.one": requested PV is too small';
      await eventsAbout(cluster, ns, 'greedy', { type: 'Warning', reason: 'VolumeMismatch', message });
      await claim(cluster, ns, 'data');
      await becomes<PersistentVolumeClaim>(cluster, claimsPath(ns, 'data'), isBound);
      await cluster.json('DELETE', `${VOLUMES}/pv-lost.one`);
      const held = await read(cluster, `${VOLUMES}/pv-lost.one`);
      assert.deepEqual(held?.metadata.finalizers, ['kubernetes.io/pv-protection']);
      await edit(cluster, `${VOLUMES}/pv-lost.one`, ({ metadata }) => void (metadata.finalizers = []));
      await becomes<PersistentVolumeClaim>(
        cluster,
        claimsPath(ns, 'data'),
        ({ status }) => status?.phase === 'Lost',
      );
      await eventsAbout(cluster, ns, 'data', {
        type: 'Warning',
        reason: 'ClaimLost',
        message: 'Bound claim has lost its PersistentVolume. Data on the volume is lost!',
      });
    },
  },
  {
    name: 'claims of classes that wait, and of classes that are not there, say what they wait for',
    run: async (cluster) => {
      const ns = await newNamespace(cluster, 'pv-class');
      await post(cluster, '/apis/storage.k8s.io/v1/storageclasses', {
        metadata: { name: 'pv-class-wait' },
        provisioner: 'example.test/none',
        volumeBindingMode: 'WaitForFirstConsumer',
      });
      await post(cluster, '/apis/storage.k8s.io/v1/storageclasses', {
        metadata: { name: 'pv-class-other' },
        provisioner: 'example.test/none',
      });
      await claim(cluster, ns, 'waiting', { storageClassName: 'pv-class-wait' });
      await claim(cluster, ns, 'unknown', { storageClassName: 'pv-class-absent' });
      await claim(cluster, ns, 'classless', { storageClassName: '' });
      await claim(cluster, ns, 'other', { storageClassName: 'pv-class-other' });
      await eventsAbout(cluster, ns, 'waiting', {
        type: 'Normal',
        reason: 'WaitForFirstConsumer',
        message: 'waiting for first consumer to be created before binding',
      });
      await eventsAbout(cluster, ns, 'unknown', {
        type: 'Warning',
        reason: 'ProvisioningFailed',
        message: 'storageclass.storage.k8s.io "pv-class-absent" not found',
      });
      await eventsAbout(cluster, ns, 'classless', {
        type: 'Normal',
        reason: 'FailedBinding',
        message: 'no persistent volumes available for this claim and no storage class is set',
      });
      await eventsAbout(cluster, ns, 'other', {
        type: 'Normal',
        reason: 'ExternalProvisioning',
        message:
          "Waiting for a volume to be created either by the external provisioner 'example.test/none' or manually by " +
          'the system administrator. If volume creation is delayed, please verify that the provisioner is running and ' +
          'correctly registered.',
      });
      const asked = await read(cluster, claimsPath(ns, 'other'));
      assert.deepEqual(asked?.metadata.annotations, {
        'volume.beta.kubernetes.io/storage-provisioner': 'example.test/none',
        'volume.kubernetes.io/storage-provisioner': 'example.test/none',
      });
    },
  },
  {
    name: 'a claim stays while a pod uses it, and one that was made for a pod goes with the pod',
    run: async (cluster) => {
      const ns = await newNamespace(cluster, 'pv-used');
      await volume(cluster, 'pv-used.one');
      await volume(cluster, 'pv-used.two');
      await claim(cluster, ns, 'data');
      const spec = {
        accessModes: ['ReadWriteOnce'],
        resources: { requests: { storage: '1Gi' } },
        storageClassName: ns,
      };
      await post(cluster, core(ns, 'pods'), {
        metadata: { name: 'user' },
        spec: {
          terminationGracePeriodSeconds: 0,
          containers: [{ name: 'c', image: 'i' }],
          volumes: [
            { name: 'data', persistentVolumeClaim: { claimName: 'data' } },
            { name: 'own', ephemeral: { volumeClaimTemplate: { metadata: { labels: { a: 'b' } }, spec } } },
          ],
        },
      });
      const pod = await becomes<Pod>(
        cluster,
        core(ns, 'pods', 'user'),
        ({ status }) => status?.phase === 'Running',
      );
      const own = await read(cluster, claimsPath(ns, 'user-own'));
      assert.deepEqual(own?.metadata.labels, { a: 'b' });
      const { uid } = pod.metadata;
      assert.deepEqual(own?.metadata.ownerReferences, [
        { apiVersion: 'v1', kind: 'Pod', name: 'user', uid, controller: true, blockOwnerDeletion: true },
      ]);
      await cluster.json('DELETE', claimsPath(ns, 'data'));
      const held = await read<PersistentVolumeClaim>(cluster, claimsPath(ns, 'data'));
      assert.deepEqual(held?.metadata.finalizers, ['kubernetes.io/pvc-protection']);
      await cluster.json('DELETE', core(ns, 'pods', 'user'));
      await goes(cluster, claimsPath(ns, 'data'));
      await goes(cluster, claimsPath(ns, 'user-own'));
    },
  },
  {
    name: 'where people make the volumes, a pod goes to a node that can reach one',
    run: async (cluster) => {
      const ns = await newNamespace(cluster, 'pv-local');
      await post(cluster, '/apis/storage.k8s.io/v1/storageclasses', {
        metadata: { name: ns },
        provisioner: 'kubernetes.io/no-provisioner',
        volumeBindingMode: 'WaitForFirstConsumer',
      });
      const nodes = await items<KubeObject>(cluster, '/api/v1/nodes');
      const node = nodes.at(-1)?.metadata.name ?? '';
      await claim(cluster, ns, 'data');
      const containers = [{ name: 'c', image: 'i' }];
      const volumes = [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }];
      await post(cluster, core(ns, 'pods'), { metadata: { name: 'user' }, spec: { containers, volumes } });
      const refused = await becomes<Pod>(
        cluster,
        core(ns, 'pods', 'user'),
        ({ status }) => status?.conditions?.some(({ reason }) => reason === 'Unschedulable') === true,
      );
      const why = refused.status?.conditions?.find(({ type }) => type === 'PodScheduled')?.message;
      assert.match(why ?? '', /didn't find available persistent volumes to bind/);
      const onNode = { key: 'kubernetes.io/hostname', operator: 'In', values: [node] };
      await volume(cluster, `${ns}.one`, {
        nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: [onNode] }] } },
      });
      const pod = await becomes<Pod>(
        cluster,
        core(ns, 'pods', 'user'),
        ({ spec }) => spec.nodeName !== undefined,
      );
      assert.equal(pod.spec.nodeName, node);
      const bound = await becomes<PersistentVolumeClaim>(cluster, claimsPath(ns, 'data'), isBound);
      assert.equal(bound.spec.volumeName, `${ns}.one`);
    },
  },
];
