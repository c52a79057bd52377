import { clusterSource, source, withStatus, type ManifestSource } from './manifest-source.ts';
import type { Mutation } from './mutation.ts';

const NODE: readonly Mutation[] = [
  ['podCIDR', '10.9.0.0/24', '10.9.0.0', '10.9.0.1/24', 'fd00::/64', '', null],
  ['podCIDRs', ['10.9.0.0/24'], ['10.9.0.0/24', 'fd00::/64'], ['10.9.0.0/24', '10.9.1.0/24'], ['x'], []],
  ['providerID', 'p://1', 'p://2', '', null],
  ['unschedulable', true, false],
  ['externalID', 'x', ''],
  ['configSource', {}, { configMap: { namespace: 'n', name: 'c', kubeletConfigKey: 'k' } }],
  [
    'taints',
    [],
    [{ key: 'a', effect: 'NoSchedule' }],
    [{ key: 'a' }],
    [{ key: 'a b', value: 'c d', effect: 'Odd' }],
    [
      { key: 'a', effect: 'NoExecute', timeAdded: '2026-01-01T00:00:00Z' },
      { key: 'a', effect: 'NoExecute', value: 'b' },
    ],
    [{ key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule', value: 'x' }],
    null,
  ],
];

const AMOUNTS = [
  { cpu: '4' },
  { cpu: '-1', pods: '1.5' },
  { 'x.example/thing': '500m' },
  { 'bad name': '1' },
  {},
  null,
];

const NODE_STATUS: readonly Mutation[] = [
  ['capacity', ...AMOUNTS],
  ['allocatable', ...AMOUNTS],
  [
    'addresses',
    [{ type: 'InternalIP', address: '10.0.0.1' }],
    [
      { type: 'Hostname', address: 'h' },
      { type: 'Hostname', address: 'h' },
    ],
    [{ type: 'Odd', address: 'x y' }],
  ],
  ['conditions', [{ type: 'Ready', status: 'Maybe' }], [{ type: 'a' }, { type: 'a' }]],
  ['phase', 'Running', 'Odd'],
  ['config', {}],
];

const PRIORITY: readonly Mutation[] = [
  ['value', 0, -5, 10, 1_000_000_000, 1_000_000_001, 2_000_000_001],
  ['preemptionPolicy', 'Never', 'PreemptLowerPriority', 'Odd', '', null],
  ['globalDefault', true, false],
  ['description', 'x', ''],
];

const SYSTEM_NAMES: readonly Mutation[] = [
  ['name', 'system-mine', 'system-node-critical', 'system-cluster-critical'],
];

const RUNTIME: readonly Mutation[] = [
  ['handler', 'runc', 'other', 'A.B', 'a.b', '', null],
  [
    'overhead',
    {},
    { podFixed: { cpu: '1' } },
    { podFixed: { cpu: '-1', pods: '1', odd: '2', 'x.example/t': '1.5' } },
  ],
  ['scheduling', {}, { nodeSelector: { a: 'b' } }, { nodeSelector: { 'a b': 'c d' } }],
  [
    'scheduling.tolerations',
    [{ key: 'a', operator: 'Exists' }],
    [{ operator: 'Equal' }, { key: 'a b', operator: 'Odd', effect: 'Odd' }],
    [
      { key: 'a', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 5 },
      { key: 'a', operator: 'Exists', effect: 'NoExecute' },
    ],
  ],
];

const LEASE: readonly Mutation[] = [
  ['holderIdentity', 'me', '', null],
  ['leaseDurationSeconds', 0, 5, -1, null],
  ['leaseTransitions', 0, 5, -1, null],
  ['acquireTime', '2026-01-01T00:00:00.000000Z', null],
  ['strategy', 'OldestEmulationVersion', 'Odd', ''],
  ['preferredHolder', 'you', '', null],
];

const NAMESPACE: readonly Mutation[] = [
  ['finalizers', ['kubernetes'], ['odd'], ['x.example/y', 'bad name'], []],
];

export const CLUSTER_SOURCES: readonly ManifestSource[] = [
  withStatus(
    clusterSource(['', 'v1', 'Node', 'nodes'], { spec: { podCIDR: '10.9.0.0/24', providerID: 'p://1' } }, [
      ['spec', NODE],
      ['spec', NODE],
      ['status', NODE_STATUS],
    ]),
    { capacity: { cpu: '4', pods: '110' } },
    NODE_STATUS,
  ),
  clusterSource(['scheduling.k8s.io', 'v1', 'PriorityClass', 'priorityclasses'], { value: 10 }, [
    ['', PRIORITY],
    ['', PRIORITY],
    ['metadata', SYSTEM_NAMES],
  ]),
  clusterSource(['node.k8s.io', 'v1', 'RuntimeClass', 'runtimeclasses'], { handler: 'runc' }, [
    ['', RUNTIME],
    ['', RUNTIME],
  ]),
  source(
    ['coordination.k8s.io', 'v1', 'Lease', 'leases'],
    { spec: { holderIdentity: 'me', leaseDurationSeconds: 5 } },
    [
      ['spec', LEASE],
      ['spec', LEASE],
    ],
  ),
  clusterSource(['', 'v1', 'Namespace', 'namespaces'], {}, [['spec', NAMESPACE]]),
];
