import { isDeepStrictEqual } from 'node:util';
import { matchesLabelSelector, type KubeObject, type StatusCause } from '@banyan/api';
import { invalidValue, required } from '../fields/field-error.ts';
import { sortedMap } from '../fields/go-text.ts';
import { printableSelector, validateLabelSelector } from '../fields/label-validation.ts';
import { dnsLabel, subdomainName } from '../fields/name-format.ts';
import {
  validateImmutable,
  validateObjectMeta,
  validateObjectMetaUpdate,
} from '../fields/object-meta-validation.ts';
import type { KindRules } from '../kind-rules.ts';
import { validateSelected } from '../pod/pod-template-validation.ts';
import { applyJobDefaults, type JobSpec } from './job-spec.ts';
import { internalPodFailurePolicy, internalSuccessPolicy } from './job-policy-validation.ts';
import { validateJobStatus } from './job-status-validation.ts';
import { validateJobTemplateUpdate } from './job-template-update.ts';
import { validateJobSpec } from './job-validation.ts';
import { jobWarnings } from './job-warnings.ts';
import { nameWarnings } from './name-warning.ts';
import { isReadable } from './replica-validation.ts';

/** Pods of a Job carry its name and its uid, under the names of today and of before. */
const NAME_LABELS = ['job-name', 'batch.kubernetes.io/job-name'];
const UID_LABELS = ['controller-uid', 'batch.kubernetes.io/controller-uid'];
const SELECTED_LABEL = 'batch.kubernetes.io/controller-uid';

export const jobRules: KindRules = {
  kind: { group: 'batch', version: 'v1', kind: 'Job' },
  namespaced: true,
  name: subdomainName,
  generation: 'spec',
  hasStatus: true,
  defaults: (draft) => {
    // One map for both, so that what the server adds to the one it adds to the other too.
    const { labels } = specOf(draft).template.metadata;
    if (labels) draft.metadata.labels ??= labels;
    applyJobDefaults(specOf(draft));
  },
  prepareForCreate: (draft) => {
    const { metadata } = specOf(draft).template;
    const isShared = draft.metadata.labels !== undefined && draft.metadata.labels === metadata.labels;
    generateSelector(draft);
    if (isShared) draft.metadata.labels = { ...metadata.labels };
  },
  allocate: (draft, old) => {
    // Defaults are filled in again when it is read back, and by then there are labels to take.
    if (old === undefined) draft.metadata.labels ??= { ...specOf(draft).template.metadata.labels };
  },
  validate: (object) => validateJob(object),
  validateUpdate: (object, old) => [
    ...validateObjectMeta(object.metadata, { namespaced: true, name: subdomainName }),
    ...validateJob(object),
    ...validateObjectMetaUpdate(object.metadata, old.metadata),
    ...validateUpdate(object, old),
  ],
  warnings: (object, old) => [
    ...(old === undefined ? nameWarnings(object.metadata.name ?? '') : []),
    ...(old !== undefined && old.metadata.generation === object.metadata.generation
      ? []
      : jobWarnings(specOf(object), 'spec')),
  ],
  status: { validateUpdate: validateJobStatus },
  selectableFields: (object) => ({
    'status.successful': String((object['status'] as { succeeded?: number } | undefined)?.succeeded ?? 0),
  }),
};

function specOf(object: Readonly<KubeObject>): JobSpec {
  return object['spec'] as JobSpec;
}

/** By the uid, which nobody else has; what the user set himself stays, and is judged later. */
function generateSelector({ metadata, spec: given }: KubeObject): void {
  const spec = given as JobSpec;
  if (spec.manualSelector === true) return;
  const { name = '', uid = '' } = metadata;
  const own = [...NAME_LABELS.map((key) => [key, name]), ...UID_LABELS.map((key) => [key, uid])];
  const labels = spec.template.metadata.labels;
  spec.template.metadata.labels = { ...(Object.fromEntries(own) as Record<string, string>), ...labels };
  spec.selector = {
    ...spec.selector,
    matchLabels: { [SELECTED_LABEL]: uid, ...spec.selector?.matchLabels },
  };
}

function validateJob(object: Readonly<KubeObject>): StatusCause[] {
  const spec = specOf(object);
  return [
    ...validateGeneratedSelector(object),
    ...validateSpec(spec, 'spec'),
    ...validateIndexedName(object.metadata.name ?? '', spec),
  ];
}

function validateSpec(spec: JobSpec, path: string): StatusCause[] {
  const { selector, template } = spec;
  return [
    ...validateJobSpec(spec, path),
    ...(selector ? validateLabelSelector(selector, `${path}.selector`) : [required(`${path}.selector`)]),
    ...(isReadable(selector) ? validateSelected(selector, template, `${path}.template`) : []),
  ];
}

function validateGeneratedSelector({ metadata, ...object }: Readonly<KubeObject>): StatusCause[] {
  const { manualSelector, selector, template } = (object as unknown as { spec: JobSpec }).spec;
  if (manualSelector === true || selector === undefined) return [];
  const { name = '', uid = '' } = metadata;
  const expected: [string, string][] = [
    ['controller-uid', uid],
    ['job-name', name],
    ['batch.kubernetes.io/controller-uid', uid],
    ['batch.kubernetes.io/job-name', name],
  ];
  const labels = template.metadata.labels ?? {};
  const matches = !isReadable(selector) || matchesLabelSelector(selector, Object.fromEntries(expected));
  return [
    ...expected.flatMap(([key, value]) => validateHasLabel(labels, key, value)),
    ...(matches
      ? []
      : [invalidValue('spec.selector', printableSelector(selector), '`selector` not auto-generated')]),
  ];
}

function validateHasLabel(
  labels: Readonly<Record<string, string>>,
  key: string,
  value: string,
): StatusCause[] {
  const field = `spec.template.metadata.labels[${key}]`;
  if (labels[key] === undefined) return [required(field, `must be '${value}'`)];
  return labels[key] === value ? [] : [invalidValue(field, sortedMap(labels), `must be '${value}'`)];
}

/** The hosts of an indexed Job's Pods are named by it and their index. */
function validateIndexedName(name: string, { completionMode, completions = 0 }: JobSpec): StatusCause[] {
  if (completionMode !== 'Indexed' || completions <= 0) return [];
  const longest = `${name}-${completions - 1}`;
  const why = `will not able to create pod with invalid DNS label: ${longest}`;
  return dnsLabel(longest).length === 0 ? [] : [invalidValue('metadata.name', name, why)];
}

function validateUpdate(object: Readonly<KubeObject>, oldObject: Readonly<KubeObject>): StatusCause[] {
  const [spec, old] = [specOf(object), specOf(oldObject)];
  return [
    ...validateSpec(spec, 'spec'),
    ...validateCompletions(spec, old),
    ...validateImmutable(spec.selector, old.selector, 'spec.selector', printableSelector),
    ...validateJobTemplateUpdate(object, oldObject),
    ...validateImmutable(spec.completionMode, old.completionMode, 'spec.completionMode'),
    ...validateImmutable(
      spec.podFailurePolicy,
      old.podFailurePolicy,
      'spec.podFailurePolicy',
      internalPodFailurePolicy,
    ),
    ...validateImmutable(spec.backoffLimitPerIndex, old.backoffLimitPerIndex, 'spec.backoffLimitPerIndex'),
    ...validateImmutable(spec.managedBy, old.managedBy, 'spec.managedBy'),
    ...validateImmutable(spec.successPolicy, old.successPolicy, 'spec.successPolicy', internalSuccessPolicy),
  ];
}

function validateCompletions(spec: JobSpec, old: JobSpec): StatusCause[] {
  const field = 'spec.completions';
  if (spec.completionMode !== 'Indexed') return validateImmutable(spec.completions, old.completions, field);
  if (isDeepStrictEqual(spec.completions, old.completions) || spec.completions === undefined) return [];
  const why = 'can only be modified in tandem with spec.parallelism';
  return spec.completions === spec.parallelism ? [] : [invalidValue(field, spec.completions, why)];
}
