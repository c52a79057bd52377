import type { KubeObject, StatusCause } from '@banyan/api';
import { invalidValue, notSupported, required } from '../fields/field-error.ts';
import { printableSelector } from '../fields/label-validation.ts';
import { subdomainName } from '../fields/name-format.ts';
import { validateObjectMetaUpdate } from '../fields/object-meta-validation.ts';
import type { KindRules } from '../kind-rules.ts';
import { scheduleFault } from './cron-schedule.ts';
import { applyJobTemplateDefaults, type JobSpec } from './job-spec.ts';
import { validateJobSpec } from './job-validation.ts';
import { jobWarnings } from './job-warnings.ts';
import { nameWarnings } from './name-warning.ts';
import { validateNonNegative } from './replica-validation.ts';

interface CronJobSpec {
  concurrencyPolicy?: string;
  failedJobsHistoryLimit?: number;
  jobTemplate: { spec: JobSpec };
  schedule: string;
  startingDeadlineSeconds?: number;
  successfulJobsHistoryLimit?: number;
  suspend?: boolean;
  timeZone?: string;
}

/** Jobs are named by it and eleven characters. */
const MAX_NAME_LENGTH = 52;
const POLICIES = ['Allow', 'Forbid', 'Replace'];

export const cronJobRules: KindRules = {
  kind: { group: 'batch', version: 'v1', kind: 'CronJob' },
  namespaced: true,
  name: subdomainName,
  generation: 'spec',
  hasStatus: true,
  defaults: (draft) => applyDefaults(specOf(draft)),
  validate: (object) => [
    ...validateSpec(specOf(object), undefined),
    ...validateNameLength(object.metadata.name ?? ''),
  ],
  validateUpdate: (object, old) => [
    ...validateObjectMetaUpdate(object.metadata, old.metadata),
    ...validateSpec(specOf(object), specOf(old)),
  ],
  warnings: (object, old) => [
    ...(old === undefined ? nameWarnings(object.metadata.name ?? '') : []),
    ...(old !== undefined && old.metadata.generation === object.metadata.generation
      ? []
      : jobWarnings(specOf(object).jobTemplate.spec, 'spec.jobTemplate.spec')),
  ],
  status: { validateUpdate: () => [] },
};

function specOf(object: Readonly<KubeObject>): CronJobSpec {
  return object['spec'] as CronJobSpec;
}

function applyDefaults(spec: CronJobSpec): void {
  spec.concurrencyPolicy ??= 'Allow';
  spec.suspend ??= false;
  spec.successfulJobsHistoryLimit ??= 3;
  spec.failedJobsHistoryLimit ??= 1;
  applyJobTemplateDefaults(spec.jobTemplate.spec);
}

function validateNameLength(name: string): StatusCause[] {
  const why = `must be no more than ${MAX_NAME_LENGTH} characters`;
  return name.length > MAX_NAME_LENGTH ? [invalidValue('metadata.name', name, why)] : [];
}

function validateSpec(spec: CronJobSpec, old: CronJobSpec | undefined): StatusCause[] {
  const { concurrencyPolicy = '', timeZone } = spec;
  return [
    ...validateSchedule(spec, old, 'spec.schedule'),
    ...validateNonNegative(spec.startingDeadlineSeconds, 'spec.startingDeadlineSeconds'),
    ...(timeZone === old?.timeZone ? [] : validateTimeZone(timeZone, 'spec.timeZone')),
    ...(POLICIES.includes(concurrencyPolicy)
      ? []
      : [notSupported('spec.concurrencyPolicy', concurrencyPolicy, POLICIES)]),
    ...validateJobTemplate(spec.jobTemplate.spec, 'spec.jobTemplate.spec'),
    ...validateNonNegative(spec.successfulJobsHistoryLimit, 'spec.successfulJobsHistoryLimit'),
    ...validateNonNegative(spec.failedJobsHistoryLimit, 'spec.failedJobsHistoryLimit'),
  ];
}

function validateSchedule(
  { schedule, timeZone }: CronJobSpec,
  old: CronJobSpec | undefined,
  field: string,
): StatusCause[] {
  if (schedule === '') return [required(field)];
  const fault = scheduleFault(schedule);
  const hasZone = schedule.includes('TZ');
  const mayHaveZone = old?.schedule.includes('TZ') ?? false;
  const both = 'cannot use both timeZone field and TZ or CRON_TZ in schedule';
  const none = 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead';
  return [
    ...(fault === undefined ? [] : [invalidValue(field, schedule, fault)]),
    ...(hasZone && mayHaveZone && timeZone !== undefined ? [invalidValue(field, schedule, both)] : []),
    ...(hasZone && !mayHaveZone ? [invalidValue(field, schedule, none)] : []),
  ];
}

function validateTimeZone(timeZone: string | undefined, field: string): StatusCause[] {
  if (timeZone === undefined) return [];
  if (timeZone === '') return [invalidValue(field, timeZone, 'timeZone must be nil or non-empty string')];
  const isPart = (part: string) =>
    /^[A-Za-z._0-9+][A-Za-z.\-_0-9+]{0,13}$/.test(part) && part !== '.' && part !== '..';
  const unknown = `unknown time zone ${timeZone}`;
  if (!timeZone.split('/').every(isPart)) return [invalidValue(field, timeZone, unknown)];
  const explicit = 'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones';
  if (timeZone.toLowerCase() === 'local') return [invalidValue(field, timeZone, explicit)];
  return isKnownZone(timeZone) ? [] : [invalidValue(field, timeZone, unknown)];
}

function isKnownZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

function validateJobTemplate(spec: JobSpec, path: string): StatusCause[] {
  const { selector, manualSelector } = spec;
  return [
    ...validateJobSpec(spec, path),
    ...(selector
      ? [invalidValue(`${path}.selector`, printableSelector(selector), '`selector` will be auto-generated')]
      : []),
    ...(manualSelector === true ? [notSupported(`${path}.manualSelector`, true, ['nil', 'false'])] : []),
  ];
}
