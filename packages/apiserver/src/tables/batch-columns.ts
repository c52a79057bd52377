import type { LabelSelector } from '@banyan/api';
import { NONE, orElse, selectorText, UNSET } from './cell-text.ts';
import { AGE, columnsFor, integer, NAME, text, truth, wide, type KindColumn, type Shown } from './column.ts';
import { humanDuration, timeSince } from '@banyan/api/human-duration';
import { containerImages, containerNames, type Condition, type PodTemplate } from './pod-shape.ts';

interface JobSpec {
  readonly completions?: number;
  readonly parallelism?: number;
  readonly selector?: LabelSelector;
  readonly template?: PodTemplate;
}

interface Job extends Shown {
  readonly spec?: JobSpec;
  readonly status?: {
    readonly succeeded?: number;
    readonly startTime?: string;
    readonly completionTime?: string;
    readonly conditions?: readonly Condition[];
  };
}

interface CronJob extends Shown {
  readonly spec?: {
    readonly schedule?: string;
    readonly timeZone?: string;
    readonly suspend?: boolean;
    readonly jobTemplate?: { readonly spec?: JobSpec };
  };
  readonly status?: { readonly active?: readonly unknown[]; readonly lastScheduleTime?: string };
}

export const JOB_COLUMNS = columnsFor<Job>([
  NAME,
  text('Status', 'Whether it runs, waits or has ended', jobStatus),
  text('Completions', 'Pods that have succeeded, of those needed', jobCompletions),
  text('Duration', 'How long it took, or has taken so far', jobDuration),
  AGE,
  ...templateColumns<Job>(({ spec }) => spec),
]);

export const CRON_JOB_COLUMNS = columnsFor<CronJob>([
  NAME,
  text('Schedule', 'When it makes a job', ({ spec }) => spec?.schedule ?? ''),
  text('Timezone', 'Whose clock the schedule goes by', ({ spec }) => spec?.timeZone ?? NONE),
  truth('Suspend', 'Whether it makes none for now', ({ spec }) => suspendText(spec?.suspend)),
  integer('Active', 'Jobs that run', ({ status }) => status?.active?.length),
  text('Last Schedule', 'How long ago it made a job', ({ status }, now) =>
    status?.lastScheduleTime === undefined ? NONE : timeSince(status.lastScheduleTime, now),
  ),
  AGE,
  ...templateColumns<CronJob>(({ spec }) => spec?.jobTemplate?.spec),
]);

function templateColumns<Kind extends Shown>(
  specOf: (object: Kind) => JobSpec | undefined,
): KindColumn<Kind>[] {
  return [
    text<Kind>('Containers', 'Names of the containers', (one) => containerNames(specOf(one)?.template?.spec)),
    text<Kind>('Images', 'Images of the containers', (one) => containerImages(specOf(one)?.template?.spec)),
    text<Kind>('Selector', 'Labels by which its pods are found', (one) =>
      orElse(selectorText(specOf(one)?.selector), NONE),
    ),
  ].map(wide);
}

function suspendText(suspend: boolean | undefined): string {
  if (suspend === undefined) return UNSET;
  return suspend ? 'True' : 'False';
}

function jobStatus({ metadata, status = {} }: Job): string {
  const has = (wanted: string): boolean =>
    (status.conditions ?? []).find(({ type }) => type === wanted)?.status === 'True';
  if (has('Complete')) return 'Complete';
  if (has('Failed')) return 'Failed';
  if (metadata.deletionTimestamp) return 'Terminating';
  return ['Suspended', 'FailureTarget', 'SuccessCriteriaMet'].find(has) ?? 'Running';
}

function jobCompletions({ spec = {}, status = {} }: Job): string {
  const { completions, parallelism = 0 } = spec;
  const succeeded = status.succeeded ?? 0;
  if (completions !== undefined) return `${succeeded}/${completions}`;
  return parallelism > 1 ? `${succeeded}/1 of ${parallelism}` : `${succeeded}/1`;
}

function jobDuration({ status = {} }: Job, now: Date): string {
  const { startTime, completionTime } = status;
  if (startTime === undefined) return '';
  const end = completionTime === undefined ? now.getTime() : Date.parse(completionTime);
  return humanDuration(end - Date.parse(startTime));
}
