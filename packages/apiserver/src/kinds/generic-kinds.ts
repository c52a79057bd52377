import { kubernetesResources, type GroupVersionKind } from '@banyan/api';
import type { GenerationRule, KindRules } from './kind-rules.ts';

/** Kinds without rules of their own that have a generation. What else has one says so in its rules. */
const GENERATIONS: Readonly<Record<string, GenerationRule>> = {
  'flowcontrol.apiserver.k8s.io/FlowSchema': 'spec',
  'flowcontrol.apiserver.k8s.io/PriorityLevelConfiguration': 'spec',
  'resource.k8s.io/DeviceClass': 'spec',
  'resource.k8s.io/DeviceTaintRule': 'spec',
  'resource.k8s.io/ResourceSlice': 'spec',
};

/** What is known of any built-in kind from discovery alone: where it lives and whether it has a status of its own. */
export function genericRules(kind: GroupVersionKind): KindRules {
  const resource = kubernetesResources().find(
    (each) => each.kind === kind.kind && each.group === kind.group && each.version === kind.version,
  );
  const generation = GENERATIONS[`${kind.group}/${kind.kind}`];
  return {
    kind,
    namespaced: resource?.namespaced ?? false,
    hasStatus: resource?.subresources?.some(({ subresource }) => subresource === 'status') ?? false,
    ...(generation !== undefined && { generation }),
  };
}
