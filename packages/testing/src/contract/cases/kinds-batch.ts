import type { KindRow } from './kinds-row.ts';

const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'app', image: 'app:1' }] } };
const meta = { name: 'one' };
const jobSpec = (spec: object) => ({ spec });

export const jobRow: KindRow = {
  kind: 'Job',
  collection: '/apis/batch/v1/namespaces/{namespace}/jobs',
  minimal: { apiVersion: 'batch/v1', kind: 'Job', metadata: meta, spec: { template } },
  accepted: {
    'with an index for each pod': jobSpec({
      completionMode: 'Indexed',
      completions: 3,
      parallelism: 2,
      backoffLimitPerIndex: 1,
      ttlSecondsAfterFinished: 60,
      suspend: true,
    }),
    'with a selector of its own': {
      spec: {
        manualSelector: true,
        selector: { matchLabels: { job: 'mine' } },
        template: { metadata: { labels: { job: 'mine' } } },
      },
    },
    'with a failure policy': jobSpec({
      podFailurePolicy: {
        rules: [
          { action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget' }] },
          { action: 'FailJob', onExitCodes: { operator: 'In', values: [42] } },
        ],
      },
    }),
    'managed by another controller': jobSpec({ managedBy: 'example.com/other', completions: 1 }),
  },
  refused: {
    'no template': { spec: { template: null } },
    'a template that always restarts': { spec: { template: { spec: { restartPolicy: 'Always' } } } },
    'a template without a restart policy': { spec: { template: { spec: { restartPolicy: null } } } },
    'negative numbers': jobSpec({
      parallelism: -1,
      completions: -1,
      backoffLimit: -1,
      activeDeadlineSeconds: -1,
    }),
    'a selector without saying it is manual': jobSpec({ selector: { matchLabels: { a: 'b' } } }),
    'a manual selector that does not fit': jobSpec({
      manualSelector: true,
      selector: { matchLabels: { a: 'b' } },
    }),
    'an index without completions': jobSpec({ completionMode: 'Indexed', completions: null, parallelism: 3 }),
    'an unknown completion mode': jobSpec({ completionMode: 'Random' }),
    'back-off per index without an index': jobSpec({ backoffLimitPerIndex: 1 }),
    'a failure policy with a restart': {
      spec: {
        template: { spec: { restartPolicy: 'OnFailure' } },
        podFailurePolicy: { rules: [{ action: 'FailJob', onExitCodes: { operator: 'In', values: [0] } }] },
      },
    },
    'an owner of no domain': jobSpec({ managedBy: 'other' }),
  },
  updates: {
    'parallelism may change': jobSpec({ parallelism: 2 }),
    'it can be suspended': jobSpec({ suspend: true }),
    'completions cannot change': jobSpec({ completions: 2 }),
    'the selector cannot change': jobSpec({ selector: { matchLabels: { a: 'b' } } }),
    'the template cannot change': {
      spec: { template: { spec: { containers: [{ name: 'app', image: 'app:2' }] } } },
    },
    'the completion mode cannot change': jobSpec({ completionMode: 'Indexed' }),
    'the deadline may change': jobSpec({ activeDeadlineSeconds: 5, ttlSecondsAfterFinished: 5 }),
  },
};

export const cronJobRow: KindRow = {
  kind: 'CronJob',
  collection: '/apis/batch/v1/namespaces/{namespace}/cronjobs',
  minimal: {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: meta,
    spec: { schedule: '*/5 * * * *', jobTemplate: { spec: { template } } },
  },
  accepted: {
    'in a time zone, without history': jobSpec({
      schedule: '@hourly',
      timeZone: 'Europe/Berlin',
      concurrencyPolicy: 'Forbid',
      successfulJobsHistoryLimit: 0,
      failedJobsHistoryLimit: 0,
      startingDeadlineSeconds: 0,
    }),
  },
  refused: {
    'no schedule': jobSpec({ schedule: null }),
    'a schedule that is none': jobSpec({ schedule: 'sometimes' }),
    'a minute out of range': jobSpec({ schedule: '61 * * * *' }),
    'a time zone inside the schedule': jobSpec({ schedule: 'TZ=UTC 0 * * * *' }),
    'an unknown time zone': jobSpec({ timeZone: 'Moon/Base' }),
    'an empty time zone': jobSpec({ timeZone: '' }),
    'the local time zone': jobSpec({ timeZone: 'Local' }),
    'an unknown concurrency': jobSpec({ concurrencyPolicy: 'Queue' }),
    'negative numbers': jobSpec({ startingDeadlineSeconds: -1, successfulJobsHistoryLimit: -1 }),
    'a job that always restarts': {
      spec: { jobTemplate: { spec: { template: { spec: { restartPolicy: 'Always' } } } } },
    },
    'a job with a manual selector': { spec: { jobTemplate: { spec: { manualSelector: true } } } },
    'a name too long for its jobs': { metadata: { name: 'a'.repeat(53) } },
  },
  updates: {
    'the schedule may change': jobSpec({ schedule: '@daily' }),
    'it can be suspended': jobSpec({ suspend: true }),
    'the job may change': {
      spec: { jobTemplate: { spec: { template: { spec: { containers: [{ name: 'b', image: 'b' }] } } } } },
    },
  },
};

export const podTemplateRow: KindRow = {
  kind: 'PodTemplate',
  collection: '/api/v1/namespaces/{namespace}/podtemplates',
  minimal: {
    apiVersion: 'v1',
    kind: 'PodTemplate',
    metadata: meta,
    template: { spec: { containers: [{ name: 'app', image: 'app:1' }] } },
  },
  refused: {
    'no containers': { template: { spec: { containers: [] } } },
    'a container without a name': { template: { spec: { containers: [{ image: 'x' }] } } },
  },
  updates: {
    'anything may change': { template: { spec: { containers: [{ name: 'b', image: 'b' }] } } },
  },
};

export const controllerRevisionRow: KindRow = {
  kind: 'ControllerRevision',
  collection: '/apis/apps/v1/namespaces/{namespace}/controllerrevisions',
  minimal: {
    apiVersion: 'apps/v1',
    kind: 'ControllerRevision',
    metadata: meta,
    data: { any: { thing: [1, 'two'] } },
    revision: 1,
  },
  refused: {
    'no data': { data: null },
    'a negative revision': { revision: -1 },
  },
  updates: {
    'the revision may change': { revision: 2 },
    'the data cannot': { data: { any: 'other' } },
  },
};
