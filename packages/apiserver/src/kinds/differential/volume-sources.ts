import { clusterSource, source, withStatus, type ManifestSource } from './manifest-source.ts';
import type { Mutation } from './mutation.ts';

/** Of storage. */
export const SIZES = ['1Gi', '2Gi', '1024Mi', '0', '-1Gi', '1500m', '0.5', '1.5e3', '100n', '1e30'];
/** Of classes. */
export const NAMES = ['fast', 'A B', '', null];
const ACCESS_MODES = [
  ['ReadWriteOnce'],
  ['ReadOnlyMany', 'ReadWriteMany'],
  ['ReadWriteOncePod'],
  ['ReadWriteOncePod', 'ReadOnlyMany'],
  ['Never', 'ReadWriteOncePod'],
  [],
  null,
];
const SOURCES = [
  { kind: 'PersistentVolumeClaim', name: 'c' },
  { apiGroup: 'snapshot.storage.k8s.io', kind: 'VolumeSnapshot', name: 's' },
  { apiGroup: 'x.example', kind: 'Thing', name: 't' },
  { apiGroup: 'A_', kind: 'Thing', name: '' },
  { apiGroup: '', kind: '', name: '' },
  { kind: 'VolumeSnapshot', name: 's' },
];
const OLD_CLASS = 'volume.beta.kubernetes.io/storage-class';
const OLD_OPTIONS = 'volume.beta.kubernetes.io/mount-options';

const CLAIM: readonly Mutation[] = [
  ['accessModes', ...ACCESS_MODES],
  ['resources.requests.storage', ...SIZES],
  ['resources.limits', { storage: '1.5' }, { storage: '0' }, { cpu: '1' }],
  ['resources', null],
  ['storageClassName', ...NAMES],
  ['volumeMode', 'Block', 'Filesystem', 'Tape', '', null],
  ['volumeName', 'v', 'V_', ''],
  ['selector', {}, { matchLabels: { a: 'b!' } }, { matchExpressions: [{ key: 'a', operator: 'Exists' }] }],
  ['dataSource', ...SOURCES],
  ['dataSourceRef', ...SOURCES, { ...SOURCES[0], namespace: 'other' }, { ...SOURCES[2], namespace: 'N_' }],
  ['volumeAttributesClassName', ...NAMES],
];

const TERMS = [
  { matchExpressions: [{ key: 'h', operator: 'In', values: ['n'] }] },
  { matchExpressions: [{ key: 'beta.kubernetes.io/os', operator: 'In', values: ['linux'] }] },
  { matchExpressions: [{ key: 'bad key', operator: 'Gt', values: ['x', 'y'] }] },
  { matchFields: [{ key: 'metadata.name', operator: 'In', values: ['n'] }] },
  { matchFields: [{ key: 'spec.x', operator: 'Exists', values: ['n'] }] },
  {},
];

const SECRET = { name: 's', namespace: 'n' };

const VOLUME: readonly Mutation[] = [
  ['accessModes', ...ACCESS_MODES],
  [
    'capacity',
    ...SIZES.map((storage) => ({ storage })),
    { cpu: '1' },
    { cpu: '1', storage: '1Gi' },
    {},
    null,
  ],
  ['persistentVolumeReclaimPolicy', 'Delete', 'Recycle', 'Retain', 'Burn', '', null],
  ['storageClassName', ...NAMES],
  ['volumeMode', 'Block', 'Filesystem', 'Tape', '', null],
  ['mountOptions', ['ro'], ['a b']],
  ['volumeAttributesClassName', ...NAMES],
  ['claimRef', { namespace: 'x', name: 'y' }, {}],
  [
    'nodeAffinity',
    {},
    { required: {} },
    ...TERMS.map((term) => ({ required: { nodeSelectorTerms: [term] } })),
  ],
];

const VOLUME_SOURCE: readonly Mutation[] = [
  [
    'hostPath',
    null,
    { path: '/' },
    { path: '/a/../b' },
    { path: '', type: 'Odd' },
    { path: '//', type: 'File' },
  ],
  ['nfs', { server: 's', path: '/p' }, { server: '', path: 'p' }],
  ['local', { path: '/v' }, { path: '' }, { path: '/a/../b', fsType: 'ext4' }],
  [
    'csi',
    { driver: 'd.example', volumeHandle: 'h' },
    { driver: 'D.example', volumeHandle: '', nodePublishSecretRef: {} },
    {
      driver: 'x'.repeat(64),
      volumeHandle: 'h',
      controllerExpandSecretRef: { name: 'A_', namespace: 'a.b' },
    },
    { driver: '', volumeHandle: 'h', nodeStageSecretRef: {}, controllerPublishSecretRef: SECRET },
  ],
  ['gcePersistentDisk', { pdName: 'p' }, { pdName: '' }],
  ['awsElasticBlockStore', { volumeID: 'v' }, { volumeID: '' }],
  ['glusterfs', { endpoints: 'e', path: 'p' }, { endpoints: '', path: '' }],
  ['flocker', { datasetName: 'd' }],
  ['rbd', { monitors: ['m'], image: 'i' }, { monitors: [], image: '' }],
  ['cephfs', { monitors: ['m'] }, { monitors: [] }],
  [
    'iscsi',
    { targetPortal: 't', iqn: 'iqn.2001-04.com.example:x', lun: 0 },
    { targetPortal: '', iqn: '', lun: 0 },
  ],
  ['cinder', { volumeID: 'v' }, { volumeID: '' }],
  ['fc', { wwids: ['w'] }],
  ['flexVolume', { driver: 'd' }, { driver: '' }],
  ['azureFile', { secretName: 's', shareName: 's' }, { secretName: '', shareName: '' }],
  ['azureDisk', { diskName: 'd', diskURI: 'https://x' }],
  ['vsphereVolume', { volumePath: 'p' }, { volumePath: '' }],
  ['photonPersistentDisk', { pdID: 'p' }, { pdID: '' }],
  ['portworxVolume', { volumeID: 'v' }, { volumeID: '' }],
  ['scaleIO', { gateway: 'g', system: 's', secretRef: SECRET, volumeName: 'v' }],
  ['storageos', { volumeName: 'v' }, {}],
];

const OLD_ANNOTATIONS: readonly Mutation[] = [
  ['annotations', { [OLD_CLASS]: 'fast' }, { [OLD_OPTIONS]: 'ro' }, { [OLD_CLASS]: '' }],
];

const CLAIM_STATUS: readonly Mutation[] = [
  ['phase', 'Lost', 'Odd', '', null],
  ['capacity', { storage: '2Gi' }, { storage: '-1' }, { storage: '-1500m', x: '100n' }, null],
  ['accessModes', ['Odd'], null],
  ['allocatedResources', { storage: '1Gi' }, { cpu: '1' }, { 'a b': '1' }, { 'x.example/y': '-1' }],
  [
    'allocatedResourceStatuses',
    { storage: 'NodeResizePending' },
    { storage: 'Odd' },
    { cpu: 'NodeResizeInProgress' },
    { 'bad key': 'Odd' },
  ],
  ['conditions', [{ type: 'Resizing', status: 'True' }]],
  ['currentVolumeAttributesClassName', 'a', ''],
];

const VOLUME_STATUS: readonly Mutation[] = [
  ['phase', 'Bound', 'Pending', 'Odd', '', null],
  ['lastPhaseTransitionTime', '2026-01-01T00:00:00Z', null],
  ['message', 'm'],
];

const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
const volume = { accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' } };

export const VOLUME_SOURCES: readonly ManifestSource[] = [
  source(['', 'v1', 'PersistentVolumeClaim', 'persistentvolumeclaims'], { spec: claim }, [
    ['spec', CLAIM],
    ['spec', CLAIM],
    ['metadata', OLD_ANNOTATIONS],
  ]),
  withStatus(
    source(
      ['', 'v1', 'PersistentVolumeClaim', 'persistentvolumeclaims'],
      { metadata: { name: 'bound' }, spec: { ...claim, storageClassName: 'none', volumeName: 'v' } },
      [['spec', CLAIM]],
    ),
    { phase: 'Bound', capacity: { storage: '512Mi' }, currentVolumeAttributesClassName: 'a' },
    CLAIM_STATUS,
  ),
  withStatus(
    clusterSource(
      ['', 'v1', 'PersistentVolume', 'persistentvolumes'],
      { spec: { ...volume, hostPath: { path: '/v' } } },
      [
        ['spec', VOLUME],
        ['spec', VOLUME_SOURCE],
        ['metadata', OLD_ANNOTATIONS],
      ],
    ),
    { phase: 'Available' },
    VOLUME_STATUS,
  ),
];
