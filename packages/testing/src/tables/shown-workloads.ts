import { inCollection, type ObjectContent, type ShownObject } from './shown-object.ts';

const APPS = '/apis/apps/v1/namespaces/default';
const BATCH = '/apis/batch/v1/namespaces/default';
const CORE = '/api/v1/namespaces/default';
const LONG_AGO = '2020-01-01T00:00:00Z';
const LATER = '2020-01-03T04:05:06Z';

const two = [
  { name: 'first', image: 'first:1' },
  { name: 'second', image: 'registry.example.com/second@sha256:0' },
];
const template = { metadata: { labels: { app: 'web', tier: 'front' } }, spec: { containers: two } };
const selector = { matchLabels: { tier: 'front', app: 'web' } };
const wideSelector = {
  matchLabels: { app: 'web' },
  matchExpressions: [
    { key: 'tier', operator: 'In', values: ['front', 'back', 'a'] },
    { key: 'zone', operator: 'DoesNotExist' },
    { key: 'app', operator: 'Exists' },
    { key: 'age', operator: 'NotIn', values: ['old'] },
  ],
};
const once = { spec: { ...template.spec, restartPolicy: 'Never' } };

function job(spec: object, status?: object): ObjectContent {
  return { spec: { template: once, ...spec }, ...(status && { status }) };
}

function jobEnd(type: string, more: object = {}): object {
  const condition = { type, status: 'True', lastProbeTime: LATER, lastTransitionTime: LATER };
  const first = type === 'Complete' ? 'SuccessCriteriaMet' : 'FailureTarget';
  return { startTime: LONG_AGO, conditions: [{ ...condition, type: first }, condition], ...more };
}

/** What makes pods. */
export const SHOWN_WORKLOADS: readonly ShownObject[] = [
  ...inCollection(`${APPS}/deployments`, [
    { spec: { selector, template } },
    { spec: { replicas: 0, selector: wideSelector, template } },
    {
      spec: { replicas: 3, selector, template },
      status: { replicas: 4, updatedReplicas: 2, readyReplicas: 3, availableReplicas: 1 },
    },
  ]),
  ...inCollection(`${APPS}/replicasets`, [
    { spec: { selector, template } },
    {
      spec: { replicas: 5, selector: wideSelector, template },
      status: { replicas: 4, readyReplicas: 3, fullyLabeledReplicas: 2 },
    },
  ]),
  ...inCollection(`${APPS}/statefulsets`, [
    { spec: { serviceName: 'x', selector, template } },
    {
      spec: { replicas: 2, serviceName: 'x', selector, template },
      status: { replicas: 2, readyReplicas: 1 },
    },
  ]),
  ...inCollection(`${APPS}/daemonsets`, [
    { spec: { selector, template } },
    {
      spec: {
        selector,
        template: { ...template, spec: { ...template.spec, nodeSelector: { b: 'yes', a: '' } } },
      },
      status: {
        desiredNumberScheduled: 5,
        currentNumberScheduled: 4,
        numberReady: 3,
        updatedNumberScheduled: 2,
        numberAvailable: 1,
        numberMisscheduled: 0,
      },
    },
  ]),
  ...inCollection(`${APPS}/controllerrevisions`, [
    { revision: 1, data: { a: 1 } },
    {
      revision: 7,
      data: {},
      metadata: {
        name: 'owned',
        ownerReferences: [
          { apiVersion: 'v1', kind: 'Pod', name: 'other', uid: 'a' },
          { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'db', uid: 'b', controller: true },
        ],
      },
    },
  ]),
  ...inCollection(`${CORE}/replicationcontrollers`, [
    { spec: { template } },
    { spec: { replicas: 2, selector: { app: 'web' }, template }, status: { replicas: 2, readyReplicas: 1 } },
  ]),
  ...inCollection(`${CORE}/podtemplates`, [{ template }, { template: { spec: { containers: two } } }]),
  ...inCollection(`${BATCH}/jobs`, [
    job({}),
    job({ parallelism: 3, completions: null }),
    job({ completions: 4, suspend: true }, { conditions: [{ type: 'Suspended', status: 'True' }] }),
    job({ completions: 4 }, { startTime: LONG_AGO, active: 1, ready: 1 }),
    job({ completions: 1 }, jobEnd('Complete', { completionTime: LATER, succeeded: 1 })),
    job({ backoffLimit: 0 }, jobEnd('Failed', { failed: 1 })),
    job({}, { startTime: LONG_AGO, conditions: [{ type: 'FailureTarget', status: 'True' }] }),
    { ...job({ completions: 2 }), isDeleted: true },
  ]),
  ...inCollection(`${BATCH}/cronjobs`, [
    { spec: { schedule: '*/5 * * * *', jobTemplate: { spec: { template: once } } } },
    {
      spec: {
        schedule: '@daily',
        timeZone: 'Europe/Vienna',
        suspend: true,
        jobTemplate: { spec: { template: once } },
      },
      status: {
        lastScheduleTime: LONG_AGO,
        active: [
          { kind: 'Job', name: 'one' },
          { kind: 'Job', name: 'two' },
        ],
      },
    },
  ]),
  ...inCollection('/apis/policy/v1/namespaces/default/poddisruptionbudgets', [
    { spec: { minAvailable: 2, selector } },
    {
      spec: { maxUnavailable: '25%', selector },
      status: { disruptionsAllowed: 3, currentHealthy: 4, desiredHealthy: 1, expectedPods: 4 },
    },
  ]),
  ...inCollection(`/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers`, autoscalers()),
];

function autoscalers(): ObjectContent[] {
  const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' };
  const resource = (target: object, name = 'cpu') => ({ type: 'Resource', resource: { name, target } });
  const metric = { name: 'requests' };
  const described = { apiVersion: 'v1', kind: 'Service', name: 'front' };
  const half = { type: 'Utilization', averageUtilization: 50 };
  const few = { type: 'AverageValue', averageValue: '500m' };
  const many = { type: 'Value', value: '2k' };
  const metrics = [
    resource(half),
    resource(few, 'memory'),
    { type: 'ContainerResource', containerResource: { name: 'cpu', container: 'first', target: half } },
    { type: 'ContainerResource', containerResource: { name: 'cpu', container: 'first', target: few } },
    { type: 'Pods', pods: { metric, target: few } },
    { type: 'Object', object: { metric, describedObject: described, target: many } },
    { type: 'Object', object: { metric, describedObject: described, target: few } },
    { type: 'External', external: { metric, target: many } },
    { type: 'External', external: { metric, target: few } },
  ];
  const current = { averageUtilization: 71, averageValue: '1500m', value: '3k' };
  const measured = metrics.map((one) => {
    const [field = '', content] = Object.entries(one).find(([key]) => key !== 'type') ?? [];
    const { target: _target, ...rest } = content as { target: object };
    return { type: one.type, [field]: { ...rest, current } };
  });
  const spec = { scaleTargetRef, maxReplicas: 5 };
  const status = { desiredReplicas: 1, currentReplicas: 3 };
  return [
    { spec },
    { spec: { ...spec, minReplicas: 2, metrics } },
    ...metrics.map((one) => ({ spec: { ...spec, metrics: [one] } })),
    ...metrics.map((one, i) => ({
      spec: { ...spec, metrics: [one] },
      status: { ...status, currentMetrics: [measured[i]] },
    })),
    { spec: { ...spec, metrics: metrics.slice(0, 2) }, status: { ...status, currentMetrics: measured } },
  ];
}
