import { termWarnings } from '../pod/pod-warnings.ts';
import { CLASS_ANNOTATION } from './claim-spec.ts';
import { DEPRECATED_CLASS_ANNOTATION } from './protection.ts';
import type { PersistentVolume } from './volume-spec.ts';

const MOUNT_OPTIONS = 'volume.beta.kubernetes.io/mount-options';

/** Sources that are there no more, with the names that the warnings have for them. */
const DEPRECATED_SOURCES: Readonly<Record<string, string>> = {
  cephfs: 'spec.cephfs: deprecated in v1.28, non-functional in v1.31+',
  photonPersistentDisk: 'spec.photonPersistentDisk: deprecated in v1.11, non-functional in v1.16+',
  scaleIO: 'spec.scaleIO: deprecated in v1.16, non-functional in v1.22+',
  storageos: 'spec.storageOS: deprecated in v1.22, non-functional in v1.25+',
  glusterfs: 'spec.glusterfs: deprecated in v1.25, non-functional in v1.26+',
  rbd: 'spec.rbd: deprecated in v1.28, non-functional in v1.31+',
};

export function volumeWarnings({ metadata, spec }: Readonly<PersistentVolume>): string[] {
  const { annotations = {} } = metadata;
  const terms = spec.nodeAffinity?.required?.nodeSelectorTerms ?? [];
  const options = `metadata.annotations[${MOUNT_OPTIONS}]: deprecated since v1.31; use "mountOptions" attribute instead`;
  const recycle =
    'spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.';
  return [
    ...(annotations[CLASS_ANNOTATION] === undefined ? [] : [DEPRECATED_CLASS_ANNOTATION]),
    ...(annotations[MOUNT_OPTIONS] === undefined ? [] : [options]),
    ...(spec.persistentVolumeReclaimPolicy === 'Recycle' ? [recycle] : []),
    ...terms.flatMap((term, i) =>
      termWarnings(term, `spec.nodeAffinity.required.nodeSelectorTerms[${i}]`, false),
    ),
    ...Object.entries(DEPRECATED_SOURCES).flatMap(([source, text]) =>
      Object.hasOwn(spec, source) ? [text] : [],
    ),
  ];
}
