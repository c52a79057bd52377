import { COUNTS, type Mutation } from './mutation.ts';

const SELECTORS = [
  null,
  {},
  { matchLabels: { app: 'a' } },
  { matchLabels: { app: 'other' } },
  { matchExpressions: [{ key: 'app', operator: 'In', values: ['a'] }] },
  { matchExpressions: [{ key: 'app', operator: 'In' }] },
  { matchExpressions: [{ key: 'app', operator: 'Exists', values: ['x'] }] },
  { matchExpressions: [{ key: 'a b', operator: 'Near', values: ['x y'] }] },
];

const INT_OR_PERCENT = [0, 1, -1, '25%', '0%', '120%', 'many', '', '5'];

export const DEPLOYMENT: readonly Mutation[] = [
  ['replicas', ...COUNTS],
  ['minReadySeconds', ...COUNTS, 700],
  ['revisionHistoryLimit', ...COUNTS],
  ['progressDeadlineSeconds', ...COUNTS],
  ['paused', true, false],
  ['selector', ...SELECTORS],
  ['strategy.type', 'Recreate', 'RollingUpdate', 'Odd', ''],
  ['strategy.rollingUpdate', {}, null],
  ['strategy.rollingUpdate.maxSurge', ...INT_OR_PERCENT],
  ['strategy.rollingUpdate.maxUnavailable', ...INT_OR_PERCENT],
];

export const REPLICA_SET: readonly Mutation[] = [
  ['replicas', ...COUNTS],
  ['minReadySeconds', ...COUNTS],
  ['selector', ...SELECTORS],
];

export const REPLICATION_CONTROLLER: readonly Mutation[] = [
  ['replicas', ...COUNTS],
  ['minReadySeconds', ...COUNTS],
  ['selector', null, {}, { app: 'a' }, { app: 'b' }, { 'bad key': 'x' }],
  ['template', null],
];

const CLAIMS = [
  [
    {
      metadata: { name: 'v' },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    },
  ],
  [{ metadata: { name: 'v' }, spec: {} }],
  [
    {
      metadata: { name: 'd' },
      spec: {
        accessModes: ['Odd', 'ReadWriteOncePod', 'ReadWriteOnce'],
        volumeMode: 'Odd',
        storageClassName: 'Bad_',
        resources: { requests: { storage: '0' } },
      },
    },
  ],
];

export const STATEFUL_SET: readonly Mutation[] = [
  ['replicas', ...COUNTS],
  ['minReadySeconds', ...COUNTS],
  ['revisionHistoryLimit', ...COUNTS],
  ['selector', ...SELECTORS],
  ['serviceName', 'a', 'Bad_', '', null],
  ['podManagementPolicy', 'Parallel', 'OrderedReady', 'Odd', ''],
  ['ordinals', { start: 1 }, { start: -1 }, {}],
  [
    'updateStrategy',
    {},
    { type: 'OnDelete' },
    { type: 'Odd' },
    { type: 'OnDelete', rollingUpdate: { partition: 1 } },
    { rollingUpdate: {} },
    { type: 'RollingUpdate' },
    { rollingUpdate: { partition: -1, maxUnavailable: 1 } },
  ],
  ['persistentVolumeClaimRetentionPolicy', {}, { whenDeleted: 'Delete' }, { whenScaled: 'Odd' }],
  ['volumeClaimTemplates', ...CLAIMS],
];

export const DAEMON_SET: readonly Mutation[] = [
  ['minReadySeconds', ...COUNTS],
  ['revisionHistoryLimit', ...COUNTS],
  ['selector', ...SELECTORS],
  ['updateStrategy.type', 'OnDelete', 'RollingUpdate', 'Odd', ''],
  ['updateStrategy.rollingUpdate.maxSurge', ...INT_OR_PERCENT],
  ['updateStrategy.rollingUpdate.maxUnavailable', ...INT_OR_PERCENT],
];

export const JOB: readonly Mutation[] = [
  ...[
    'parallelism',
    'completions',
    'activeDeadlineSeconds',
    'backoffLimit',
    'ttlSecondsAfterFinished',
    'backoffLimitPerIndex',
    'maxFailedIndexes',
  ].map((name): Mutation => [name, ...COUNTS, 200_000]),
  ['completionMode', 'Indexed', 'NonIndexed', 'Odd'],
  ['suspend', true, false],
  ['manualSelector', true, false],
  ['selector', ...SELECTORS],
  ['managedBy', 'a.b/c', 'bad', ''],
  ['podReplacementPolicy', 'Failed', 'TerminatingOrFailed', 'Odd'],
  [
    'podFailurePolicy',
    { rules: [{ action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget' }] }] },
    { rules: [{ action: 'Odd' }] },
    {
      rules: [
        { action: 'FailJob', onExitCodes: { operator: 'In', values: [0, 2, 1, 1], containerName: 'x' } },
      ],
    },
    { rules: [{ action: 'FailIndex', onExitCodes: { operator: 'Odd', values: [] } }] },
    { rules: [] },
  ],
  [
    'successPolicy',
    { rules: [{ succeededCount: 1 }] },
    { rules: [{ succeededCount: 100 }] },
    { rules: [] },
    { rules: [{}] },
  ],
  ['template.metadata.labels', { 'job-name': 'other' }, { 'controller-uid': 'x' }],
];

export const CRON_JOB: readonly Mutation[] = [
  [
    'schedule',
    '* * * * *',
    '*/5 1-3 1,15 jan-mar mon',
    '60 * * * *',
    '* 25 * * *',
    '* * 0 * *',
    '* * * 13 *',
    '* * * * 7',
    '@hourly',
    '@every 5m',
    '@every soon',
    '@never',
    '',
    'a b c',
    '* * * *',
    '*/0 * * * *',
    '5-1 * * * *',
    '1-2-3 * * * *',
    '1/2/3 * * * *',
    'x * * * *',
    '-5 * * * *',
    'TZ=UTC * * * * *',
    'CRON_TZ=UTC * * * * *',
    '? * * * *',
    '  * * * * *  ',
  ],
  ['timeZone', 'UTC', 'Europe/Berlin', 'Nowhere/City', 'Local', '', '../x', 'Etc/GMT+1'],
  ['concurrencyPolicy', 'Allow', 'Forbid', 'Replace', 'Odd', ''],
  ['suspend', true, false],
  ['startingDeadlineSeconds', ...COUNTS],
  ['successfulJobsHistoryLimit', ...COUNTS],
  ['failedJobsHistoryLimit', ...COUNTS],
];
