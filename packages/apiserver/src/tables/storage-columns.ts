import { NONE, UNSET } from './cell-text.ts';
import { AGE, columnsFor, integer, NAME, text, truth, wide, type KindColumn, type Shown } from './column.ts';

/** Older than the field for it, and still stronger. */
const CLASS_ANNOTATION = 'volume.beta.kubernetes.io/storage-class';
const DEFAULT_CLASS_ANNOTATIONS = [
  'storageclass.kubernetes.io/is-default-class',
  'storageclass.beta.kubernetes.io/is-default-class',
];

const SHORT_MODES = [
  ['ReadWriteOnce', 'RWO'],
  ['ReadOnlyMany', 'ROX'],
  ['ReadWriteMany', 'RWX'],
  ['ReadWriteOncePod', 'RWOP'],
] as const;

interface Volume extends Shown {
  readonly spec?: {
    readonly accessModes?: readonly string[];
    readonly capacity?: { readonly storage?: string };
    readonly claimRef?: { readonly namespace?: string; readonly name?: string };
    readonly persistentVolumeReclaimPolicy?: string;
    readonly storageClassName?: string;
    readonly volumeAttributesClassName?: string;
    readonly volumeMode?: string;
    readonly volumeName?: string;
  };
  readonly status?: {
    readonly accessModes?: readonly string[];
    readonly capacity?: { readonly storage?: string };
    readonly phase?: string;
    readonly reason?: string;
  };
}

const STATUS: KindColumn<Volume> = text('Status', 'How far it is', ({ metadata, status }) =>
  metadata.deletionTimestamp ? 'Terminating' : (status?.phase ?? ''),
);
const STORAGE_CLASS: KindColumn<Volume> = text(
  'StorageClass',
  'The class it is of',
  ({ metadata, spec }) => metadata.annotations?.[CLASS_ANNOTATION] ?? spec?.storageClassName ?? '',
);
const ATTRIBUTES_CLASS: KindColumn<Volume> = text(
  'VolumeAttributesClass',
  'The class of its attributes',
  ({ spec }) => spec?.volumeAttributesClassName ?? UNSET,
);
const VOLUME_MODE: KindColumn<Volume> = wide(
  text('VolumeMode', 'Whether it is files or a device', ({ spec }) => spec?.volumeMode ?? UNSET),
);

export const PERSISTENT_VOLUME_COLUMNS = columnsFor<Volume>([
  NAME,
  text('Capacity', 'How much it holds', ({ spec }) => spec?.capacity?.storage ?? '0'),
  text('Access Modes', 'How it may be mounted', ({ spec }) => modesText(spec?.accessModes)),
  text(
    'Reclaim Policy',
    'What becomes of it without its claim',
    ({ spec }) => spec?.persistentVolumeReclaimPolicy ?? '',
  ),
  STATUS,
  text('Claim', 'The claim that has it', ({ spec }) => {
    const claim = spec?.claimRef;
    return claim === undefined ? '' : `${claim.namespace ?? ''}/${claim.name ?? ''}`;
  }),
  STORAGE_CLASS,
  ATTRIBUTES_CLASS,
  text('Reason', 'Why its status is what it is', ({ status }) => status?.reason ?? ''),
  AGE,
  VOLUME_MODE,
]);

export const PERSISTENT_VOLUME_CLAIM_COLUMNS = columnsFor<Volume>([
  NAME,
  STATUS,
  text('Volume', 'The volume that it has', ({ spec }) => spec?.volumeName ?? ''),
  text('Capacity', 'How much it got', ({ spec, status }) =>
    spec?.volumeName ? (status?.capacity?.storage ?? '0') : '',
  ),
  text('Access Modes', 'How it may be mounted', ({ spec, status }) =>
    spec?.volumeName ? modesText(status?.accessModes) : '',
  ),
  STORAGE_CLASS,
  ATTRIBUTES_CLASS,
  AGE,
  VOLUME_MODE,
]);

function modesText(modes: readonly string[] = []): string {
  return SHORT_MODES.filter(([mode]) => modes.includes(mode))
    .map(([, short]) => short)
    .join(',');
}

interface StorageClass extends Shown {
  readonly provisioner?: string;
  readonly reclaimPolicy?: string;
  readonly volumeBindingMode?: string;
  readonly allowVolumeExpansion?: boolean;
}

export const STORAGE_CLASS_COLUMNS = columnsFor<StorageClass>([
  {
    ...NAME,
    value: ({ metadata: { name = '', annotations = {} } }) =>
      DEFAULT_CLASS_ANNOTATIONS.some((key) => annotations[key] === 'true') ? `${name} (default)` : name,
  },
  text('Provisioner', 'Who makes its volumes', ({ provisioner }) => provisioner ?? ''),
  text(
    'ReclaimPolicy',
    'What becomes of its volumes without their claims',
    (one) => one.reclaimPolicy ?? 'Delete',
  ),
  text('VolumeBindingMode', 'When claims get their volumes', (one) => one.volumeBindingMode ?? 'Immediate'),
  text(
    'AllowVolumeExpansion',
    'Whether its volumes may grow',
    ({ allowVolumeExpansion }) => allowVolumeExpansion ?? false,
  ),
  AGE,
]);

export const VOLUME_ATTRIBUTES_CLASS_COLUMNS = columnsFor<Shown & { readonly driverName?: string }>([
  NAME,
  text('DriverName', 'The driver it is for', ({ driverName }) => driverName ?? ''),
  AGE,
]);

interface VolumeAttachment extends Shown {
  readonly spec?: {
    readonly attacher?: string;
    readonly nodeName?: string;
    readonly source?: { readonly persistentVolumeName?: string };
  };
  readonly status?: { readonly attached?: boolean };
}

export const VOLUME_ATTACHMENT_COLUMNS = columnsFor<VolumeAttachment>([
  NAME,
  { ...text('Attacher', 'Who attaches it', ({ spec }) => spec?.attacher ?? ''), format: 'name' },
  text('PV', 'The volume', ({ spec }) => spec?.source?.persistentVolumeName ?? ''),
  text('Node', 'The node', ({ spec }) => spec?.nodeName ?? ''),
  truth('Attached', 'Whether it is attached', ({ status }) => status?.attached ?? false),
  AGE,
]);

export const CSI_NODE_COLUMNS = columnsFor<
  Shown & { readonly spec?: { readonly drivers?: readonly unknown[] } }
>([NAME, integer('Drivers', 'Drivers that are on the node', ({ spec }) => spec?.drivers?.length), AGE]);

interface CsiDriver extends Shown {
  readonly spec?: {
    readonly attachRequired?: boolean;
    readonly podInfoOnMount?: boolean;
    readonly storageCapacity?: boolean;
    readonly tokenRequests?: readonly { readonly audience?: string }[];
    readonly requiresRepublish?: boolean;
    readonly volumeLifecycleModes?: readonly string[];
  };
}

export const CSI_DRIVER_COLUMNS = columnsFor<CsiDriver>([
  NAME,
  truth('AttachRequired', 'Whether volumes are attached first', ({ spec }) => spec?.attachRequired ?? true),
  truth('PodInfoOnMount', 'Whether it is told of the pod', ({ spec }) => spec?.podInfoOnMount ?? false),
  truth('StorageCapacity', 'Whether it tells how much is left', ({ spec }) => spec?.storageCapacity ?? false),
  text('TokenRequests', 'Audiences of the tokens that it wants', ({ spec }) =>
    spec?.tokenRequests === undefined
      ? UNSET
      : spec.tokenRequests.map(({ audience = '' }) => audience).join(','),
  ),
  truth(
    'RequiresRepublish',
    'Whether volumes are published again and again',
    ({ spec }) => spec?.requiresRepublish ?? false,
  ),
  text('Modes', 'Lives that its volumes can lead', ({ spec }) =>
    (spec?.volumeLifecycleModes ?? []).length === 0 ? NONE : (spec?.volumeLifecycleModes ?? []).join(','),
  ),
  AGE,
]);
