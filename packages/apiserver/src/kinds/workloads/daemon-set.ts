import { isDeepStrictEqual } from 'node:util';
import type { KubeObject, LabelSelector, StatusCause } from '@banyan/api';
import { invalidValue, notSupported, required } from '../fields/field-error.ts';
import { printableSelector, validateLabelSelector } from '../fields/label-validation.ts';
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
import {
  amount,
  isReadable,
  validateAtMostAll,
  validateIntOrPercent,
  validateNonNegative,
  validateSelectsSomething,
  type IntOrPercent,
} from './replica-validation.ts';
import { countedStatus } from './workload-status-validation.ts';

interface DaemonSetSpec {
  minReadySeconds?: number;
  revisionHistoryLimit?: number;
  selector: LabelSelector | null;
  template: PodTemplateSpec;
  updateStrategy: UpdateStrategy;
}

interface UpdateStrategy {
  rollingUpdate?: { maxSurge?: IntOrPercent; maxUnavailable?: IntOrPercent };
  type?: string;
}

/** The number of the template, which an older version of the kind had as a field. */
const TEMPLATE_GENERATION = 'deprecated.daemonset.template.generation';

export const daemonSetRules: KindRules = {
  kind: { group: 'apps', version: 'v1', kind: 'DaemonSet' },
  namespaced: true,
  name: subdomainName,
  generation: 'spec',
  hasStatus: true,
  defaults: (draft) => {
    applyDefaults(specOf(draft));
    // Always there from the start, so that who creates the object owns it.
    setTemplateGeneration(draft, templateGeneration(draft));
  },
  prepareForCreate: (draft) => setTemplateGeneration(draft, Math.max(1, templateGeneration(draft))),
  prepareForUpdate: (draft, old) => {
    const isSame = isDeepStrictEqual(specOf(draft).template, specOf(old).template);
    setTemplateGeneration(draft, templateGeneration(old) + (isSame ? 0 : 1));
  },
  validate: (object) => validateSpec(specOf(object), 'spec'),
  validateUpdate: (object, old) => [
    ...validateObjectMetaUpdate(object.metadata, old.metadata),
    ...validateImmutable(specOf(object).selector, specOf(old).selector, 'spec.selector', (selector) =>
      printableSelector(selector ?? undefined),
    ),
    ...validateSpec(specOf(object), 'spec'),
  ],
  warnings: (object, old) =>
    old !== undefined && templateGeneration(old) === templateGeneration(object)
      ? []
      : podWarnings(specOf(object).template, 'spec.template'),
  status: countedStatus({
    counts: [
      'currentNumberScheduled',
      'numberMisscheduled',
      'desiredNumberScheduled',
      'numberReady',
      'observedGeneration',
      'updatedNumberScheduled',
      'numberAvailable',
      'numberUnavailable',
      'collisionCount',
    ],
    collisions: true,
  }),
};

function specOf(object: Readonly<KubeObject>): DaemonSetSpec {
  return object['spec'] as DaemonSetSpec;
}

function templateGeneration({ metadata }: Readonly<KubeObject>): number {
  const number = Number(metadata.annotations?.[TEMPLATE_GENERATION] ?? 0);
  return Number.isSafeInteger(number) ? number : 0;
}

function setTemplateGeneration({ metadata }: KubeObject, generation: number): void {
  metadata.annotations = { ...metadata.annotations, [TEMPLATE_GENERATION]: String(generation) };
}

function applyDefaults(spec: DaemonSetSpec): void {
  const { updateStrategy } = spec;
  updateStrategy.type ??= 'RollingUpdate';
  if (updateStrategy.type === 'RollingUpdate')
    updateStrategy.rollingUpdate = { maxUnavailable: 1, maxSurge: 0, ...updateStrategy.rollingUpdate };
  else if (updateStrategy.rollingUpdate)
    updateStrategy.rollingUpdate = { maxUnavailable: 0, maxSurge: 0, ...updateStrategy.rollingUpdate };
  spec.revisionHistoryLimit ??= 10;
  applyPodSpecDefaults(spec.template.spec);
}

function validateSpec(spec: DaemonSetSpec, path: string): StatusCause[] {
  const { selector, template } = spec;
  return [
    ...validateLabelSelector(selector ?? undefined, `${path}.selector`),
    ...(isReadable(selector) ? validateSelected(selector ?? undefined, template, `${path}.template`) : []),
    ...(selector ? validateSelectsSomething(selector, 'daemonset', `${path}.selector`) : []),
    ...validatePodTemplate(template, `${path}.template`),
    ...validateRunsForever(template, 'DaemonSet', `${path}.template`),
    ...validateNonNegative(spec.minReadySeconds, `${path}.minReadySeconds`),
    ...validateStrategy(spec.updateStrategy, `${path}.updateStrategy`),
    ...validateNonNegative(spec.revisionHistoryLimit, `${path}.revisionHistoryLimit`),
  ];
}

function validateStrategy({ type = '', rollingUpdate }: UpdateStrategy, path: string): StatusCause[] {
  if (type === 'OnDelete') return [];
  if (type === 'RollingUpdate') return validateRollingUpdate(rollingUpdate ?? {}, `${path}.rollingUpdate`);
  const rolling = rollingUpdate && {
    MaxUnavailable: rollingUpdate.maxUnavailable ?? 0,
    MaxSurge: rollingUpdate.maxSurge ?? 0,
  };
  return [notSupported(path, { Type: type, RollingUpdate: rolling ?? null }, ['RollingUpdate', 'OnDelete'])];
}

function validateRollingUpdate(
  { maxSurge = 0, maxUnavailable = 0 }: NonNullable<UpdateStrategy['rollingUpdate']>,
  path: string,
): StatusCause[] {
  const [surges, isUnavailable] = [amount(maxSurge) !== 0, amount(maxUnavailable) !== 0];
  return [
    ...validateIntOrPercent(maxUnavailable, `${path}.maxUnavailable`),
    ...validateIntOrPercent(maxSurge, `${path}.maxSurge`),
    ...validateAtMostAll(maxUnavailable, `${path}.maxUnavailable`),
    ...validateAtMostAll(maxSurge, `${path}.maxSurge`),
    ...(surges && isUnavailable
      ? [invalidValue(`${path}.maxSurge`, maxSurge, 'may not be set when maxUnavailable is non-zero')]
      : []),
    ...(!surges && !isUnavailable
      ? [required(`${path}.maxUnavailable`, 'cannot be 0 when maxSurge is 0')]
      : []),
  ];
}
