import { NAMES } from './container-mutations.ts';
import { COUNTS, type Mutation } from './mutation.ts';

const LABELS = [
  {},
  { a: 'b' },
  { 'bad key': 'x' },
  { 'example.com/k': 'v' },
  { a: 'bad value!' },
  { '/x': 'y' },
];

const IDS = [0, 1000, -1, 2147483648, null];

const TERMS = [
  { matchExpressions: [{ key: 'a', operator: 'In', values: ['b'] }] },
  { matchExpressions: [{ key: 'a', operator: 'Gt', values: ['1', '2'] }] },
  { matchExpressions: [{ key: 'beta.kubernetes.io/os', operator: 'Like', values: ['bad value!'] }] },
  { matchFields: [{ key: 'metadata.name', operator: 'In', values: ['n'] }] },
  { matchFields: [{ key: 'metadata.uid', operator: 'Exists' }] },
  {},
];

const AFFINITY_TERMS = [
  { topologyKey: 'zone', labelSelector: { matchLabels: { a: 'b' } } },
  { topologyKey: '' },
  { topologyKey: 'bad key', namespaces: ['Upper'], labelSelector: {} },
  { topologyKey: 'z', matchLabelKeys: ['app'], labelSelector: { matchLabels: { x: 'y' } } },
  { topologyKey: 'z', matchLabelKeys: ['app'], mismatchLabelKeys: ['app'], labelSelector: {} },
  { topologyKey: 'z', matchLabelKeys: ['app'] },
];

/** Of a Pod's spec. */
export const POD_SPEC: readonly Mutation[] = [
  ['restartPolicy', 'Always', 'OnFailure', 'Never', 'Perhaps', ''],
  ['dnsPolicy', 'Default', 'None', 'ClusterFirstWithHostNet', 'Odd', ''],
  [
    'dnsConfig',
    {},
    { nameservers: ['1.2.3.4'] },
    { nameservers: ['x', '01.2.3.4', '::1', '::ffff:1.2.3.4'] },
    { searches: ['a.b.', 'Bad_', '.', '_x.y'] },
    { options: [{ name: '' }, { name: 'ndots', value: '' }] },
  ],
  ['activeDeadlineSeconds', ...COUNTS],
  ['terminationGracePeriodSeconds', ...COUNTS],
  ['hostNetwork', true, false],
  ['hostPID', true, false],
  ['hostIPC', true],
  ['hostUsers', true, false],
  ['shareProcessNamespace', true, false],
  ['hostname', ...NAMES],
  ['subdomain', ...NAMES],
  ['setHostnameAsFQDN', true, false],
  ['hostnameOverride', 'a.b', 'Bad', ''],
  ['nodeName', 'n', 'Bad_', ''],
  ['nodeSelector', ...LABELS, { 'beta.kubernetes.io/os': 'linux' }],
  ['schedulerName', 'mine', ''],
  ['priorityClassName', 'system-node-critical', 'nope', ''],
  ['priority', 0, 7],
  ['preemptionPolicy', 'Never', 'PreemptLowerPriority', 'Odd'],
  ['serviceAccountName', 'default', 'nobody', 'Bad_'],
  ['serviceAccount', 'default', 'other'],
  ['automountServiceAccountToken', true, false],
  ['enableServiceLinks', true, false],
  ['imagePullSecrets', [{ name: 'a' }], [{ name: 'a' }, { name: 'a' }], [{}]],
  [
    'hostAliases',
    [{ ip: '1.2.3.4', hostnames: ['a'] }],
    [{ ip: 'x', hostnames: ['Bad_'] }],
    [{ ip: '1.1.1.1' }, { ip: '1.1.1.1' }],
    [{ ip: 'FE80:0:0:0::1' }],
  ],
  ['readinessGates', [{ conditionType: 'a/b' }], [{ conditionType: 'bad type' }]],
  ['schedulingGates', [{ name: 'a/b' }], [{ name: 'a' }, { name: 'a' }], [{ name: '' }]],
  [
    'tolerations',
    [{ operator: 'Exists' }],
    [{ key: 'a', operator: 'Exists', value: 'x' }],
    [{ key: 'a', value: 'b', effect: 'NoExecute', tolerationSeconds: 5 }],
    [{ key: 'bad key', operator: 'Odd', effect: 'Odd' }],
    [{ key: 'a', tolerationSeconds: 5 }],
    [{ key: 'a', operator: 'Lt', value: '5' }],
    [{ value: 'bad value!' }],
    [{ key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute' }],
  ],
  [
    'securityContext',
    {},
    { fsGroup: -1 },
    ...IDS.map((runAsUser) => ({ runAsUser })),
    { supplementalGroups: [1, -1] },
    {
      sysctls: [
        { name: 'net.core.x', value: '1' },
        { name: 'Bad!', value: '' },
      ],
    },
    { fsGroupChangePolicy: 'Odd' },
    { seccompProfile: { type: '' } },
    { supplementalGroupsPolicy: 'Odd' },
    { seLinuxChangePolicy: 'Odd' },
    { seLinuxChangePolicy: 'MountOption' },
    { seLinuxChangePolicy: 'Recursive' },
    { runAsNonRoot: false },
    { windowsOptions: {} },
  ],
  [
    'volumes',
    [{ name: 'v' }],
    [
      { name: 'v', emptyDir: {} },
      { name: 'v', emptyDir: {} },
    ],
    [{ name: 'v', emptyDir: { sizeLimit: '1Gi', medium: 'Memory' } }],
    [{ name: 'v', emptyDir: { sizeLimit: '-1' } }],
    [{ name: 'v', hostPath: { path: '/a/../b', type: 'Odd' } }],
    [{ name: 'v', hostPath: {} }],
    [{ name: 'v', hostPath: { path: '/x' } }],
    [
      {
        name: 'v',
        secret: {
          secretName: 's',
          items: [
            { key: 'a', path: '../b' },
            { key: '', path: '' },
          ],
        },
      },
    ],
    [{ name: 'v', secret: { optional: false } }],
    [{ name: 'v', configMap: { name: 'c', defaultMode: 511 } }],
    [{ name: 'v', configMap: { defaultMode: 512 } }],
    [{ name: 'v', persistentVolumeClaim: {} }],
    [{ name: 'v', persistentVolumeClaim: { claimName: 'c', readOnly: false } }],
    [{ name: 'v', nfs: { server: 's', path: 'relative' } }],
    [{ name: 'v', nfs: {} }],
    [
      {
        name: 'v',
        downwardAPI: {
          items: [
            { path: 'labels', fieldRef: { fieldPath: 'metadata.labels' } },
            { path: 'cpu', resourceFieldRef: { resource: 'limits.cpu' } },
            { path: '/x' },
          ],
        },
      },
    ],
    [
      {
        name: 'v',
        projected: {
          sources: [
            { secret: { name: 's', items: [{ key: 'a', path: 'p' }] } },
            { configMap: { name: 'c', items: [{ key: 'a', path: 'p' }] } },
            { serviceAccountToken: { path: '', expirationSeconds: 5 } },
            { secret: {}, configMap: {} },
          ],
        },
      },
    ],
    [{ name: 'v', projected: {} }],
    [{ name: 'v', emptyDir: {}, configMap: { name: 'c' } }],
    [{ name: 'Bad_', emptyDir: {} }, { emptyDir: {} }],
    [{ name: 'v', csi: {} }],
    [{ name: 'v', image: { reference: 'x' } }],
    [{ name: 'v', ephemeral: {} }],
    [{ name: 'v', ephemeral: { volumeClaimTemplate: { spec: {} } } }],
    [
      {
        name: 'v',
        ephemeral: {
          volumeClaimTemplate: {
            metadata: { labels: { 'a b': 'c' } },
            spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
          },
        },
      },
    ],
  ],
  [
    'topologySpreadConstraints',
    [
      {
        maxSkew: 1,
        topologyKey: 'zone',
        whenUnsatisfiable: 'DoNotSchedule',
        labelSelector: { matchLabels: { a: 'b' } },
      },
    ],
    [{ maxSkew: 0, topologyKey: '', whenUnsatisfiable: 'Hope' }],
    [
      { maxSkew: 1, topologyKey: 'a', whenUnsatisfiable: 'ScheduleAnyway', minDomains: 0 },
      { maxSkew: 2, topologyKey: 'a', whenUnsatisfiable: 'ScheduleAnyway', nodeTaintsPolicy: 'Odd' },
    ],
    [
      {
        maxSkew: 1,
        topologyKey: 'a',
        whenUnsatisfiable: 'DoNotSchedule',
        matchLabelKeys: ['app'],
        labelSelector: { matchLabels: { app: 'a' } },
      },
    ],
  ],
  ...TERMS.map((term): Mutation => [
    'affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution',
    { nodeSelectorTerms: [term] },
    { nodeSelectorTerms: [] },
  ]),
  ...TERMS.map((preference): Mutation => [
    'affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution',
    [{ weight: 1, preference }],
    [{ weight: 0, preference }],
  ]),
  ...AFFINITY_TERMS.map((term): Mutation => [
    'affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution',
    [term],
  ]),
  ...AFFINITY_TERMS.map((podAffinityTerm): Mutation => [
    'affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution',
    [{ weight: 100, podAffinityTerm }],
    [{ weight: 101, podAffinityTerm }],
  ]),
  ['runtimeClassName', 'nope'],
  ['overhead', { cpu: '1' }],
  ['os', { name: 'linux' }, { name: 'beos' }, { name: '' }],
  ['ephemeralContainers', [{ name: 'e', image: 'e' }]],
  [
    'initContainers',
    [{ name: 'i', image: 'i' }],
    [{ name: 'app', image: 'i' }],
    [{ name: 'i', image: 'i', restartPolicy: 'Always', readinessProbe: { tcpSocket: { port: 1 } } }],
    [{ name: 'i', image: 'i', livenessProbe: { tcpSocket: { port: 1 } }, lifecycle: {} }],
  ],
  ['resourceClaims', [{ name: 'c', resourceClaimName: 'r' }]],
  [
    'containers',
    [],
    null,
    [
      { name: 'app', image: 'a' },
      { name: 'app', image: 'b' },
    ],
  ],
];

/** Of metadata, an object's or a template's. */
export const METADATA: readonly Mutation[] = [
  ['labels', { app: 'a' }, { app: 'a', b: 'c' }, { app: 'a', 'bad key': 'x' }, { app: 'bad value!' }, null],
  [
    'annotations',
    { a: 'b' },
    { 'bad key': 'x' },
    { 'controller.kubernetes.io/pod-deletion-cost': '1x' },
    { 'seccomp.security.alpha.kubernetes.io/pod': 'odd' },
    { 'kubernetes.io/config.mirror': 'x' },
    { 'scheduler.alpha.kubernetes.io/critical-pod': '' },
  ],
  ['finalizers', ['a/b'], ['bad'], ['orphan', 'foregroundDeletion'], ['not valid/x']],
];

export const OBJECT_NAMES: readonly Mutation[] = [
  ['name', 'a', 'Upper', 'a.b', 'under_score', 'x'.repeat(60), 'x'.repeat(254), ''],
];
