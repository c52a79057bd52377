import { source, type ManifestSource } from './manifest-source.ts';
import type { Mutation } from './mutation.ts';

/** Addresses and ports are named, so that both servers give out the same. */
const SERVICE: readonly Mutation[] = [
  ['type', 'ClusterIP', 'NodePort', 'LoadBalancer', 'ExternalName', 'Odd', '', null],
  ['clusterIP', 'None', '10.96.0.78', '10.97.0.1', 'fd00::1', 'x', '010.96.0.9', ''],
  ['clusterIPs', ['None'], ['10.96.0.77', 'fd00::1'], ['10.96.0.77', '10.96.0.79'], ['x'], ['10.96.0.78']],
  ['ipFamilies', ['IPv4'], ['IPv6'], ['IPv4', 'IPv6'], ['IPv4', 'IPv4'], ['Odd']],
  ['ipFamilyPolicy', 'SingleStack', 'PreferDualStack', 'RequireDualStack', 'Odd'],
  ['externalName', 'a.example', 'A_', '', 'a.example.'],
  ['externalIPs', ['192.0.2.1'], ['127.0.0.1', 'x'], ['FD00::1'], ['010.0.0.1']],
  ['externalTrafficPolicy', 'Local', 'Cluster', 'Odd', ''],
  ['internalTrafficPolicy', 'Local', 'Cluster', 'Odd', ''],
  ['trafficDistribution', 'PreferClose', 'PreferSameZone', 'PreferSameNode', 'Odd', ''],
  ['healthCheckNodePort', 30_050, 5, -1],
  ['sessionAffinity', 'None', 'ClientIP', 'Odd', ''],
  [
    'sessionAffinityConfig',
    {},
    { clientIP: {} },
    { clientIP: { timeoutSeconds: 5 } },
    { clientIP: { timeoutSeconds: 0 } },
    { clientIP: { timeoutSeconds: 86_401 } },
  ],
  ['allocateLoadBalancerNodePorts', true, false],
  ['loadBalancerClass', 'x.example/a', 'plain', 'Bad_/x', ''],
  ['loadBalancerIP', '192.0.2.9', 'x'],
  ['loadBalancerSourceRanges', ['10.0.0.0/8'], ['10.0.0.1/8', 'x'], [' 10.0.0.0/8 '], ['FD00::/8']],
  ['publishNotReadyAddresses', true, false],
  ['selector', { a: 'b' }, { 'bad key': 'x!' }, {}],
  [
    'ports',
    null,
    [],
    [{ port: 80 }, { port: 81 }],
    [
      { name: 'a', port: 80 },
      { name: 'a', port: 81 },
    ],
  ],
  [
    'ports',
    [
      { name: 'a', port: 80, nodePort: 30_001 },
      { name: 'b', port: 80, nodePort: 30_001 },
    ],
    [
      { name: 'a', port: 80 },
      { name: 'b', port: 80, protocol: 'UDP' },
    ],
  ],
];

const PORT: readonly Mutation[] = [
  ['port', 81, 0, 65_536, -1],
  ['name', 'web', 'Web_', 'x'.repeat(64), ''],
  ['targetPort', 8080, 0, 'web', 'Web_', '', 'x'.repeat(16)],
  ['nodePort', 30_001, 1, -1, 0],
  ['protocol', 'UDP', 'SCTP', 'Odd', ''],
  ['appProtocol', 'http', 'kubernetes.io/h2c', 'a b', ''],
];

const ANNOTATIONS: readonly Mutation[] = [
  [
    'annotations',
    { 'service.beta.kubernetes.io/load-balancer-source-ranges': '10.0.0.0/8' },
    { 'service.beta.kubernetes.io/load-balancer-source-ranges': 'x' },
    { 'service.kubernetes.io/topology-mode': 'Auto' },
    {
      'service.kubernetes.io/topology-mode': 'Auto',
      'service.kubernetes.io/topology-aware-hints': 'Disabled',
    },
  ],
];

const ADDRESSES = [
  [{ ip: '10.1.0.3', hostname: 'h', nodeName: 'n' }],
  [{ ip: '010.1.0.3' }],
  [{ ip: 'FD00::1' }],
  [{ ip: '169.254.1.1', hostname: 'H_', nodeName: 'N_' }],
  [{ ip: '' }],
  [],
];

const ENDPOINTS: readonly Mutation[] = [
  ['subsets', null, [], [{}]],
  ['subsets.0.addresses', ...ADDRESSES, null],
  ['subsets.0.notReadyAddresses', ...ADDRESSES],
  [
    'subsets.0.ports',
    null,
    [{ port: 0 }],
    [{ port: 80 }, { port: 81 }],
    [{ name: 'A', port: 80, protocol: 'Odd', appProtocol: 'a b' }],
    [
      { name: 'a', port: 1 },
      { name: 'a', port: 2, protocol: 'UDP' },
    ],
  ],
];

const ports = [{ port: 80, nodePort: 30_007 }];

export const SERVICE_SOURCES: readonly ManifestSource[] = [
  ...[
    { clusterIP: '10.96.0.77', ports: [{ port: 80 }] },
    { type: 'NodePort', clusterIP: '10.96.0.76', ports },
    { type: 'LoadBalancer', clusterIP: '10.96.0.75', ports: [{ port: 80, nodePort: 30_009 }] },
    { clusterIP: 'None', selector: { a: 'b' } },
    { type: 'ExternalName', externalName: 'a.example' },
  ].map((spec, i) =>
    source(['', 'v1', 'Service', 'services'], { metadata: { name: `s${i}` }, spec }, [
      ['spec', SERVICE],
      ['spec', SERVICE],
      ['spec.ports.0', PORT],
      ['metadata', ANNOTATIONS],
    ]),
  ),
  source(
    ['', 'v1', 'Endpoints', 'endpoints'],
    { subsets: [{ addresses: [{ ip: '10.1.0.2' }], ports: [{ port: 80 }] }] },
    [['', ENDPOINTS]],
  ),
];
