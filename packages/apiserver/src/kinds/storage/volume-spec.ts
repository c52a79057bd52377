import type { KubeObject } from '@banyan/api';
import type { NodeSelectorTerm, Volume } from '../pod/pod-spec.ts';

export interface PersistentVolume extends KubeObject {
  spec: VolumeSpec;
  status: { phase?: string; lastPhaseTransitionTime?: string };
}

/** One of the sources is a field of its own: those that are looked into. */
export interface VolumeSpec extends Pick<
  Volume,
  'azureDisk' | 'hostPath' | 'iscsi' | 'nfs' | 'rbd' | 'scaleIO'
> {
  accessModes?: string[];
  capacity?: Record<string, string>;
  csi?: CsiVolume;
  local?: { path: string };
  nodeAffinity?: { required?: { nodeSelectorTerms?: NodeSelectorTerm[] | null } };
  persistentVolumeReclaimPolicy?: string;
  storageClassName?: string;
  volumeAttributesClassName?: string;
  volumeMode?: string;
}

interface CsiVolume {
  driver: string;
  volumeHandle: string;
  controllerPublishSecretRef?: SecretReference;
  controllerExpandSecretRef?: SecretReference;
  nodePublishSecretRef?: SecretReference;
  nodeExpandSecretRef?: SecretReference;
}

interface SecretReference {
  name?: string;
  namespace?: string;
}
