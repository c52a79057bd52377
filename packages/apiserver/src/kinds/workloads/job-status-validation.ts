import type { KubeObject, StatusCause } from '@banyan/api';
import { invalidValue, required } from '../fields/field-error.ts';
import { validateObjectMetaUpdate } from '../fields/object-meta-validation.ts';
import type { JobSpec } from './job-spec.ts';
import { validateNonNegative } from './replica-validation.ts';

interface JobStatus {
  active?: number;
  completedIndexes?: string;
  completionTime?: string;
  conditions?: { type: string; status: string }[];
  failed?: number;
  ready?: number;
  startTime?: string;
  succeeded?: number;
  terminating?: number;
  uncountedTerminatedPods?: { failed?: string[]; succeeded?: string[] };
}

const COUNTS = ['active', 'succeeded', 'failed', 'ready', 'terminating'] as const;

/** A Job that has ended stays so, whoever writes its status. Only what changes is judged. */
export function validateJobStatus(
  object: Readonly<KubeObject>,
  oldObject: Readonly<KubeObject>,
): StatusCause[] {
  const [status, old] = [statusOf(object), statusOf(oldObject)];
  return [
    ...validateObjectMetaUpdate(object.metadata, oldObject.metadata),
    ...COUNTS.flatMap((name) => validateNonNegative(status[name], `status.${name}`)),
    ...validateConditions(status, old),
    ...validateCompletionTime(status, old),
    ...validateFinished(status, old),
    ...validateTransitions(object['spec'] as JobSpec, status, old),
  ];
}

function statusOf(object: Readonly<KubeObject>): JobStatus {
  return (object['status'] ?? {}) as JobStatus;
}

function isTrue({ conditions = [] }: JobStatus, type: string): boolean {
  return conditions.some((condition) => condition.type === type && condition.status === 'True');
}

function isFinished(status: JobStatus): boolean {
  return isTrue(status, 'Complete') || isTrue(status, 'Failed');
}

/** A message about conditions prints no value. */
function badConditions(why: string): StatusCause {
  return { reason: 'FieldValueInvalid', message: `Invalid value: ${why}`, field: 'status.conditions' };
}

function validateConditions(status: JobStatus, old: JobStatus): StatusCause[] {
  const is = (type: string) => isTrue(status, type);
  const changes = (...types: string[]) => types.some((type) => isTrue(status, type) !== isTrue(old, type));
  const rules: [boolean, string][] = [
    [
      changes('Complete', 'Failed') && is('Complete') && is('Failed'),
      'cannot set Complete=True and Failed=true conditions',
    ],
    [
      changes('Complete', 'FailureTarget') && is('Complete') && is('FailureTarget'),
      'cannot set Complete=True and FailureTarget=true conditions',
    ],
    [
      changes('Failed') && is('Failed') && !is('FailureTarget'),
      'cannot set Failed=True condition without the FailureTarget=true condition',
    ],
    [
      changes('Complete', 'SuccessCriteriaMet') && is('Complete') && !is('SuccessCriteriaMet'),
      'cannot set Complete=True condition without the SuccessCriteriaMet=true condition',
    ],
    [
      is('SuccessCriteriaMet') && is('Failed'),
      'cannot set SuccessCriteriaMet=True and Failed=true conditions',
    ],
    [
      is('SuccessCriteriaMet') && is('FailureTarget'),
      'cannot set SuccessCriteriaMet=True and FailureTarget=true conditions',
    ],
  ];
  return rules.filter(([isBroken]) => isBroken).map(([, why]) => badConditions(why));
}

function validateCompletionTime(status: JobStatus, old: JobStatus): StatusCause[] {
  const { completionTime, startTime } = status;
  const field = 'status.completionTime';
  const isComplete = isTrue(status, 'Complete');
  const isChanged = completionTime !== old.completionTime || isComplete !== isTrue(old, 'Complete');
  const isBefore = completionTime !== undefined && startTime !== undefined && completionTime < startTime;
  return [
    ...(isChanged && completionTime !== undefined && !isComplete
      ? [
          invalidValue(
            field,
            completionTime,
            'cannot set completionTime when there is no Complete=True condition',
          ),
        ]
      : []),
    ...(isChanged && completionTime === undefined && isComplete
      ? [required(field, 'completionTime is required for Complete jobs')]
      : []),
    ...(isChanged && isBefore
      ? [invalidValue(field, completionTime, 'must be equal to or after `startTime`')]
      : []),
  ];
}

function validateFinished(status: JobStatus, old: JobStatus): StatusCause[] {
  const { active = 0, ready = 0, terminating = 0, startTime } = status;
  const finished = isFinished(status);
  const isNew = finished && !isFinished(old);
  const changes = (name: 'active' | 'terminating' | 'startTime') => status[name] !== old[name];
  return [
    ...(finished && active > 0 && (isNew || changes('active'))
      ? [invalidValue('status.active', active, 'active>0 is invalid for finished job')]
      : []),
    ...(finished && startTime === undefined && (isNew || changes('startTime'))
      ? [required('status.startTime', 'startTime is required for finished job')]
      : []),
    ...(finished && terminating > 0 && (isNew || changes('terminating'))
      ? [invalidValue('status.terminating', terminating, 'terminating>0 is invalid for finished job')]
      : []),
    ...(ready > active && (status.ready !== old.ready || changes('active'))
      ? [invalidValue('status.ready', ready, 'cannot set more ready pods than active')]
      : []),
  ];
}

function validateTransitions(spec: JobSpec, status: JobStatus, old: JobStatus): StatusCause[] {
  const { failed = 0, succeeded = 0, completionTime } = status;
  const mayShrink = spec.completionMode === 'Indexed' && spec.completions === spec.parallelism;
  const lost = ['Failed', 'Complete', 'FailureTarget'].filter(
    (type) => isTrue(old, type) && !isTrue(status, type),
  );
  const isMoved =
    completionTime !== undefined && old.completionTime !== undefined && completionTime !== old.completionTime;
  return [
    ...lost.map((type) => badConditions(`cannot disable the terminal ${type}=True condition`)),
    ...(failed < (old.failed ?? 0)
      ? [invalidValue('status.failed', failed, 'cannot decrease the failed counter')]
      : []),
    ...(!mayShrink && succeeded < (old.succeeded ?? 0)
      ? [invalidValue('status.succeeded', succeeded, 'cannot decrease the succeeded counter')]
      : []),
    ...(isMoved ? [invalidValue('status.completionTime', completionTime, 'field is immutable')] : []),
    ...(isTrue(old, 'SuccessCriteriaMet') && !isTrue(status, 'SuccessCriteriaMet')
      ? [badConditions('cannot disable the SuccessCriteriaMet=True condition')]
      : []),
  ];
}
