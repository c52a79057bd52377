import { parseApiVersion, type KubeObject, type LabelSelector } from '@banyan/api';
import { fieldPath } from '@banyan/patch';
import type { ScaleMapping } from './scale-mapping.ts';
import { labelSelectorText } from './label-selector-text.ts';

interface Replicated extends KubeObject {
  spec: { replicas?: number; selector?: LabelSelector | Record<string, string> };
  status?: { replicas?: number };
}

const REPLICAS = fieldPath('spec', 'replicas');

/** Deployments, ReplicaSets, StatefulSets (`apps`), and ReplicationControllers, whose selector is a map. */
export function builtInScale(group: '' | 'apps'): ScaleMapping {
  return {
    read: (object) => {
      const { spec, status } = object as Replicated;
      const selector = group === '' ? { matchLabels: spec.selector ?? {} } : (spec.selector ?? {});
      return {
        replicas: spec.replicas ?? 0,
        currentReplicas: status?.replicas ?? 0,
        selector: labelSelectorText(selector as LabelSelector),
      };
    },
    setReplicas: (draft, replicas) => {
      (draft as Replicated).spec.replicas = replicas;
    },
    // What another group owned of it, in the days of `extensions`, is forgotten.
    replicasPath: (apiVersion) => (parseApiVersion(apiVersion).group === group ? REPLICAS : undefined),
  };
}
