import type { KubeObject, StatusCause } from '@banyan/api';
import { required } from '../fields/field-error.ts';
import { longName } from '../fields/name-format.ts';
import { validateObjectMetaUpdate } from '../fields/object-meta-validation.ts';
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
import { validateNonNegative } from './replica-validation.ts';
import { countedStatus } from './workload-status-validation.ts';

interface ReplicationControllerSpec {
  minReadySeconds?: number;
  replicas?: number;
  selector?: Record<string, string>;
  template?: PodTemplateSpec;
}

export const replicationControllerRules: KindRules = {
  kind: { group: '', version: 'v1', kind: 'ReplicationController' },
  namespaced: true,
  name: longName,
  generation: 'spec',
  hasStatus: true,
  defaults: (draft) => applyDefaults(draft),
  validate: (object) => validateSpec(specOf(object), 'spec'),
  validateUpdate: (object, old) => [
    ...validateObjectMetaUpdate(object.metadata, old.metadata),
    ...validateSpec(specOf(object), 'spec'),
  ],
  warnings: (object, old) => {
    // Of an update it is the old template that the server looks at.
    const { template } = specOf(old ?? object);
    const isSame = old !== undefined && old.metadata.generation === object.metadata.generation;
    return [
      ...(old === undefined ? nameWarnings(object.metadata.name ?? '') : []),
      ...(isSame || template === undefined ? [] : podWarnings(template, 'spec.template')),
    ];
  },
  selectableFields: (object) => ({
    'status.replicas': String((object['status'] as { replicas?: number } | undefined)?.replicas ?? 0),
  }),
  status: countedStatus({
    counts: ['replicas', 'fullyLabeledReplicas', 'readyReplicas', 'availableReplicas', 'observedGeneration'],
    parts: ['fullyLabeledReplicas', 'readyReplicas', 'availableReplicas'],
    ready: 'readyReplicas',
    collisions: false,
  }),
};

function specOf(object: Readonly<KubeObject>): ReplicationControllerSpec {
  return object['spec'] as ReplicationControllerSpec;
}

/** The template's labels stand in for a selector, and for labels of its own. */
function applyDefaults(draft: KubeObject): void {
  const spec = specOf(draft);
  const labels = spec.template?.metadata.labels;
  if (labels) {
    spec.selector ??= { ...labels };
    draft.metadata.labels ??= { ...labels };
  }
  spec.replicas ??= 1;
  if (spec.template) applyPodSpecDefaults(spec.template.spec);
}

function validateSpec(spec: ReplicationControllerSpec, path: string): StatusCause[] {
  const { selector, template } = spec;
  return [
    ...validateNonNegative(spec.minReadySeconds, `${path}.minReadySeconds`),
    ...(selector ? [] : [required(`${path}.selector`)]),
    ...validateNonNegative(spec.replicas, `${path}.replicas`),
    ...(template ? validateTemplate(template, selector, `${path}.template`) : [required(`${path}.template`)]),
  ];
}

function validateTemplate(
  template: PodTemplateSpec,
  selector: Record<string, string> | undefined,
  path: string,
): StatusCause[] {
  return [
    ...(selector ? validateSelected({ matchLabels: selector }, template, path) : []),
    ...validatePodTemplate(template, path),
    ...validateRunsForever(template, 'ReplicationController', path),
  ];
}
