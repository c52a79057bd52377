import { clusterSource, withStatus, type ManifestSource } from './manifest-source.ts';
import type { Mutation } from './mutation.ts';
import { CONDITIONS } from './policy-sources.ts';

const GROUP = 'admissionregistration.k8s.io';

const RULE: readonly Mutation[] = [
  ['operations', ['*'], ['CREATE', '*'], ['READ', ''], [], null],
  ['apiGroups', ['*'], ['', '*'], [], null],
  ['apiVersions', ['*', 'v1'], [''], [], null],
  [
    'resources',
    ['*'],
    ['*/*', 'pods'],
    ['pods', '*'],
    ['pods/*', 'pods/log'],
    ['*/log', 'pods/log'],
    ['', 'a/b/c'],
    [],
    null,
  ],
  ['scope', '*', 'Cluster', 'Odd', '', null],
];

const NAMED_RULE: readonly Mutation[] = [...RULE, ['resourceNames', ['a'], ['a', 'a', 'b/c'], []]];

const MATCH: readonly Mutation[] = [
  ['matchPolicy', 'Exact', 'Odd', '', null],
  ['namespaceSelector', {}, { matchLabels: { 'a b': 'c' } }, null],
  ['objectSelector', { matchExpressions: [{ key: 'a', operator: 'Like' }] }, null],
];

const CONDITIONS_OF_MATCH: readonly Mutation[] = [
  [
    'matchConditions',
    [{ name: 'a', expression: 'true' }],
    [
      { name: 'a', expression: 'true' },
      { name: 'a', expression: ' ' },
    ],
    [{ name: 'a b', expression: '' }, {}],
  ],
];

/** What all policies have. */
const COMMON: readonly Mutation[] = [
  ['failurePolicy', 'Ignore', 'Odd', '', null],
  [
    'paramKind',
    {},
    { apiVersion: 'v1', kind: 'ConfigMap' },
    { apiVersion: 'A_/v_', kind: 'x y' },
    { apiVersion: 'a/b/c', kind: 'X' },
    { apiVersion: '/', kind: '' },
  ],
  ['matchConstraints', null, {}],
  ['matchConstraints.excludeResourceRules', [{}]],
  [
    'variables',
    [{ name: 'a', expression: '1' }],
    [{ name: 'a b', expression: ' ' }],
    [{ name: 'in', expression: '1' }],
    [{ name: 'a', expression: 'object.' }],
    [
      { name: 'b', expression: 'variables.a' },
      { name: 'c', expression: 'params' },
    ],
    [{}],
  ],
];

const POLICY: readonly Mutation[] = [
  ...COMMON,
  [
    'validations',
    [],
    null,
    [{ expression: ' ' }],
    [{ expression: 'true', message: ' ', reason: 'Odd' }],
    [{ expression: 'true', message: 'a\nb', messageExpression: ' ', reason: 'Invalid' }],
    [{ expression: 'object.a' }, { expression: 'variables.a == 1' }, { expression: "params.a == 'x'" }],
    [{ expression: 'request.name.startsWith(1) || request.userInfo.groups.exists(g, g == 1)' }],
    [{ expression: 'true', messageExpression: 'string(authorizer)' }],
  ],
  [
    'auditAnnotations',
    [{ key: 'a', valueExpression: "'x'" }],
    [
      { key: 'a', valueExpression: ' ' },
      { key: 'a', valueExpression: "'x'" },
    ],
    [{ key: 'a b' }],
    [{ key: 'a', valueExpression: '1' }],
  ],
];

const applied = (expression: string) => ({
  patchType: 'ApplyConfiguration',
  applyConfiguration: { expression },
});
const patched = (expression: string) => ({ patchType: 'JSONPatch', jsonPatch: { expression } });

const MUTATING: readonly Mutation[] = [
  ...COMMON,
  ['reinvocationPolicy', 'IfNeeded', 'Odd', '', null],
  [
    'mutations',
    [],
    null,
    [{}],
    [{ patchType: 'Odd' }],
    [{ patchType: 'JSONPatch' }, { patchType: 'ApplyConfiguration' }],
    [applied(' '), patched('')],
    [{ ...applied('Object{}'), jsonPatch: { expression: ' ' } }],
    [{ ...patched('[JSONPatch{}]'), applyConfiguration: {} }],
    [applied('Object{spec: Object.spec{a: variables.a}}')],
    [applied('Object.spec{}'), applied('object.a ? Object{} : Object{a: [1]}')],
    [patched("[JSONPatch{op: 1}, JSONPatch{path: 'x'}]")],
    [patched("object.list.map(x, JSONPatch{op: 'add', path: '/a', value: x})")],
  ],
];

const BINDING: readonly Mutation[] = [
  ['policyName', 'A_', '', null],
  ['validationActions', ['Warn'], ['Deny', 'Warn'], ['Deny', 'Deny'], ['Odd'], [], null],
  [
    'paramRef',
    {},
    { name: 'a', parameterNotFoundAction: 'Allow' },
    { name: 'a/b', selector: {}, parameterNotFoundAction: 'Odd' },
    { selector: { matchLabels: { 'a b': 'c' } } },
  ],
  ['matchResources', {}, { resourceRules: [{}] }],
];

const WEBHOOK: readonly Mutation[] = [
  ['name', 'a.b.c', 'a.b', 'A_', '', null],
  ['failurePolicy', 'Ignore', 'Odd', ''],
  ['sideEffects', 'NoneOnDryRun', 'Some', 'Odd', '', null],
  ['timeoutSeconds', 0, 1, 30, 31, -1, null],
  ['admissionReviewVersions', ['v1', 'v1'], ['v2'], ['V_'], [], null],
  [
    'clientConfig',
    {},
    { url: 'https://a.example/x' },
    { url: 'http://a.example' },
    { url: 'https://u:p@a.example/x?q#f' },
    { url: 'https:///x' },
    { url: 'a.example' },
    { url: 'https://a', service: { namespace: 'n', name: 's' } },
    { service: {} },
    { service: { namespace: 'n', name: 's', path: 'x//Y_/', port: 0 } },
    { service: { namespace: 'n', name: 's', path: '//' } },
  ],
];

const rule = { apiGroups: ['apps'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['deployments'] };
const webhook = {
  name: 'a.b.example',
  clientConfig: { service: { namespace: 'n', name: 's' } },
  rules: [rule],
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
};

const ofWebhooks: ManifestSource['places'] = [
  ['webhooks.0', WEBHOOK],
  ['webhooks.0', WEBHOOK],
  ['webhooks.0', MATCH],
  ['webhooks.0', CONDITIONS_OF_MATCH],
  ['webhooks.0.rules.0', RULE],
];

export const ADMISSION_SOURCES: readonly ManifestSource[] = [
  withStatus(
    clusterSource(
      [GROUP, 'v1', 'ValidatingAdmissionPolicy', 'validatingadmissionpolicies'],
      { spec: { matchConstraints: { resourceRules: [rule] }, validations: [{ expression: 'true' }] } },
      [
        ['spec', POLICY],
        ['spec', POLICY],
        ['spec', CONDITIONS_OF_MATCH],
        ['spec.matchConstraints', MATCH],
        ['spec.matchConstraints.resourceRules.0', NAMED_RULE],
      ],
    ),
    { observedGeneration: 1 },
    [...CONDITIONS, ['typeChecking', {}, { expressionWarnings: [{ fieldRef: ' ', warning: '' }] }]],
  ),
  clusterSource(
    [GROUP, 'v1', 'ValidatingAdmissionPolicyBinding', 'validatingadmissionpolicybindings'],
    { spec: { policyName: 'p', validationActions: ['Deny'] } },
    [
      ['spec', BINDING],
      ['spec', BINDING],
      ['spec.matchResources', MATCH],
    ],
  ),
  clusterSource(
    [GROUP, 'v1', 'MutatingAdmissionPolicy', 'mutatingadmissionpolicies'],
    {
      spec: {
        matchConstraints: { resourceRules: [rule] },
        mutations: [applied('Object{}')],
        reinvocationPolicy: 'Never',
      },
    },
    [
      ['spec', MUTATING],
      ['spec', MUTATING],
      ['spec', CONDITIONS_OF_MATCH],
      ['spec.matchConstraints', MATCH],
      ['spec.matchConstraints.resourceRules.0', NAMED_RULE],
      [
        'spec.matchConstraints.resourceRules.0',
        [['operations', ['DELETE'], ['CREATE', 'DELETE'], ['UPDATE']]],
      ],
    ],
  ),
  clusterSource(
    [GROUP, 'v1', 'MutatingAdmissionPolicyBinding', 'mutatingadmissionpolicybindings'],
    { spec: { policyName: 'p' } },
    [
      ['spec', BINDING.filter(([field]) => field !== 'validationActions')],
      ['spec.matchResources', MATCH],
      ['spec.matchResources', [['resourceRules', [{ ...rule, operations: ['DELETE'] }], [rule]]]],
    ],
  ),
  clusterSource(
    [GROUP, 'v1', 'ValidatingWebhookConfiguration', 'validatingwebhookconfigurations'],
    { webhooks: [webhook, { ...webhook, name: 'b.b.example' }] },
    ofWebhooks,
  ),
  clusterSource(
    [GROUP, 'v1', 'MutatingWebhookConfiguration', 'mutatingwebhookconfigurations'],
    { webhooks: [webhook] },
    [...ofWebhooks, ['webhooks.0', [['reinvocationPolicy', 'IfNeeded', 'Odd', '', null]]]],
  ),
];
