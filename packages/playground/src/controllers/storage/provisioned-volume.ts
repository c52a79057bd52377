import type { Node, PersistentVolume, PersistentVolumeClaim, StorageClass } from '@banyan/api/objects';
import { PROVISIONED_BY, PROVISIONER } from './storage-names.ts';

/** What stands for the storage behind a volume: there is none. */
const DRIVER = 'volumes.playground.banyan.dev';
const ZONE = 'topology.kubernetes.io/zone';

export function provisionedName({ metadata }: Readonly<PersistentVolumeClaim>): string {
  return `pvc-${metadata.uid}`;
}

/** The volume that a claim gets. Of one that waited for its consumer, `node` is where that is to run. */
export function provisionedVolume(
  claim: Readonly<PersistentVolumeClaim>,
  storageClass: Readonly<StorageClass>,
  node: Readonly<Node> | undefined,
): Omit<PersistentVolume, 'apiVersion' | 'kind'> {
  const { namespace = '', name = '', uid = '', resourceVersion = '' } = claim.metadata;
  const { accessModes = ['ReadWriteOnce'], volumeMode = 'Filesystem', resources } = claim.spec;
  const { reclaimPolicy = 'Delete', mountOptions } = storageClass;
  const zone = node?.metadata.labels?.[ZONE];
  const volumeName = provisionedName(claim);
  return {
    metadata: { name: volumeName, annotations: { [PROVISIONED_BY]: PROVISIONER } },
    spec: {
      accessModes,
      capacity: { storage: resources?.requests?.['storage'] ?? '1Gi' },
      claimRef: { kind: 'PersistentVolumeClaim', namespace, name, uid, apiVersion: 'v1', resourceVersion },
      csi: { driver: DRIVER, volumeHandle: volumeName },
      persistentVolumeReclaimPolicy: reclaimPolicy,
      storageClassName: storageClass.metadata.name ?? '',
      volumeMode,
      ...(mountOptions !== undefined && { mountOptions }),
      ...(zone !== undefined && { nodeAffinity: inZone(zone) }),
    },
  };
}

function inZone(zone: string): NonNullable<PersistentVolume['spec']['nodeAffinity']> {
  return {
    required: {
      nodeSelectorTerms: [{ matchExpressions: [{ key: ZONE, operator: 'In', values: [zone] }] }],
    },
  };
}
