import type { PatchCase } from './patch-case.ts';

/** Cases that chance would not find. */
export function strategicMergeEdges(): PatchCase[] {
  return [
    ...WHOLE.map((patch) => ({ original: 'deployment', patch })),
    ...POD_SPEC.map((spec) => ({ original: 'podTemplate', patch: { template: { spec } } })),
    ...METADATA.map((metadata) => ({ original: 'configMap', patch: { metadata } })),
    ...DATA.map((data) => ({ original: 'revision', patch: { data } })),
  ];
}

const WHOLE: readonly unknown[] = [
  null,
  [],
  5,
  'text',
  true,
  {},
  { $patch: 'merge' },
  { $patch: 5 },
  { $patch: null },
  { $patch: ['delete'] },
  { metadata: { $patch: 'bogus' } },
  { metadata: { labels: { $patch: 'delete' } } },
  { metadata: { labels: { $patch: 'replace', a: 'b' } } },
  { metadata: { annotations: { $patch: 'replace', a: 'b' } } },
  { spec: { $retainKeys: 'replicas', replicas: 3 } },
  { spec: { $retainKeys: ['replicas', 'selector', 'template'], replicas: 3, paused: true } },
  { spec: { strategy: { type: 'Recreate' } } },
  { spec: { strategy: { type: 'Recreate', $retainKeys: ['type'] } } },
  { spec: { strategy: { type: 'RollingUpdate', $retainKeys: ['type', 'rollingUpdate'] } } },
];

const order = (...names: string[]) => names.map((name) => ({ name }));

/** What the API server would put back into a container: such a case could not be compared. */
const DEFAULTED = ['imagePullPolicy', 'resources', 'terminationMessagePath', 'terminationMessagePolicy'];

const POD_SPEC: readonly unknown[] = [
  { containers: [{ image: 'x' }] },
  { containers: [{ $patch: 'delete' }] },
  { containers: [{ $patch: 'merge', name: 'web' }] },
  { containers: [{ $patch: 'bogus', name: 'web', fraction: 1.5, small: 0.00000015, large: 1e21 }] },
  { containers: ['web'] },
  { containers: [null] },
  { containers: [['web']] },
  { containers: [{ name: 'web' }, 5] },
  { containers: [] },
  { containers: null },
  { containers: { name: 'web' } },
  { containers: [{ name: 'web', $patch: 'delete' }] },
  {
    containers: [
      { name: 'web', image: 'a:1' },
      { name: 'web', image: 'a:2' },
    ],
  },
  { containers: [{ name: 'log', $retainKeys: ['name', 'image', ...DEFAULTED], image: 'only:1' }] },
  { containers: [{ name: 'log', $retainKeys: ['name'], image: 'only:1' }] },
  {
    containers: [
      {
        name: 'web',
        env: [
          { name: 'A', $patch: 'delete' },
          { name: 'C', $patch: 'replace', value: '3' },
        ],
      },
    ],
  },
  { affinity: { $patch: 'replace' } },
  { nodeSelector: { $patch: 'replace', zone: 'b' } },
  { $patch: 'replace', containers: [] },
  { '$setElementOrder/containers': order('sync', 'web') },
  { '$setElementOrder/containers': [] },
  { '$setElementOrder/containers': ['sync'] },
  { '$setElementOrder/containers': 'sync' },
  { '$setElementOrder/containers': null },
  { '$setElementOrder/containers': [{ other: 1 }] },
  {
    '$setElementOrder/containers': order('log', 'web'),
    containers: [
      { name: 'web', image: 'a' },
      { name: 'log', image: 'b' },
    ],
  },
  { '$setElementOrder/containers': order('log'), containers: [{ name: 'web', image: 'a' }] },
  { '$setElementOrder/containers': order('sync', 'log'), containers: [{ name: 'web', $patch: 'delete' }] },
  { '$setElementOrder/containers': order('log', 'web'), containers: 'text' },
  { $setElementOrder: [] },
  { '$setElementOrderly/containers': [] },
  { '$setElementOrder/bogus': [1] },
  { '$setElementOrder/restartPolicy': [] },
  { '$setElementOrder/securityContext': [] },
  { '$setElementOrder/affinity': [] },
  { '$setElementOrder/nodeName': [] },
  { '$setElementOrder/initContainers': order('init'), initContainers: [] },
  { '$setElementOrder/ephemeralContainers': [], ephemeralContainers: [] },
  { $deleteFromPrimitiveList: [] },
  { '$deleteFromPrimitiveLists/containers': [] },
  { '$deleteFromPrimitiveList/': ['web'] },
  { '$deleteFromPrimitiveList/containers': [{ name: 'web' }] },
  { '$deleteFromPrimitiveList/containers': ['web'] },
  { '$deleteFromPrimitiveList/tolerations': [{ key: 'a' }] },
  { '$deleteFromPrimitiveList/bogus': ['a'] },
  { '$deleteFromPrimitiveList/nodeSelector': ['a'] },
  { $retainKeys: ['containers'], containers: [{ name: 'log', image: 'b' }] },
  { $retainKeys: ['containers'], volumes: null },
  { volumes: [{ name: 'data', $retainKeys: ['name', 'hostPath'], hostPath: { path: '/x', type: '' } }] },
  { volumes: [{ name: 'data', hostPath: { path: '/x', type: '' } }] },
  { volumes: [{ name: 'host', hostPath: null, emptyDir: {} }] },
  { hostAliases: [{ ip: '10.0.0.1', hostnames: ['z'] }] },
  { topologySpreadConstraints: [{ topologyKey: 'zone', maxSkew: 2 }] },
  { topologySpreadConstraints: [{ maxSkew: 2 }] },
  { securityContext: { supplementalGroups: [1, 2] } },
];

const METADATA: readonly unknown[] = [
  { finalizers: ['b.example/new'] },
  { finalizers: ['a.example/three', 'b.example/new', 'a.example/one'] },
  { finalizers: [] },
  { finalizers: null },
  { finalizers: [{ a: 'map' }] },
  { finalizers: [['a list']] },
  { finalizers: ['a.example/one', 5] },
  { finalizers: [{ $patch: 'replace' }] },
  { '$deleteFromPrimitiveList/finalizers': ['a.example/two', 'no.example/such'] },
  { '$deleteFromPrimitiveList/finalizers': null },
  { '$deleteFromPrimitiveList/finalizers': 'a.example/two' },
  { '$deleteFromPrimitiveList/finalizers': [] },
  { '$setElementOrder/finalizers': ['a.example/three', 'a.example/one'] },
  { '$setElementOrder/finalizers': ['b.example/new', 'a.example/two'], finalizers: ['b.example/new'] },
  { '$setElementOrder/finalizers': ['a.example/two'], finalizers: ['b.example/new'] },
  { labels: { $patch: 'replace' } },
  { ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name: 'n', uid: 'u' }] },
];

/** Of a field that is any object. */
const DATA: readonly unknown[] = [
  { spec: { replicas: 2 } },
  { list: [2] },
  { '$setElementOrder/list': [1] },
  { fresh: 1 },
  {},
];
