import type { StatusCause } from '@banyan/api';
import { forbidden, invalidValue, notSupported, required } from '../fields/field-error.ts';
import { quantityOf } from '../fields/resource-name.ts';
import type { Autoscaler, AutoscalerSpec, ScalingRules } from './autoscaler-spec.ts';
import { validateMetric } from './metric-validation.ts';
import { validateReference, versionProblem, type ReferenceRules } from './reference-validation.ts';

const MAX_PERIOD_SECONDS = 1800;
const MAX_WINDOW_SECONDS = 3600;
const SELECT_POLICIES = ['Disabled', 'Max', 'Min'];
const POLICY_TYPES = ['Percent', 'Pods'];

/** What an object reference may be: a metric may be of anything. */
const OF_METRICS: ReferenceRules = { anyVersion: false, coreGroup: true };

/** Of autoscaling/v2. `old`: what was wrong before may stay so. */
export function validateAutoscaler(object: Readonly<Autoscaler>, old?: Readonly<Autoscaler>): StatusCause[] {
  const { spec = {} } = object;
  const { minReplicas, maxReplicas = 0 } = spec;
  const least = old?.spec?.minReplicas === 0 ? 0 : 1;
  return [
    ...(minReplicas !== undefined && minReplicas < least
      ? [invalidValue('spec.minReplicas', minReplicas, `must be greater than or equal to ${least}`)]
      : []),
    ...validateMaxReplicas(maxReplicas),
    ...(minReplicas !== undefined && maxReplicas < minReplicas
      ? [invalidValue('spec.maxReplicas', maxReplicas, 'must be greater than or equal to `minReplicas`')]
      : []),
    ...validateReference(spec.scaleTargetRef ?? {}, targetRules(spec, old), 'spec.scaleTargetRef'),
    ...validateMetrics(spec, old?.spec),
    ...validateRules(spec.behavior?.scaleUp, 'spec.behavior.scaleUp'),
    ...validateRules(spec.behavior?.scaleDown, 'spec.behavior.scaleDown'),
  ];
}

function validateMaxReplicas(maxReplicas: number): StatusCause[] {
  if (maxReplicas === 0) return [required('spec.maxReplicas', 'must be set and greater than 0')];
  return maxReplicas > 0
    ? []
    : [invalidValue('spec.maxReplicas', maxReplicas, 'must be greater than or equal to 1')];
}

/** Of what the core group has, a ReplicationController alone can be scaled. */
function targetRules({ scaleTargetRef = {} }: AutoscalerSpec, old?: Readonly<Autoscaler>): ReferenceRules {
  const before = old?.spec?.scaleTargetRef ?? {};
  const isSame =
    old !== undefined &&
    (before.apiVersion ?? '') === (scaleTargetRef.apiVersion ?? '') &&
    (before.kind ?? '') === (scaleTargetRef.kind ?? '');
  return { anyVersion: isSame, coreGroup: scaleTargetRef.kind === 'ReplicationController' };
}

function validateMetrics({ metrics = [], minReplicas }: AutoscalerSpec, old?: AutoscalerSpec): StatusCause[] {
  const wasWrong = (old?.metrics ?? []).some(
    ({ type, object }) =>
      type === 'Object' &&
      versionProblem(object?.describedObject?.apiVersion ?? '', OF_METRICS) !== undefined,
  );
  const rules = { ...OF_METRICS, anyVersion: wasWrong };
  const hasOutsideMetric = metrics.some(({ type }) => type === 'Object' || type === 'External');
  const why = 'must specify at least one Object or External metric to support scaling to zero replicas';
  return [
    ...metrics.flatMap((metric, i) => validateMetric(metric, rules, `spec.metrics[${i}]`)),
    ...(minReplicas === 0 && !hasOutsideMetric ? [forbidden('spec.metrics', why)] : []),
  ];
}

function validateRules(rules: ScalingRules | undefined, field: string): StatusCause[] {
  if (rules === undefined) return [];
  const { stabilizationWindowSeconds: window = 0, selectPolicy, policies = [], tolerance } = rules;
  return [
    ...(window < 0
      ? [invalidValue(`${field}.stabilizationWindowSeconds`, window, 'must be greater than or equal to zero')]
      : []),
    ...(window > MAX_WINDOW_SECONDS
      ? [
          invalidValue(
            `${field}.stabilizationWindowSeconds`,
            window,
            `must be less than or equal to ${MAX_WINDOW_SECONDS}`,
          ),
        ]
      : []),
    ...(selectPolicy !== undefined && !SELECT_POLICIES.includes(selectPolicy)
      ? [notSupported(`${field}.selectPolicy`, selectPolicy, SELECT_POLICIES)]
      : []),
    ...(policies.length === 0 ? [required(`${field}.policies`, 'must specify at least one Policy')] : []),
    ...policies.flatMap((policy, i) => validatePolicy(policy, `${field}.policies[${i}]`)),
    ...(tolerance !== undefined && quantityOf(tolerance).unscaled < 0n
      ? [invalidValue(`${field}.tolerance`, tolerance, 'must be greater than or equal to 0')]
      : []),
  ];
}

function validatePolicy(
  { type = '', value = 0, periodSeconds = 0 }: NonNullable<ScalingRules['policies']>[number],
  field: string,
): StatusCause[] {
  const tooLong = `must be less than or equal to ${MAX_PERIOD_SECONDS}`;
  return [
    ...(POLICY_TYPES.includes(type) ? [] : [notSupported(`${field}.type`, type, POLICY_TYPES)]),
    ...(value > 0 ? [] : [invalidValue(`${field}.value`, value, 'must be greater than zero')]),
    ...(periodSeconds > 0
      ? []
      : [invalidValue(`${field}.periodSeconds`, periodSeconds, 'must be greater than zero')]),
    ...(periodSeconds > MAX_PERIOD_SECONDS
      ? [invalidValue(`${field}.periodSeconds`, periodSeconds, tooLong)]
      : []),
  ];
}
