import type { KindRow } from './kinds-row.ts';

const meta = { name: 'one' };
const namespaced = (plural: string) => `/api/v1/namespaces/{namespace}/${plural}`;
const base64 = (text: string) => Buffer.from(text).toString('base64');

export const configMapRow: KindRow = {
  kind: 'ConfigMap',
  collection: namespaced('configmaps'),
  minimal: { apiVersion: 'v1', kind: 'ConfigMap', metadata: meta, data: { a: 'b' } },
  accepted: { 'with bytes': { binaryData: { 'b.bin': base64('\0\x01') } }, 'that is empty': { data: null } },
  refused: {
    'a key that is no key': { data: { 'a b': 'c' } },
    'one key in both': { binaryData: { a: base64('x') } },
    'bytes that are not base64': { binaryData: { b: '!' } },
    'a value that is no text': { data: { a: 1 } },
    'over one mebibyte': { data: { a: 'x'.repeat(1024 * 1024 + 1) } },
  },
  updates: {
    'a key added': { data: { c: 'd' } },
    'a key removed': { data: { a: null } },
    'made immutable': { immutable: true },
    'then its data cannot change': { data: { c: 'e' } },
    'nor become mutable': { immutable: null },
    'but its labels may': { metadata: { labels: { a: 'b' } } },
  },
};

const dockerConfig = base64('{"auths":{"r.example":{"auth":"YTpi"}}}');

export const secretRow: KindRow = {
  kind: 'Secret',
  collection: namespaced('secrets'),
  minimal: { apiVersion: 'v1', kind: 'Secret', metadata: meta, data: { a: base64('b') } },
  accepted: {
    'from stringData, which wins': { stringData: { a: 'plain', b: 'more' } },
    'of type basic-auth': { type: 'kubernetes.io/basic-auth', data: { username: base64('u') } },
    'of type ssh-auth': { type: 'kubernetes.io/ssh-auth', data: { 'ssh-privatekey': base64('k') } },
    'of type tls': { type: 'kubernetes.io/tls', data: { 'tls.crt': '', 'tls.key': '' } },
    'of type dockerconfigjson': {
      type: 'kubernetes.io/dockerconfigjson',
      data: { '.dockerconfigjson': dockerConfig },
    },
    'of a type nobody knows': { type: 'example.com/any' },
  },
  refused: {
    'data that is not base64': { data: { a: 'not base64!' } },
    'basic-auth with neither name nor password': { type: 'kubernetes.io/basic-auth' },
    'ssh-auth without a key': { type: 'kubernetes.io/ssh-auth' },
    'tls without a certificate': { type: 'kubernetes.io/tls' },
    'dockerconfigjson that is no JSON': {
      type: 'kubernetes.io/dockerconfigjson',
      data: { '.dockerconfigjson': base64('{') },
    },
    'dockercfg without its key': { type: 'kubernetes.io/dockercfg' },
    'a token without a service account': { type: 'kubernetes.io/service-account-token' },
    'a key that is no key': { data: { 'a/b': '' } },
    'over one mebibyte': { data: { a: base64('x'.repeat(1024 * 1024 + 1)) } },
  },
  updates: {
    'stringData in a patch': { stringData: { z: 'y' } },
    'the type cannot change': { type: 'kubernetes.io/tls' },
    'made immutable': { immutable: true },
    'then its data cannot change': { data: { a: base64('other') } },
    'nor become mutable': { immutable: false },
  },
};

const claimSpec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };

export const claimRow: KindRow = {
  kind: 'PersistentVolumeClaim',
  collection: namespaced('persistentvolumeclaims'),
  minimal: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: meta, spec: claimSpec },
  accepted: {
    'of a class, cloned from a snapshot': {
      spec: {
        storageClassName: 'fast',
        dataSource: { apiGroup: 'snapshot.storage.k8s.io', kind: 'VolumeSnapshot', name: 's' },
      },
    },
    'with a source of data that is none, which is forgotten': {
      spec: { dataSource: { kind: '', name: '' } },
    },
    'of a block device': { spec: { storageClassName: '', volumeMode: 'Block', volumeName: 'v' } },
  },
  refused: {
    'no access mode': { spec: { accessModes: [] } },
    'an unknown access mode': { spec: { accessModes: ['ReadSometimes'] } },
    'one pod only together with another mode': {
      spec: { accessModes: ['ReadWriteOncePod', 'ReadWriteOnce'] },
    },
    'no size': { spec: { resources: null } },
    'a size of nothing': { spec: { resources: { requests: { storage: '0' } } } },
    'a negative size': { spec: { resources: { requests: { storage: '-1Gi' } } } },
    'an unknown volume mode': { spec: { volumeMode: 'Tape' } },
    'a class that is no name': { spec: { storageClassName: 'A B' } },
  },
  updates: {
    'the volume may be named once': { spec: { volumeName: 'v' } },
    'the size cannot change before it is bound': { spec: { resources: { requests: { storage: '2Gi' } } } },
    'access modes cannot change': { spec: { accessModes: ['ReadOnlyMany'] } },
    'the class cannot be taken away': { spec: { storageClassName: 'other' } },
  },
};

const volumeSpec = {
  capacity: { storage: '1Gi' },
  accessModes: ['ReadWriteOnce'],
  hostPath: { path: '/v' },
};

export const volumeRow: KindRow = {
  kind: 'PersistentVolume',
  collection: '/api/v1/persistentvolumes',
  minimal: { apiVersion: 'v1', kind: 'PersistentVolume', metadata: meta, spec: volumeSpec },
  accepted: {
    'that is local': {
      spec: {
        hostPath: null,
        local: { path: '/v' },
        storageClassName: 'local',
        nodeAffinity: {
          required: {
            nodeSelectorTerms: [{ matchExpressions: [{ key: 'h', operator: 'In', values: ['n'] }] }],
          },
        },
      },
    },
    'from a driver, for one claim': {
      spec: {
        hostPath: null,
        csi: { driver: 'd.example', volumeHandle: 'h' },
        claimRef: { namespace: 'x', name: 'y' },
        persistentVolumeReclaimPolicy: 'Delete',
      },
    },
  },
  refused: {
    'no source': { spec: { hostPath: null } },
    'two sources': { spec: { nfs: { server: 's', path: '/p' } } },
    'no capacity': { spec: { capacity: null } },
    'two kinds of capacity': { spec: { capacity: { cpu: '1' } } },
    'no access mode': { spec: { accessModes: null } },
    'an unknown reclaim policy': { spec: { persistentVolumeReclaimPolicy: 'Burn' } },
    'a local volume without a node': { spec: { hostPath: null, local: { path: '/v' } } },
    'a hostPath at the root that is recycled': {
      spec: { hostPath: { path: '/' }, persistentVolumeReclaimPolicy: 'Recycle' },
    },
  },
  updates: {
    'the capacity may change': { spec: { capacity: { storage: '2Gi' } } },
    'the reclaim policy may change': { spec: { persistentVolumeReclaimPolicy: 'Delete' } },
    'the source cannot': { spec: { hostPath: { path: '/other' } } },
    'the volume mode cannot': { spec: { volumeMode: 'Block' } },
  },
};

export const storageClassRow: KindRow = {
  kind: 'StorageClass',
  collection: '/apis/storage.k8s.io/v1/storageclasses',
  minimal: {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: meta,
    provisioner: 'p.example',
  },
  accepted: {
    'that waits, with parameters': {
      volumeBindingMode: 'WaitForFirstConsumer',
      parameters: { type: 'ssd' },
      allowVolumeExpansion: true,
      mountOptions: ['ro'],
      allowedTopologies: [{ matchLabelExpressions: [{ key: 'zone', values: ['a'] }] }],
    },
  },
  refused: {
    'no provisioner': { provisioner: null },
    'a provisioner that is no name': { provisioner: 'A B' },
    'an unknown binding mode': { volumeBindingMode: 'Later' },
    'an unknown reclaim policy': { reclaimPolicy: 'Burn' },
    'an empty parameter name': { parameters: { '': 'x' } },
    'topologies with a term twice': {
      allowedTopologies: [{ matchLabelExpressions: [{ key: 'zone', values: [] }] }],
    },
  },
  updates: {
    'expansion may be allowed': { allowVolumeExpansion: true },
    'the provisioner cannot change': { provisioner: 'q.example' },
    'parameters cannot change': { parameters: { a: 'b' } },
    'the reclaim policy cannot change': { reclaimPolicy: 'Retain' },
    'the binding mode cannot change': { volumeBindingMode: 'WaitForFirstConsumer' },
  },
};
