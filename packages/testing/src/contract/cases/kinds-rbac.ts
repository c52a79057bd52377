import type { KindRow } from './kinds-row.ts';

const meta = { name: 'one' };
const group = 'rbac.authorization.k8s.io';
const rules = [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }];
const namespaced = (plural: string) => `/apis/${group}/v1/namespaces/{namespace}/${plural}`;

export const roleRow: KindRow = {
  kind: 'Role',
  collection: namespaced('roles'),
  minimal: { apiVersion: `${group}/v1`, kind: 'Role', metadata: meta, rules },
  accepted: {
    'without rules': { rules: null },
    'with a name that has a colon': { metadata: { name: 'a:b' } },
  },
  refused: {
    'a rule without verbs': { rules: [{ apiGroups: [''], resources: ['pods'], verbs: [] }] },
    'a rule without groups': { rules: [{ resources: ['pods'], verbs: ['get'] }] },
    'a rule without resources': { rules: [{ apiGroups: [''], verbs: ['get'] }] },
    'a rule for URLs in a namespace': { rules: [{ nonResourceURLs: ['/x'], verbs: ['get'] }] },
    'a name with a slash': { metadata: { name: 'a/b' } },
  },
  updates: { 'rules may change': { rules: [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }] } },
};

export const clusterRoleRow: KindRow = {
  kind: 'ClusterRole',
  collection: `/apis/${group}/v1/clusterroles`,
  minimal: { apiVersion: `${group}/v1`, kind: 'ClusterRole', metadata: meta, rules },
  accepted: {
    'for URLs': { rules: [{ nonResourceURLs: ['/healthz', '/metrics/*'], verbs: ['get'] }] },
  },
  refused: {
    'resources and URLs in one rule': {
      rules: [{ apiGroups: [''], resources: ['pods'], nonResourceURLs: ['/x'], verbs: ['get'] }],
    },
    'an aggregation without selectors': { aggregationRule: { clusterRoleSelectors: [] } },
    'an aggregation with a bad selector': {
      aggregationRule: { clusterRoleSelectors: [{ matchExpressions: [{ key: 'a', operator: 'Like' }] }] },
    },
  },
  updates: { 'rules may go': { rules: null } },
};

const roleRef = { apiGroup: group, kind: 'Role', name: 'r' };

export const roleBindingRow: KindRow = {
  kind: 'RoleBinding',
  collection: namespaced('rolebindings'),
  minimal: { apiVersion: `${group}/v1`, kind: 'RoleBinding', metadata: meta, roleRef },
  accepted: {
    'with subjects': {
      subjects: [
        { kind: 'User', name: 'u' },
        { kind: 'Group', name: 'g', apiGroup: group },
        { kind: 'ServiceAccount', name: 's', namespace: 'n' },
      ],
    },
    'of a ClusterRole, without its group': { roleRef: { apiGroup: null, kind: 'ClusterRole' } },
  },
  refused: {
    'no role': { roleRef: null },
    'a role of an unknown kind': { roleRef: { kind: 'Pod' } },
    'a role of an unknown group': { roleRef: { apiGroup: 'x.example' } },
    'a role without a name': { roleRef: { name: null } },
    'subjects that are not': {
      subjects: [
        { kind: 'ServiceAccount', name: 'S', namespace: '' },
        { kind: 'Robot', name: '' },
        { kind: 'User', name: 'u', apiGroup: 'x.example' },
      ],
    },
  },
  updates: {
    'subjects may change': { subjects: [{ kind: 'User', name: 'u', apiGroup: group }] },
    'the role cannot': { roleRef: { name: 'other' } },
    'nor its kind': { roleRef: { kind: 'ClusterRole' } },
  },
};

export const clusterRoleBindingRow: KindRow = {
  kind: 'ClusterRoleBinding',
  collection: `/apis/${group}/v1/clusterrolebindings`,
  minimal: {
    apiVersion: `${group}/v1`,
    kind: 'ClusterRoleBinding',
    metadata: meta,
    roleRef: { apiGroup: group, kind: 'ClusterRole', name: 'r' },
  },
  refused: {
    'a Role': { roleRef: { kind: 'Role' } },
    'a service account without a namespace': { subjects: [{ kind: 'ServiceAccount', name: 's' }] },
  },
  updates: { 'the role cannot change': { roleRef: { name: 'other' } } },
};
