import { kubernetesResources, type GroupVersionKind } from '@banyan/api';
import type { GenerationRule, KindRules } from './kind-rules.ts';

/** Kinds without rules of their own that have a generation. What else has one says so in its rules. */
const GENERATIONS: Readonly<Record<string, GenerationRule>> = {
  'admissionregistration.k8s.io/MutatingAdmissionPolicy': 'spec',
  'admissionregistration.k8s.io/MutatingAdmissionPolicyBinding': 'spec',
  'admissionregistration.k8s.io/MutatingWebhookConfiguration': 'spec, or all but metadata',
  'admissionregistration.k8s.io/ValidatingAdmissionPolicy': 'spec',
  'admissionregistration.k8s.io/ValidatingAdmissionPolicyBinding': 'spec',
  'admissionregistration.k8s.io/ValidatingWebhookConfiguration': 'spec, or all but metadata',
  'flowcontrol.apiserver.k8s.io/FlowSchema': 'spec',
  'flowcontrol.apiserver.k8s.io/PriorityLevelConfiguration': 'spec',
  'discovery.k8s.io/EndpointSlice': 'spec, or all but metadata',
  'networking.k8s.io/Ingress': 'spec',
  'networking.k8s.io/IngressClass': 'spec',
  'networking.k8s.io/NetworkPolicy': 'spec',
  'policy/PodDisruptionBudget': 'spec',
  'resource.k8s.io/DeviceClass': 'spec',
  'resource.k8s.io/DeviceTaintRule': 'spec',
  'resource.k8s.io/ResourceSlice': 'spec',
  'scheduling.k8s.io/PriorityClass': 'never',
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
