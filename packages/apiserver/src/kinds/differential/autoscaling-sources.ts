import { source, withStatus, type ManifestSource } from './manifest-source.ts';
import { COUNTS, type Mutation } from './mutation.ts';

const TARGETS = [
  { type: 'Value', value: '5' },
  { type: 'AverageValue', averageValue: '0' },
  { type: 'Utilization', averageUtilization: 0 },
  { type: 'Utilization', averageUtilization: 50, averageValue: '1' },
  { type: 'AverageValue', averageValue: '2', value: '-1' },
  { type: 'Odd' },
  {},
];

const METRICS = TARGETS.flatMap((target) => [
  [{ type: 'Resource', resource: { name: 'cpu', target } }],
  [{ type: 'Resource', resource: { name: '', target } }],
  [{ type: 'Pods', pods: { metric: { name: 'm' }, target } }],
  [
    {
      type: 'External',
      external: { metric: { name: 'a/b', selector: { matchLabels: { a: 'b' } } }, target },
    },
  ],
  [
    {
      type: 'Object',
      object: {
        metric: { name: '' },
        describedObject: { kind: 'Service', name: 's', apiVersion: 'a/b/c' },
        target,
      },
    },
  ],
  [{ type: 'ContainerResource', containerResource: { name: 'odd', container: 'C_', target } }],
]);

const target = { type: 'Utilization', averageUtilization: 50 };

const SPEC: readonly Mutation[] = [
  ['minReplicas', 0, 1, 5, -1, null],
  ['maxReplicas', 0, 1, -1, 7, null],
  ['scaleTargetRef.kind', 'ReplicationController', 'a/b', '', null],
  ['scaleTargetRef.name', 'a%b', '..', '', null],
  ['scaleTargetRef.apiVersion', 'v1', 'apps/v1', 'a/b/c', '/', '/v1', '', null],
];

const NEW_SPEC: readonly Mutation[] = [
  ...SPEC,
  [
    'metrics',
    ...METRICS,
    [],
    [{ type: '' }],
    [{ type: 'Pods', resource: { name: 'cpu', target } }],
    [{ type: 'Resource', resource: { name: 'cpu', target }, pods: { metric: { name: 'm' }, target } }],
    null,
  ],
];

const RULES: readonly Mutation[] = [
  ['stabilizationWindowSeconds', 0, 3600, 3601, -1],
  ['selectPolicy', 'Max', 'Min', 'Disabled', 'Odd', ''],
  [
    'policies',
    [{ type: 'Pods', value: 1, periodSeconds: 1800 }],
    [{ type: 'Percent', value: 0, periodSeconds: 1801 }, {}],
  ],
  ['tolerance', '0.1', '-1', '0'],
];

const STATUS: readonly Mutation[] = [
  ['currentReplicas', ...COUNTS],
  ['desiredReplicas', ...COUNTS],
  ['observedGeneration', 1, -1],
];

const NEW_STATUS: readonly Mutation[] = [
  ...STATUS,
  ['conditions', [{ type: 'Odd', status: 'Maybe' }], [{ type: 'a' }, { type: 'a' }], null],
  [
    'currentMetrics',
    [{ type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: 5, averageValue: '1' } } }],
    [{ type: 'Odd' }],
    null,
  ],
];

const ANNOTATIONS: readonly Mutation[] = [
  [
    'annotations',
    { 'autoscaling.alpha.kubernetes.io/metrics': 'no JSON', a: 'b' },
    {
      'autoscaling.alpha.kubernetes.io/metrics':
        '[{"type":"Pods","pods":{"metricName":"m","targetAverageValue":"1"}}]',
    },
    {
      'autoscaling.alpha.kubernetes.io/metrics':
        '[{"type":"External","external":{"metricName":"m","targetValue":2}}]',
    },
    { 'autoscaling.alpha.kubernetes.io/metrics': '[{"type":"Pods","pods":{"metricName":5}}]' },
    {
      'autoscaling.alpha.kubernetes.io/metrics':
        '[{"type":"Object","object":{"metricName":"m","averageValue":"1"}}]',
    },
    { 'autoscaling.alpha.kubernetes.io/behavior': '{"ScaleUp":{"Policies":[{"Type":"Pods","Value":1}]}}' },
    { 'autoscaling.alpha.kubernetes.io/behavior': '{}' },
    { 'autoscaling.alpha.kubernetes.io/conditions': '[{"type":"Odd","status":"True"}]' },
    { 'autoscaling.alpha.kubernetes.io/current-metrics': '[{"type":"Resource","resource":{"name":"cpu"}}]' },
  ],
];

const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' };
const spec = { scaleTargetRef, maxReplicas: 5 };

export const AUTOSCALING_SOURCES: readonly ManifestSource[] = [
  withStatus(
    source(['autoscaling', 'v2', 'HorizontalPodAutoscaler', 'horizontalpodautoscalers'], { spec }, [
      ['spec', NEW_SPEC],
      ['spec', NEW_SPEC],
      ['spec.behavior.scaleUp', RULES],
      ['spec.behavior.scaleDown', RULES],
    ]),
    { currentReplicas: 1, desiredReplicas: 1 },
    NEW_STATUS,
  ),
  withStatus(
    source(
      ['autoscaling', 'v1', 'HorizontalPodAutoscaler', 'horizontalpodautoscalers'],
      { metadata: { name: 'old' }, spec: { ...spec, targetCPUUtilizationPercentage: 50 } },
      [
        ['spec', [...SPEC, ['targetCPUUtilizationPercentage', 0, 5, -1, null]]],
        ['spec', SPEC],
        ['metadata', ANNOTATIONS],
      ],
    ),
    { currentReplicas: 1, desiredReplicas: 1, currentCPUUtilizationPercentage: 5 },
    [...STATUS, ['currentCPUUtilizationPercentage', 0, 7, null]],
  ),
];
