import type { KubeObject } from '../kube-object.ts';
import type { LabelSelector } from '../label-selector.ts';
import type { Condition, NodeSelectorTerm } from './pod.ts';

export interface PersistentVolumeClaim extends KubeObject {
  spec: {
    accessModes?: string[];
    resources?: { requests?: Record<string, string>; limits?: Record<string, string> };
    selector?: LabelSelector;
    storageClassName?: string;
    volumeMode?: string;
    volumeName?: string;
    [field: string]: unknown;
  };
  status?: {
    phase?: 'Pending' | 'Bound' | 'Lost';
    accessModes?: string[];
    capacity?: Record<string, string>;
    conditions?: Condition[];
    [field: string]: unknown;
  };
}

export interface PersistentVolume extends KubeObject {
  spec: {
    accessModes?: string[];
    capacity?: Record<string, string>;
    claimRef?: ClaimReference;
    persistentVolumeReclaimPolicy?: 'Retain' | 'Delete' | 'Recycle';
    storageClassName?: string;
    volumeMode?: string;
    nodeAffinity?: { required?: { nodeSelectorTerms: NodeSelectorTerm[] } };
    [field: string]: unknown;
  };
  status?: {
    phase?: 'Pending' | 'Available' | 'Bound' | 'Released' | 'Failed';
    message?: string;
    reason?: string;
    lastPhaseTransitionTime?: string;
  };
}

export interface ClaimReference {
  apiVersion?: string;
  kind?: string;
  namespace?: string;
  name?: string;
  uid?: string;
  resourceVersion?: string;
}

export interface StorageClass extends KubeObject {
  provisioner: string;
  reclaimPolicy?: 'Retain' | 'Delete';
  volumeBindingMode?: 'Immediate' | 'WaitForFirstConsumer';
  parameters?: Record<string, string>;
  allowVolumeExpansion?: boolean;
  allowedTopologies?: { matchLabelExpressions?: { key: string; values: string[] }[] }[];
  mountOptions?: string[];
}
