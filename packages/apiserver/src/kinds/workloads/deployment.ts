import type { KubeObject, LabelSelector, StatusCause } from '@banyan/api';
import { forbidden, invalidValue, notSupported } from '../fields/field-error.ts';
import { printableSelector } from '../fields/label-validation.ts';
import { subdomainName } from '../fields/name-format.ts';
import { validateImmutable, validateObjectMetaUpdate } from '../fields/object-meta-validation.ts';
import type { KindRules } from '../kind-rules.ts';
import { applyPodSpecDefaults } from '../pod/pod-defaults.ts';
import type { PodTemplateSpec } from '../pod/pod-spec.ts';
import { podWarnings } from '../pod/pod-warnings.ts';
import { nameWarnings } from './name-warning.ts';
import { validateReplicaTemplate } from './replica-set.ts';
import {
  amount,
  validateAtMostAll,
  validateIntOrPercent,
  validateNonNegative,
  validateSelector,
  type IntOrPercent,
} from './replica-validation.ts';
import { countedStatus } from './workload-status-validation.ts';

interface DeploymentSpec {
  minReadySeconds?: number;
  progressDeadlineSeconds?: number;
  replicas?: number;
  revisionHistoryLimit?: number;
  selector: LabelSelector | null;
  strategy: DeploymentStrategy;
  template: PodTemplateSpec;
}

interface DeploymentStrategy {
  rollingUpdate?: { maxSurge?: IntOrPercent; maxUnavailable?: IntOrPercent };
  type?: string;
}

const COUNTS = [
  'observedGeneration',
  'replicas',
  'updatedReplicas',
  'readyReplicas',
  'availableReplicas',
  'unavailableReplicas',
  'terminatingReplicas',
  'collisionCount',
];

export const deploymentRules: KindRules = {
  kind: { group: 'apps', version: 'v1', kind: 'Deployment' },
  namespaced: true,
  name: subdomainName,
  generation: 'spec and annotations',
  hasStatus: true,
  defaults: (draft) => applyDefaults(specOf(draft)),
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
    ...(old?.metadata.generation === object.metadata.generation && old !== undefined
      ? []
      : podWarnings(specOf(object).template, 'spec.template')),
  ],
  status: {
    ...countedStatus({
      counts: COUNTS,
      parts: ['updatedReplicas', 'readyReplicas', 'availableReplicas'],
      ready: 'readyReplicas',
      collisions: true,
    }),
    prepareForUpdate: (draft, old) => {
      if (old.metadata.labels) draft.metadata.labels = old.metadata.labels;
      else delete draft.metadata.labels;
    },
  },
};

function specOf(object: Readonly<KubeObject>): DeploymentSpec {
  return object['spec'] as DeploymentSpec;
}

function applyDefaults(spec: DeploymentSpec): void {
  spec.replicas ??= 1;
  spec.strategy.type ??= 'RollingUpdate';
  if (spec.strategy.type === 'RollingUpdate') {
    spec.strategy.rollingUpdate = { maxUnavailable: '25%', maxSurge: '25%', ...spec.strategy.rollingUpdate };
  }
  spec.revisionHistoryLimit ??= 10;
  spec.progressDeadlineSeconds ??= 600;
  applyPodSpecDefaults(spec.template.spec);
}

function validateSpec(spec: DeploymentSpec, path: string): StatusCause[] {
  const { minReadySeconds = 0, progressDeadlineSeconds = 0 } = spec;
  const deadline = `${path}.progressDeadlineSeconds`;
  return [
    ...validateNonNegative(spec.replicas, `${path}.replicas`),
    ...validateSelector(spec.selector, 'deployment', `${path}.selector`),
    ...validateReplicaTemplate(spec, path),
    ...validateStrategy(spec.strategy, `${path}.strategy`),
    ...validateNonNegative(minReadySeconds, `${path}.minReadySeconds`),
    ...validateNonNegative(spec.revisionHistoryLimit, `${path}.revisionHistoryLimit`),
    ...validateNonNegative(progressDeadlineSeconds, deadline),
    ...(progressDeadlineSeconds <= minReadySeconds
      ? [invalidValue(deadline, progressDeadlineSeconds, 'must be greater than minReadySeconds')]
      : []),
  ];
}

function validateStrategy(strategy: DeploymentStrategy, path: string): StatusCause[] {
  const { type = '', rollingUpdate } = strategy;
  switch (type) {
    case 'Recreate':
      return rollingUpdate
        ? [forbidden(`${path}.rollingUpdate`, "may not be specified when strategy `type` is 'Recreate'")]
        : [];
    case 'RollingUpdate':
      return validateRollingUpdate(rollingUpdate ?? {}, `${path}.rollingUpdate`);
    default:
      return [notSupported(path, internalStrategy(strategy), ['Recreate', 'RollingUpdate'])];
  }
}

function internalStrategy({ type = '', rollingUpdate }: DeploymentStrategy): object {
  const rolling = rollingUpdate && {
    MaxUnavailable: rollingUpdate.maxUnavailable ?? 0,
    MaxSurge: rollingUpdate.maxSurge ?? 0,
  };
  return { Type: type, RollingUpdate: rolling ?? null };
}

function validateRollingUpdate(
  { maxSurge = 0, maxUnavailable = 0 }: NonNullable<DeploymentStrategy['rollingUpdate']>,
  path: string,
): StatusCause[] {
  const isStuck = amount(maxUnavailable) === 0 && amount(maxSurge) === 0;
  return [
    ...validateIntOrPercent(maxUnavailable, `${path}.maxUnavailable`),
    ...validateIntOrPercent(maxSurge, `${path}.maxSurge`),
    ...(isStuck
      ? [invalidValue(`${path}.maxUnavailable`, maxUnavailable, 'may not be 0 when `maxSurge` is 0')]
      : []),
    ...validateAtMostAll(maxUnavailable, `${path}.maxUnavailable`),
  ];
}
