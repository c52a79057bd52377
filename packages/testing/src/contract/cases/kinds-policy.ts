import type { KindRow } from './kinds-row.ts';

const meta = { name: 'one' };
const cpu = {
  type: 'Resource',
  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } },
};
const target = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' };

export const autoscalerRow: KindRow = {
  kind: 'HorizontalPodAutoscaler',
  collection: '/apis/autoscaling/v2/namespaces/{namespace}/horizontalpodautoscalers',
  minimal: {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: meta,
    spec: { scaleTargetRef: target, maxReplicas: 3 },
  },
  accepted: {
    'with metrics and behaviour': {
      spec: {
        minReplicas: 2,
        metrics: [
          cpu,
          { type: 'External', external: { metric: { name: 'm' }, target: { type: 'Value', value: '5' } } },
        ],
        behavior: {
          scaleDown: { stabilizationWindowSeconds: 60 },
          scaleUp: { policies: [{ type: 'Pods', value: 2, periodSeconds: 15 }] },
        },
      },
    },
  },
  refused: {
    'no target': { spec: { scaleTargetRef: null } },
    'a maximum of none': { spec: { maxReplicas: 0 } },
    'a minimum above the maximum': { spec: { minReplicas: 5 } },
    'a minimum of none': { spec: { minReplicas: 0 } },
    'a metric without a source': { spec: { metrics: [{ type: 'Resource' }] } },
    'a metric of an unknown type': { spec: { metrics: [{ type: 'Mood' }] } },
    'a target without a value': {
      spec: { metrics: [{ type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization' } } }] },
    },
    'a policy of an unknown type': {
      spec: { behavior: { scaleUp: { policies: [{ type: 'Guess', value: 0, periodSeconds: 0 }] } } },
    },
  },
  updates: {
    'the maximum may change': { spec: { maxReplicas: 9 } },
    'the target may change': { spec: { scaleTargetRef: { name: 'e' } } },
  },
};

const app = { matchLabels: { app: 'a' } };

export const disruptionBudgetRow: KindRow = {
  kind: 'PodDisruptionBudget',
  collection: '/apis/policy/v1/namespaces/{namespace}/poddisruptionbudgets',
  minimal: {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: meta,
    spec: { minAvailable: 1, selector: app },
  },
  accepted: {
    'in percent': {
      spec: { minAvailable: null, maxUnavailable: '20%', unhealthyPodEvictionPolicy: 'AlwaysAllow' },
    },
    'for every pod': { spec: { selector: { matchLabels: null } } },
  },
  refused: {
    'both limits': { spec: { maxUnavailable: 1 } },
    'a negative limit': { spec: { minAvailable: -1 } },
    'over all': { spec: { minAvailable: '101%' } },
    'a limit that is no percentage': { spec: { minAvailable: 'most' } },
    'a selector with an unknown operator': {
      spec: { selector: { matchExpressions: [{ key: 'a', operator: 'Like' }] } },
    },
    'an unknown policy for unhealthy pods': { spec: { unhealthyPodEvictionPolicy: 'Never' } },
  },
  updates: {
    'the limit may change': { spec: { minAvailable: 2 } },
    'the selector may change': { spec: { selector: { matchLabels: { app: 'b' } } } },
  },
  patches: {
    'the selector is replaced, not merged': { spec: { selector: { matchLabels: { other: 'c' } } } },
  },
};

export const priorityClassRow: KindRow = {
  kind: 'PriorityClass',
  collection: '/apis/scheduling.k8s.io/v1/priorityclasses',
  minimal: { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: meta, value: 10 },
  accepted: { 'that never preempts': { preemptionPolicy: 'Never', description: 'low' } },
  refused: {
    'a value for the system only': { value: 1000000001 },
    'an unknown preemption': { preemptionPolicy: 'Sometimes' },
    'a name for the system only': { metadata: { name: 'system-mine' } },
  },
  updates: {
    'the description may change': { description: 'new' },
    'the value cannot': { value: 11 },
    'preemption cannot': { preemptionPolicy: 'Never' },
  },
};

export const resourceQuotaRow: KindRow = {
  kind: 'ResourceQuota',
  collection: '/api/v1/namespaces/{namespace}/resourcequotas',
  minimal: { apiVersion: 'v1', kind: 'ResourceQuota', metadata: meta, spec: { hard: { pods: '10' } } },
  accepted: {
    'of a scope': {
      spec: {
        hard: { 'requests.cpu': '1', 'count/deployments.apps': '2' },
        scopeSelector: {
          matchExpressions: [{ scopeName: 'PriorityClass', operator: 'In', values: ['high'] }],
        },
      },
    },
  },
  refused: {
    'an unknown resource': { spec: { hard: { stars: '1' } } },
    'a negative amount': { spec: { hard: { pods: '-1' } } },
    'half a pod': { spec: { hard: { pods: '500m' } } },
    'an unknown scope': { spec: { scopes: ['Big'] } },
    'scopes that exclude each other': { spec: { scopes: ['BestEffort', 'NotBestEffort'] } },
  },
  updates: {
    'amounts may change': { spec: { hard: { pods: '20' } } },
    'scopes cannot': { spec: { scopes: ['BestEffort'] } },
  },
};

const limits = (...items: object[]) => ({ spec: { limits: items } });

export const limitRangeRow: KindRow = {
  kind: 'LimitRange',
  collection: '/api/v1/namespaces/{namespace}/limitranges',
  minimal: {
    apiVersion: 'v1',
    kind: 'LimitRange',
    metadata: meta,
    spec: { limits: [{ type: 'Container', max: { cpu: '2' } }] },
  },
  accepted: {
    'of claims and pods': limits(
      { type: 'PersistentVolumeClaim', min: { storage: '1Gi' } },
      { type: 'Pod', max: { memory: '1Gi' }, maxLimitRequestRatio: { memory: '2' } },
    ),
  },
  refused: {
    'a minimum above the maximum': limits({ type: 'Container', min: { cpu: '3' }, max: { cpu: '2' } }),
    'a default above the maximum': limits({ type: 'Container', default: { cpu: '3' }, max: { cpu: '2' } }),
    'a default for pods': limits({ type: 'Pod', default: { cpu: '1' } }),
    'one type twice': limits({ type: 'Pod', max: { cpu: '1' } }, { type: 'Pod', max: { cpu: '1' } }),
    'a claim without a storage limit': limits({ type: 'PersistentVolumeClaim' }),
  },
  updates: { 'limits may change': limits({ type: 'Container', max: { cpu: '4' } }) },
};

export const runtimeClassRow: KindRow = {
  kind: 'RuntimeClass',
  collection: '/apis/node.k8s.io/v1/runtimeclasses',
  minimal: { apiVersion: 'node.k8s.io/v1', kind: 'RuntimeClass', metadata: meta, handler: 'runc' },
  accepted: {
    'with overhead and placement': {
      overhead: { podFixed: { cpu: '100m' } },
      scheduling: { nodeSelector: { a: 'b' }, tolerations: [{ key: 'x', operator: 'Exists' }] },
    },
  },
  refused: { 'no handler': { handler: null }, 'a handler that is no label': { handler: 'A.B' } },
  updates: { 'the handler cannot change': { handler: 'other' } },
};

const policyRules = [
  { apiGroups: ['apps'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['deployments'] },
];

export const admissionPolicyRow: KindRow = {
  kind: 'ValidatingAdmissionPolicy',
  collection: '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies',
  minimal: {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicy',
    metadata: meta,
    spec: {
      matchConstraints: { resourceRules: policyRules },
      validations: [{ expression: 'object.spec.replicas < 5' }],
    },
  },
  accepted: {
    'with variables and a message': {
      spec: {
        variables: [{ name: 'n', expression: 'object.spec.replicas' }],
        validations: [
          { expression: 'variables.n < 5', messageExpression: '"too many"', reason: 'Forbidden' },
        ],
      },
    },
  },
  refused: {
    'no rules': { spec: { matchConstraints: null } },
    'nothing to validate': { spec: { validations: null } },
    'an expression that does not parse': { spec: { validations: [{ expression: 'object.' }] } },
    'an expression that is no truth value': { spec: { validations: [{ expression: '1 + 1' }] } },
    'an unknown operation': {
      spec: { matchConstraints: { resourceRules: [{ ...policyRules[0], operations: ['READ'] }] } },
    },
    'an unknown failure policy': { spec: { failurePolicy: 'Shrug' } },
  },
  updates: { 'the failure policy may change': { spec: { failurePolicy: 'Ignore' } } },
};
