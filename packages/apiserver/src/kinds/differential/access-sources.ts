import { clusterSource, source, type ManifestSource } from './manifest-source.ts';
import type { Mutation } from './mutation.ts';

const GROUP = 'rbac.authorization.k8s.io';

const RULE: readonly Mutation[] = [
  ['verbs', ['*'], [], null, ['odd', '']],
  ['apiGroups', [''], ['*'], ['x.example', ''], [], null],
  ['resources', ['pods', 'pods/log'], ['*'], [], null],
  ['resourceNames', ['a'], [], null],
  ['nonResourceURLs', ['/x'], ['/*', 'y'], [], null],
];

const AGGREGATION: readonly Mutation[] = [
  ['aggregationRule', {}, { clusterRoleSelectors: [] }, { clusterRoleSelectors: [{}] }],
  [
    'aggregationRule.clusterRoleSelectors',
    [{ matchLabels: { a: 'b' } }],
    [
      { matchLabels: { 'a b': 'c' } },
      { matchExpressions: [{ key: 'a', operator: 'Exists', values: ['x'] }] },
    ],
    [{ matchExpressions: [{ key: 'a', operator: 'In' }] }],
  ],
];

const BINDING: readonly Mutation[] = [
  ['roleRef.apiGroup', '', GROUP, 'x.example', null],
  ['roleRef.kind', 'Role', 'ClusterRole', 'Pod', '', null],
  ['roleRef.name', 'a:b', 'a/b', '..', '', null],
  [
    'subjects',
    null,
    [],
    [{ kind: 'User', name: 'u' }],
    [{ kind: 'Group', name: '', apiGroup: 'x' }],
    [{ kind: 'ServiceAccount', name: 's' }],
    [{ kind: 'ServiceAccount', name: 'S_', namespace: 'n', apiGroup: GROUP }],
    [{ kind: 'Robot', name: 'r' }, {}],
  ],
];

const NAMES: readonly Mutation[] = [['name', 'a:b', 'A_B', 'a/b', 'a%b', '..']];

const rules = [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }];

export const ACCESS_SOURCES: readonly ManifestSource[] = [
  source([GROUP, 'v1', 'Role', 'roles'], { rules }, [
    ['rules.0', RULE],
    ['rules.0', RULE],
    ['metadata', NAMES],
  ]),
  clusterSource([GROUP, 'v1', 'ClusterRole', 'clusterroles'], { rules }, [
    ['rules.0', RULE],
    ['rules.0', RULE],
    ['', AGGREGATION],
  ]),
  source([GROUP, 'v1', 'RoleBinding', 'rolebindings'], { roleRef: { kind: 'Role', name: 'r' } }, [
    ['', BINDING],
    ['', BINDING],
  ]),
  clusterSource(
    [GROUP, 'v1', 'ClusterRoleBinding', 'clusterrolebindings'],
    { roleRef: { kind: 'ClusterRole', name: 'r' } },
    [
      ['', BINDING],
      ['', BINDING],
    ],
  ),
];
