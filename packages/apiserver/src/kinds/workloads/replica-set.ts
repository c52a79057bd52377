import type { KubeObject, LabelSelector, StatusCause } from '@banyan/api';
import { invalidValue } from '../fields/field-error.ts';
import { printableSelector } from '../fields/label-validation.ts';
import { subdomainName } from '../fields/name-format.ts';
import { validateImmutable, validateObjectMetaUpdate } from '../fields/object-meta-validation.ts';
import type { KindRules } from '../kind-rules.ts';
import { applyPodSpecDefaults } from '../pod/pod-defaults.ts';
import type { PodTemplateSpec } from '../pod/pod-spec.ts';
import {
  validatePodTemplate,
  validateRunsForever,
  validateSelected,
} from '../pod/pod-template-validation.ts';
import { podWarnings } from '../pod/pod-warnings.ts';
import { nameWarnings } from './name-warning.ts';
import { isEmptySelector, isReadable, validateNonNegative, validateSelector } from './replica-validation.ts';
import { countedStatus } from './workload-status-validation.ts';

interface ReplicaSetSpec {
  minReadySeconds?: number;
  replicas?: number;
  selector: LabelSelector | null;
  template: PodTemplateSpec;
}

export const replicaSetRules: KindRules = {
  kind: { group: 'apps', version: 'v1', kind: 'ReplicaSet' },
  namespaced: true,
  name: subdomainName,
  generation: 'spec',
  hasStatus: true,
  defaults: (draft) => {
    specOf(draft).replicas ??= 1;
    applyPodSpecDefaults(specOf(draft).template.spec);
  },
  validate: (object) => validateSpec(specOf(object), 'spec'),
  validateUpdate: (object, old) => [
    ...validateObjectMetaUpdate(object.metadata, old.metadata),
    ...validateSpec(specOf(object), 'spec'),
    ...validateImmutable(specOf(object).selector, specOf(old).selector, 'spec.selector', (selector) =>
      printableSelector(selector ?? undefined),
    ),
  ],
  warnings: (object, old) => [
    ...(old === undefined ? nameWarnings(object.metadata.name ?? '') : []),
    ...(old !== undefined && old.metadata.generation === object.metadata.generation
      ? []
      : podWarnings(specOf(object).template, 'spec.template')),
  ],
  selectableFields: (object) => ({
    'status.replicas': String((object['status'] as { replicas?: number } | undefined)?.replicas ?? 0),
  }),
  status: countedStatus({
    counts: [
      'replicas',
      'fullyLabeledReplicas',
      'readyReplicas',
      'availableReplicas',
      'observedGeneration',
      'terminatingReplicas',
    ],
    parts: ['fullyLabeledReplicas', 'readyReplicas', 'availableReplicas'],
    ready: 'readyReplicas',
    collisions: false,
  }),
};

function specOf(object: Readonly<KubeObject>): ReplicaSetSpec {
  return object['spec'] as ReplicaSetSpec;
}

function validateSpec(spec: ReplicaSetSpec, path: string): StatusCause[] {
  return [
    ...validateNonNegative(spec.replicas, `${path}.replicas`),
    ...validateNonNegative(spec.minReadySeconds, `${path}.minReadySeconds`),
    // The message speaks of a deployment here too.
    ...validateSelector(spec.selector, 'deployment', `${path}.selector`),
    ...validateReplicaTemplate(spec, path),
  ];
}

/** The template of what keeps a number of Pods: Deployments and ReplicaSets. */
export function validateReplicaTemplate(
  { selector, template }: Pick<ReplicaSetSpec, 'selector' | 'template'>,
  path: string,
): StatusCause[] {
  if (!isReadable(selector))
    return [
      invalidValue(`${path}.selector`, printableSelector(selector ?? undefined), 'invalid label selector'),
    ];
  const field = `${path}.template`;
  return [
    ...(isEmptySelector(selector) ? [] : validateSelected(selector ?? undefined, template, field)),
    ...validatePodTemplate(template, field),
    ...validateRunsForever(template, 'ReplicaSet', field),
  ];
}
