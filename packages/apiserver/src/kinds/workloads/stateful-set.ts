import { isDeepStrictEqual } from 'node:util';
import type { KubeObject, LabelSelector, StatusCause } from '@banyan/api';
import { forbidden, invalidValue, malformed, notSupported } from '../fields/field-error.ts';
import { printableSelector } from '../fields/label-validation.ts';
import { dnsLabel, labelName } from '../fields/name-format.ts';
import { validateObjectMetaUpdate } from '../fields/object-meta-validation.ts';
import type { KindRules } from '../kind-rules.ts';
import { applyPodSpecDefaults } from '../pod/pod-defaults.ts';
import { validatePodAnnotations } from '../pod/pod-annotations-validation.ts';
import { validateLabels } from '../fields/label-validation.ts';
import { validateAnnotations } from '../fields/object-meta-validation.ts';
import type { PodTemplateSpec } from '../pod/pod-spec.ts';
import {
  validatePodTemplate,
  validateRunsForever,
  validateSelected,
} from '../pod/pod-template-validation.ts';
import { podWarnings } from '../pod/pod-warnings.ts';
import { applyClaimDefaults, type ClaimTemplate } from '../pod/claim-template.ts';
import { validateClaimSpec } from '../storage/claim-spec-validation.ts';
import {
  amount,
  isEmptySelector,
  isReadable,
  validateAtMostAll,
  validateIntOrPercent,
  validateNonNegative,
  validateSelector,
  type IntOrPercent,
} from './replica-validation.ts';
import { countedStatus } from './workload-status-validation.ts';

interface StatefulSetSpec {
  minReadySeconds?: number;
  ordinals?: { start: number };
  persistentVolumeClaimRetentionPolicy?: { whenDeleted?: string; whenScaled?: string };
  podManagementPolicy?: string;
  replicas?: number;
  revisionHistoryLimit?: number;
  selector: LabelSelector | null;
  serviceName?: string;
  template: PodTemplateSpec;
  updateStrategy: UpdateStrategy;
  volumeClaimTemplates?: ClaimTemplate[];
}

interface UpdateStrategy {
  rollingUpdate?: { maxUnavailable?: IntOrPercent; partition?: number };
  type?: string;
}

/** What of a set may change after it was made. */
const MUTABLE = [
  'replicas',
  'template',
  'updateStrategy',
  'minReadySeconds',
  'ordinals',
  'revisionHistoryLimit',
  'persistentVolumeClaimRetentionPolicy',
] as const;
const IMMUTABLE =
  "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden";

export const statefulSetRules: KindRules = {
  kind: { group: 'apps', version: 'v1', kind: 'StatefulSet' },
  namespaced: true,
  name: labelName,
  generation: 'spec',
  hasStatus: true,
  defaults: (draft) => applyDefaults(specOf(draft)),
  prepareForCreate: (draft) => dropDisabled(specOf(draft)),
  prepareForUpdate: (draft) => dropDisabled(specOf(draft)),
  validate: (object) => validateSpec(specOf(object), 'spec', true),
  validateUpdate: (object, old) => [
    ...validateObjectMetaUpdate(object.metadata, old.metadata),
    ...validateSpec(specOf(object), 'spec', false),
    ...validateOnlyMutable(specOf(object), specOf(old)),
  ],
  warnings: (object, old) => [
    ...(old !== undefined && old.metadata.generation === object.metadata.generation
      ? []
      : podWarnings(specOf(object).template, 'spec.template')),
    ...((specOf(object).revisionHistoryLimit ?? 0) < 0
      ? [
          'spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is recommended',
        ]
      : []),
  ],
  status: countedStatus({
    counts: [
      'replicas',
      'readyReplicas',
      'currentReplicas',
      'updatedReplicas',
      'availableReplicas',
      'observedGeneration',
      'collisionCount',
    ],
    parts: ['readyReplicas', 'currentReplicas', 'updatedReplicas', 'availableReplicas'],
    ready: 'status.readyReplicas',
    collisions: true,
  }),
};

function specOf(object: Readonly<KubeObject>): StatefulSetSpec {
  return object['spec'] as StatefulSetSpec;
}

function applyDefaults(spec: StatefulSetSpec): void {
  const { updateStrategy } = spec;
  spec.podManagementPolicy ??= 'OrderedReady';
  if (updateStrategy.type === undefined) {
    updateStrategy.type = 'RollingUpdate';
    updateStrategy.rollingUpdate ??= {};
  }
  if (updateStrategy.type === 'RollingUpdate' && updateStrategy.rollingUpdate)
    updateStrategy.rollingUpdate.partition ??= 0;
  spec.persistentVolumeClaimRetentionPolicy = {
    whenDeleted: 'Retain',
    whenScaled: 'Retain',
    ...spec.persistentVolumeClaimRetentionPolicy,
  };
  spec.replicas ??= 1;
  spec.revisionHistoryLimit ??= 10;
  applyPodSpecDefaults(spec.template.spec);
  for (const claim of spec.volumeClaimTemplates ?? []) applyClaimDefaults(claim);
}

/** A setting that the server does not serve unless it is asked to. */
function dropDisabled({ updateStrategy }: StatefulSetSpec): void {
  delete updateStrategy.rollingUpdate?.maxUnavailable;
}

function validateSpec(spec: StatefulSetSpec, path: string, isNew: boolean): StatusCause[] {
  const {
    podManagementPolicy = '',
    persistentVolumeClaimRetentionPolicy: retention = {},
    serviceName = '',
  } = spec;
  const policies = ['OrderedReady', 'Parallel'];
  return [
    ...(policies.includes(podManagementPolicy)
      ? []
      : [
          invalidValue(
            `${path}.podManagementPolicy`,
            podManagementPolicy,
            "must be 'OrderedReady' or 'Parallel'",
          ),
        ]),
    ...validateUpdateStrategy(spec.updateStrategy, `${path}.updateStrategy`),
    ...(['whenDeleted', 'whenScaled'] as const).flatMap((when) =>
      validateRetention(retention[when], `${path}.persistentVolumeClaimRetentionPolicy.${when}`),
    ),
    ...(isNew
      ? (spec.volumeClaimTemplates ?? []).flatMap((claim, i) =>
          validateClaimSpec(claim.spec, `${path}.volumeClaimTemplates[${i}].spec`),
        )
      : []),
    ...validateNonNegative(spec.replicas, `${path}.replicas`),
    ...validateNonNegative(spec.minReadySeconds, `${path}.minReadySeconds`),
    ...validateNonNegative(spec.ordinals?.start, `${path}.ordinals.start`),
    ...(isNew && serviceName !== ''
      ? malformed(`${path}.serviceName`, serviceName, dnsLabel(serviceName))
      : []),
    ...validateSelector(spec.selector, 'statefulset', `${path}.selector`),
    ...validateTemplate(spec, path),
    ...validateRunsForever(spec.template, 'StatefulSet', `${path}.template`),
  ];
}

function validateRetention(value: string | undefined, field: string): StatusCause[] {
  const supported = ['Retain', 'Delete'];
  return supported.includes(value ?? '') ? [] : [notSupported(field, value ?? '', supported)];
}

function validateUpdateStrategy(strategy: UpdateStrategy, path: string): StatusCause[] {
  const { type = '', rollingUpdate } = strategy;
  const rolling = rollingUpdate && {
    Partition: rollingUpdate.partition ?? 0,
    MaxUnavailable: rollingUpdate.maxUnavailable ?? null,
  };
  if (type === 'RollingUpdate') return validateRollingUpdate(rollingUpdate ?? {}, `${path}.rollingUpdate`);
  if (type === 'OnDelete')
    return rolling
      ? [invalidValue(`${path}.rollingUpdate`, rolling, "only allowed for updateStrategy 'RollingUpdate'")]
      : [];
  const value = { Type: type, RollingUpdate: rolling ?? null };
  return [invalidValue(path, value, "must be 'RollingUpdate' or 'OnDelete'")];
}

function validateRollingUpdate(
  { partition, maxUnavailable }: NonNullable<UpdateStrategy['rollingUpdate']>,
  path: string,
): StatusCause[] {
  const field = `${path}.maxUnavailable`;
  return [
    ...validateNonNegative(partition, `${path}.partition`),
    ...(maxUnavailable === undefined
      ? []
      : [
          ...validateIntOrPercent(maxUnavailable, field),
          ...(amount(maxUnavailable) === 0 ? [invalidValue(field, maxUnavailable, 'cannot be 0')] : []),
          ...validateAtMostAll(maxUnavailable, field),
        ]),
  ];
}

/** Names of hosts are the set's to give, and its claims are volumes of every Pod. */
function validateTemplate(spec: StatefulSetSpec, path: string): StatusCause[] {
  const { selector } = spec;
  if (!isReadable(selector))
    return [invalidValue(`${path}.selector`, printableSelector(selector ?? undefined), '')];
  const template = withClaims(spec);
  const field = `${path}.template`;
  const { metadata } = template;
  return [
    ...(isEmptySelector(selector) ? [] : validateSelected(selector ?? undefined, template, field)),
    ...validatePodTemplate(template, field),
    ...validateLabels(metadata.labels, `${field}.labels`),
    ...validateAnnotations(metadata.annotations, `${field}.annotations`),
    ...validatePodAnnotations(metadata.annotations, template.spec, `${field}.annotations`),
  ];
}

function withClaims({ template, volumeClaimTemplates = [] }: StatefulSetSpec): PodTemplateSpec {
  const names = volumeClaimTemplates.map(({ metadata }) => metadata.name ?? '');
  const claims = [...new Set(names)].map((name) => ({ name, persistentVolumeClaim: { claimName: name } }));
  const { hostname: _, subdomain: _s, ...spec } = template.spec;
  const others = (spec.volumes ?? []).filter(({ name }) => !names.includes(name));
  return { ...template, spec: { ...spec, volumes: [...claims, ...others] } };
}

function validateOnlyMutable(spec: StatefulSetSpec, old: StatefulSetSpec): StatusCause[] {
  const fixed = (each: StatefulSetSpec) =>
    Object.fromEntries(
      Object.entries(each).filter(([field]) => !(MUTABLE as readonly string[]).includes(field)),
    );
  return isDeepStrictEqual(fixed(spec), fixed(old)) ? [] : [forbidden('spec', IMMUTABLE)];
}
