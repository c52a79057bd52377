import type { StatusCause } from '@banyan/api';
import { invalidValue, malformed, notSupported, required, tooLong } from '../fields/field-error.ts';
import { dnsSubdomain } from '../fields/name-format.ts';
import { validatePodTemplate } from '../pod/pod-template-validation.ts';
import { validatePodFailurePolicy, validateSuccessPolicy } from './job-policy-validation.ts';
import type { JobSpec } from './job-spec.ts';
import { validateNonNegative } from './replica-validation.ts';

/** What an indexed Job can keep track of. */
const MAX_INDEXED = 100_000;
const MAX_MANY_COMPLETIONS = 10_000;
const MAX_MANAGED_BY_BYTES = 63;

const COUNTS = [
  'parallelism',
  'completions',
  'activeDeadlineSeconds',
  'backoffLimit',
  'ttlSecondsAfterFinished',
  'backoffLimitPerIndex',
  'maxFailedIndexes',
] as const;

/** What a Job and a CronJob's template have in common: all but the selector. */
export function validateJobSpec(spec: JobSpec, path: string): StatusCause[] {
  const { maxFailedIndexes, backoffLimitPerIndex, podFailurePolicy, managedBy } = spec;
  const isLoose = maxFailedIndexes !== undefined && backoffLimitPerIndex === undefined;
  return [
    ...COUNTS.flatMap((name) => validateNonNegative(spec[name], `${path}.${name}`)),
    ...(isLoose ? [required(`${path}.backoffLimitPerIndex`, 'when maxFailedIndexes is specified')] : []),
    ...(managedBy === undefined ? [] : validateManagedBy(managedBy, `${path}.managedBy`)),
    ...validateCompletionMode(spec, path),
    ...(podFailurePolicy ? validatePodFailurePolicy(spec, `${path}.podFailurePolicy`) : []),
    ...(spec.successPolicy ? validateSuccessPolicy(spec, `${path}.successPolicy`) : []),
    ...validateReplacementPolicy(spec, `${path}.podReplacementPolicy`),
    ...validatePodTemplate(spec.template, `${path}.template`),
    ...validateRestartPolicy(spec, `${path}.template.spec.restartPolicy`),
  ];
}

function validateManagedBy(name: string, field: string): StatusCause[] {
  if (name === '') return [required(field)];
  const [domain = '', ...rest] = name.split('/');
  const why = 'must be a domain-prefixed path (such as "acme.io/foo")';
  if (domain === '' || rest.join('/') === '') return [invalidValue(field, name, why)];
  return [
    ...malformed(field, domain, dnsSubdomain(domain)),
    ...(name.length > MAX_MANAGED_BY_BYTES ? [tooLong(field, MAX_MANAGED_BY_BYTES)] : []),
  ];
}

function validateCompletionMode(spec: JobSpec, path: string): StatusCause[] {
  const { completionMode = 'NonIndexed', backoffLimitPerIndex, maxFailedIndexes } = spec;
  if (completionMode === 'Indexed') return validateIndexed(spec, path);
  const why = 'requires indexed completion mode';
  if (completionMode !== 'NonIndexed')
    return [notSupported(`${path}.completionMode`, completionMode, ['NonIndexed', 'Indexed'])];
  return [
    ...(backoffLimitPerIndex === undefined
      ? []
      : [invalidValue(`${path}.backoffLimitPerIndex`, backoffLimitPerIndex, why)]),
    ...(maxFailedIndexes === undefined
      ? []
      : [invalidValue(`${path}.maxFailedIndexes`, maxFailedIndexes, why)]),
  ];
}

function validateIndexed(spec: JobSpec, path: string): StatusCause[] {
  const { completions, parallelism = 0, maxFailedIndexes, backoffLimitPerIndex } = spec;
  const failed = `${path}.maxFailedIndexes`;
  const atMost = `must be less than or equal to ${MAX_INDEXED}`;
  const many = (completions ?? 0) > MAX_INDEXED && backoffLimitPerIndex !== undefined;
  const fewer = `must be less than or equal to ${MAX_MANY_COMPLETIONS} when completions are above ${MAX_INDEXED} and used with backoff limit per index`;
  return [
    ...(completions === undefined
      ? [required(`${path}.completions`, 'when completion mode is Indexed')]
      : []),
    ...(parallelism > MAX_INDEXED
      ? [invalidValue(`${path}.parallelism`, parallelism, `${atMost} when completion mode is Indexed`)]
      : []),
    ...(completions !== undefined && (maxFailedIndexes ?? 0) > completions
      ? [invalidValue(failed, maxFailedIndexes, 'must be less than or equal to completions')]
      : []),
    ...((maxFailedIndexes ?? 0) > MAX_INDEXED ? [invalidValue(failed, maxFailedIndexes, atMost)] : []),
    ...(many && maxFailedIndexes === undefined
      ? [required(failed, `must be specified when completions is above ${MAX_INDEXED}`)]
      : []),
    ...(many && parallelism > MAX_MANY_COMPLETIONS
      ? [invalidValue(`${path}.parallelism`, parallelism, fewer)]
      : []),
    ...(many && (maxFailedIndexes ?? 0) > MAX_MANY_COMPLETIONS
      ? [invalidValue(failed, maxFailedIndexes, fewer)]
      : []),
  ];
}

function validateReplacementPolicy(spec: JobSpec, field: string): StatusCause[] {
  const { podReplacementPolicy: policy, podFailurePolicy } = spec;
  const supported = podFailurePolicy ? ['Failed'] : ['Failed', 'TerminatingOrFailed'];
  return policy === undefined || supported.includes(policy) ? [] : [notSupported(field, policy, supported)];
}

function validateRestartPolicy({ template, podFailurePolicy }: JobSpec, field: string): StatusCause[] {
  const { restartPolicy = '' } = template.spec;
  if (restartPolicy === 'Always' || restartPolicy === '')
    return [required(field, 'valid values: "OnFailure", "Never"')];
  if (restartPolicy !== 'OnFailure' && restartPolicy !== 'Never')
    return [notSupported(field, restartPolicy, ['OnFailure', 'Never'])];
  const why = 'only "Never" is supported when podFailurePolicy is specified';
  return podFailurePolicy && restartPolicy !== 'Never' ? [invalidValue(field, restartPolicy, why)] : [];
}
