import { clusterSource, source, withStatus, type ManifestSource } from './manifest-source.ts';
import type { Mutation } from './mutation.ts';
import { NAMES, SIZES } from './volume-sources.ts';

const CLASS: readonly Mutation[] = [
  ['provisioner', 'q.example', 'Q.example/x', 'a b', '', null],
  ['parameters', { a: 'b' }, { '': 'x', b: 'c' }, { a: 'x'.repeat(262_144) }, {}, null],
  ['reclaimPolicy', 'Delete', 'Retain', 'Recycle', '', null],
  ['volumeBindingMode', 'Immediate', 'WaitForFirstConsumer', 'Later', '', null],
  ['allowVolumeExpansion', true, false],
  ['mountOptions', ['ro']],
  [
    'allowedTopologies',
    [{}],
    [{}, {}],
    [{ matchLabelExpressions: [{ key: 'z', values: ['a', 'b', 'a'] }] }],
    [{ matchLabelExpressions: [{ key: 'bad key', values: [] }] }],
    [{ matchLabelExpressions: [{ key: 'beta.kubernetes.io/os', values: ['a'] }] }],
    [
      { matchLabelExpressions: ['a', 'b'].map((value) => ({ key: 'z', values: [value] })) },
      { matchLabelExpressions: [{ key: 'z', values: ['b'] }] },
    ],
  ],
];

const ATTACHMENT: readonly Mutation[] = [
  ['attacher', 'd.example', 'A_', 'x'.repeat(64), '', null],
  ['nodeName', 'n', 'N_', '', null],
  ['source', {}, { persistentVolumeName: '' }, { persistentVolumeName: 'V_' }, { persistentVolumeName: 'w' }],
];

const DRIVER: readonly Mutation[] = [
  ['attachRequired', true, false, null],
  ['fsGroupPolicy', 'File', 'None', 'Odd', '', null],
  ['volumeLifecycleModes', ['Ephemeral'], ['Persistent', 'Odd'], [], null],
  ['tokenRequests', [{ audience: 'a' }], [{ audience: '' }, { audience: '' }], []],
  [
    'tokenRequests.0',
    { audience: 'a', expirationSeconds: 1 },
    { audience: 'a', expirationSeconds: 4_294_967_297 },
  ],
  ['serviceAccountTokenInSecrets', true, false],
  ['nodeAllocatableUpdatePeriodSeconds', 10, 9],
  ['preventPodSchedulingIfMissing', true],
  ['seLinuxMount', true, null],
  ['podInfoOnMount', true],
  ['requiresRepublish', true],
  ['storageCapacity', true],
];

const NODE_DRIVER: readonly Mutation[] = [
  ['name', 'e.example', 'A_', '', 'x'.repeat(64)],
  ['nodeID', 'm', '', 'x'.repeat(257)],
  ['topologyKeys', ['a', 'a'], ['bad key', ''], null],
  ['allocatable', {}, { count: 1 }, { count: -1 }],
];

const CAPACITY: readonly Mutation[] = [
  ['storageClassName', ...NAMES],
  ['capacity', ...SIZES],
  ['maximumVolumeSize', ...SIZES],
  [
    'nodeTopology',
    {},
    { matchLabels: { 'beta.kubernetes.io/os': 'x' } },
    { matchLabels: { b: 'c', a: 'b!' } },
    { matchExpressions: [{ key: 'beta.kubernetes.io/os', operator: 'Exists' }] },
  ],
];

const ATTRIBUTES: readonly Mutation[] = [
  ['driverName', 'd.example', 'A B', '', null],
  ['parameters', { a: 'c' }, { '': 'x' }, {}, null],
];

const storage = 'storage.k8s.io';

const ATTACHMENT_STATUS: readonly Mutation[] = [
  ['attached', true, false, null],
  ['attachmentMetadata', { a: 'b' }, { a: 'x'.repeat(262_144) }],
  ['attachError', { message: 'm', errorCode: 3 }, { errorCode: -1 }],
  ['detachError', { message: 'x'.repeat(1025) }],
];

export const STORAGE_SOURCES: readonly ManifestSource[] = [
  clusterSource([storage, 'v1', 'StorageClass', 'storageclasses'], { provisioner: 'p.example' }, [
    ['', CLASS],
  ]),
  withStatus(
    clusterSource(
      [storage, 'v1', 'VolumeAttachment', 'volumeattachments'],
      { spec: { attacher: 'a.example', nodeName: 'n', source: { persistentVolumeName: 'v' } } },
      [['spec', ATTACHMENT]],
    ),
    { attached: true },
    ATTACHMENT_STATUS,
  ),
  clusterSource([storage, 'v1', 'CSIDriver', 'csidrivers'], { spec: {} }, [['spec', DRIVER]]),
  clusterSource(
    [storage, 'v1', 'CSINode', 'csinodes'],
    {
      spec: {
        drivers: [
          { name: 'd.example', nodeID: 'n', topologyKeys: ['t'] },
          { name: 'f.example', nodeID: 'n' },
        ],
      },
    },
    [
      ['spec.drivers.0', NODE_DRIVER],
      ['spec', [['drivers', [], null]]],
    ],
  ),
  source([storage, 'v1', 'CSIStorageCapacity', 'csistoragecapacities'], { storageClassName: 'c' }, [
    ['', CAPACITY],
  ]),
  clusterSource(
    [storage, 'v1', 'VolumeAttributesClass', 'volumeattributesclasses'],
    { driverName: 'e.example', parameters: { a: 'b' } },
    [['', ATTRIBUTES]],
  ),
];
