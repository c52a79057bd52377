import { source, withStatus, type ManifestSource } from './manifest-source.ts';
import { COUNTS, type Mutation } from './mutation.ts';
import { OBJECT_NAMES } from './pod-mutations.ts';

const BUDGET: readonly Mutation[] = [
  ['minAvailable', 0, 5, -1, '50%', '101%', '5', 'x', null],
  ['maxUnavailable', 0, 5, -1, '50%', '101%', null],
  [
    'selector',
    null,
    {},
    { matchLabels: { 'a b': 'c' } },
    { matchExpressions: [{ key: 'a', operator: 'NotIn', values: ['x y'] }] },
  ],
  ['unhealthyPodEvictionPolicy', 'AlwaysAllow', 'IfHealthyBudget', 'Odd', ''],
];

const CONDITION = { type: 'Odd', status: 'True', reason: 'Why', lastTransitionTime: '2026-01-01T00:00:00Z' };

/** Conditions of the newer form. */
export const CONDITIONS: readonly Mutation[] = [
  [
    'conditions',
    [CONDITION],
    [CONDITION, { ...CONDITION, message: 'twice' }],
    [{ type: 'Odd' }],
    [{ ...CONDITION, type: 'a b', status: 'Maybe', observedGeneration: -1, reason: '1 bad' }],
  ],
];

const BUDGET_STATUS: readonly Mutation[] = [
  ['disruptionsAllowed', ...COUNTS],
  ['currentHealthy', ...COUNTS],
  ['desiredHealthy', ...COUNTS],
  ['expectedPods', ...COUNTS],
  ...CONDITIONS,
];

const AMOUNTS = [
  { cpu: '2' },
  { cpu: '1', memory: '1Gi' },
  { cpu: '4', 'x.example/thing': '2' },
  { storage: '1Gi' },
  { pods: '1' },
  { odd: '1' },
  { 'bad name': '1' },
  { 'hugepages-2Mi': '2Mi' },
  { 'requests.cpu': '1' },
  null,
];

const LIMIT: readonly Mutation[] = [
  ['type', 'Pod', 'Container', 'PersistentVolumeClaim', 'Odd', 'x.example/thing', '', null],
  ['max', ...AMOUNTS],
  ['min', ...AMOUNTS],
  ['default', ...AMOUNTS],
  ['defaultRequest', ...AMOUNTS],
  ['maxLimitRequestRatio', { cpu: '2' }, { cpu: '500m' }, { cpu: '20', memory: '3' }, { odd: '1' }],
];

const HARD = [
  { pods: '2' },
  { pods: '-1', 'count/x': '500m' },
  { 'requests.storage': '1Gi', persistentvolumeclaims: '1.5' },
  { 'x.example/thing': '1500m', 'requests.x.example/thing': '1' },
  { odd: '1', storage: '1' },
  { 'requests.hugepages-2Mi': '2Mi' },
  { 'gold.storageclass.storage.k8s.io/requests.storage': '1' },
  {},
  null,
];

const QUOTA: readonly Mutation[] = [
  ['hard', ...HARD],
  [
    'scopes',
    ['BestEffort'],
    ['NotBestEffort', 'Odd'],
    ['Terminating', 'NotTerminating'],
    ['VolumeAttributesClass'],
    [],
  ],
  [
    'scopeSelector',
    {},
    { matchExpressions: [{ scopeName: 'PriorityClass', operator: 'In', values: ['a'] }] },
    {
      matchExpressions: [
        { scopeName: 'PriorityClass', operator: 'In' },
        { scopeName: 'Odd', operator: 'Like' },
      ],
    },
    { matchExpressions: [{ scopeName: 'BestEffort', operator: 'In', values: ['a'] }] },
    {
      matchExpressions: [
        { scopeName: 'Terminating', operator: 'Exists', values: ['a'] },
        { scopeName: 'NotTerminating', operator: 'Exists' },
      ],
    },
  ],
];

/** Without names to try: who gives none gets one that nobody else gets. */
function namedOne(...args: Parameters<typeof source>): ManifestSource {
  const made = source(...args);
  return { ...made, places: made.places.filter(([, mutations]) => mutations !== OBJECT_NAMES) };
}

export const POLICY_SOURCES: readonly ManifestSource[] = [
  withStatus(
    source(
      ['policy', 'v1', 'PodDisruptionBudget', 'poddisruptionbudgets'],
      { spec: { minAvailable: 1, selector: { matchLabels: { app: 'a' } } } },
      [
        ['spec', BUDGET],
        ['spec', BUDGET],
      ],
    ),
    { disruptionsAllowed: 1, currentHealthy: 2, desiredHealthy: 1, expectedPods: 2 },
    BUDGET_STATUS,
  ),
  namedOne(
    ['', 'v1', 'LimitRange', 'limitranges'],
    {
      spec: {
        limits: [
          { type: 'Container', max: { cpu: '2' } },
          { type: 'Pod', max: { cpu: '3' } },
        ],
      },
    },
    [
      ['spec.limits.0', LIMIT],
      ['spec.limits.0', LIMIT],
      ['spec.limits.1', LIMIT],
    ],
  ),
  withStatus(
    source(['', 'v1', 'ResourceQuota', 'resourcequotas'], { spec: { hard: { pods: '10' } } }, [
      ['spec', QUOTA],
      ['spec', QUOTA],
    ]),
    { hard: { pods: '10' }, used: { pods: '1' } },
    [
      ['hard', ...HARD],
      ['used', ...HARD],
    ],
  ),
];
