import { clusterSource, source, withStatus, type ManifestSource } from './manifest-source.ts';
import type { Mutation } from './mutation.ts';
import { POLICY } from './network-policy-mutations.ts';

const ENDPOINT: readonly Mutation[] = [
  [
    'addresses',
    ['10.1.0.3', '10.1.0.4'],
    ['010.1.0.3'],
    ['fd00::1'],
    ['FD00::0001'],
    ['::ffff:10.0.0.1'],
    ['0.0.0.0'],
    ['169.254.1.1'],
    ['224.0.0.7'],
    ['a.example', 'a', 'A.b', '', 'x.y.', '-a.b'],
    [],
    Array.from({ length: 101 }, (_, i) => `10.1.1.${i}`),
  ],
  ['hostname', 'h', 'H.a', ''],
  ['nodeName', 'n', 'N_', ''],
  ['zone', 'z'],
  ['conditions', { ready: true }, { ready: false, serving: true, terminating: true }],
  ['targetRef', { kind: 'Pod', name: 'p', namespace: 'default' }],
  [
    'hints',
    {},
    { forZones: [{ name: 'z' }, { name: 'z' }] },
    { forZones: [{ name: 'bad!' }], forNodes: [{ name: 'N_' }, { name: 'n' }, { name: 'n' }] },
    { forZones: Array.from({ length: 9 }, (_, i) => ({ name: `z${i}` })), forNodes: [{ name: 'N_' }] },
    { forNodes: Array.from({ length: 9 }, (_, i) => ({ name: `n${i}` })) },
  ],
];

const SLICE: readonly Mutation[] = [
  ['addressType', 'IPv4', 'IPv6', 'FQDN', 'IPX', '', null],
  ['ports.0', { port: 0 }, { port: 70_000 }, { name: 'Web' }, { protocol: 'X' }, { appProtocol: 'a b' }],
  ['ports', null, [], [{ name: 'a' }, { name: 'a' }], [{ name: 'a', port: 1 }, { port: 2 }], [{}, {}]],
  ['endpoints', null, []],
];

const BACKENDS = [
  { service: { name: 's', port: { name: 'web' } } },
  { service: { name: 's', port: { number: 0 } } },
  { service: { name: 's', port: { number: 70_000 } } },
  { service: { name: 's', port: { name: 'not a port', number: 1 } } },
  { service: { name: '1-s', port: { name: 'Web_' } } },
  { service: { name: '', port: { number: 1 } } },
  { service: { name: 'S' } },
  { service: { name: 's', port: { number: 1 } }, resource: { kind: 'K', name: 'n' } },
  { resource: { kind: 'K', name: 'n' } },
  { resource: { apiGroup: 'A_', kind: '', name: 'a/b' } },
  { resource: { apiGroup: '', kind: 'a%b', name: '..' } },
  {},
];

const INGRESS: readonly Mutation[] = [
  ['defaultBackend', null, ...BACKENDS],
  ['ingressClassName', 'nginx', 'A B', '', null],
  [
    'tls',
    [{}],
    [{ hosts: ['a.example', '*.b.example', '*', 'a.*', 'A_'], secretName: 'Bad_' }],
    [{ hosts: [''], secretName: 's' }],
  ],
  ['rules', null, [], [{}], [{ http: { paths: [] } }], [{ host: 'h' }, { host: '*.h' }, { host: '*h' }]],
  ['rules.0.host', '10.0.0.1', '010.0.0.1', 'fd00::1', 'A', '*', 'a.*.b', 'x'.repeat(254)],
  ['rules.0.http.paths.0.path', '/', '', 'x', '/a//b', '/a/./b', '/a/..', '/%2f', '/a/.', '//../%2F', null],
  ['rules.0.http.paths.0.pathType', 'Exact', 'Prefix', 'ImplementationSpecific', 'Regex', '', null],
  ['rules.0.http.paths.0.backend', ...BACKENDS],
];

const INGRESS_METADATA: readonly Mutation[] = [
  ['annotations', { 'kubernetes.io/ingress.class': 'nginx' }, { 'kubernetes.io/ingress.class': '' }],
];

const INGRESS_CLASS: readonly Mutation[] = [
  [
    'controller',
    'example.com/b',
    'a',
    '/a',
    'a/',
    'A_/b',
    'a/b c',
    'a/b/c%20',
    `a/${'x'.repeat(250)}`,
    '',
    null,
  ],
  [
    'parameters',
    {},
    { kind: 'K', name: 'n' },
    { kind: 'K', name: 'n', apiGroup: 'A_' },
    { kind: 'a/b', name: '.', scope: 'Cluster', namespace: 'x' },
    { kind: 'K', name: 'n', scope: 'Namespace' },
    { kind: 'K', name: 'n', scope: 'Namespace', namespace: 'N_' },
    { kind: 'K', name: 'n', scope: '', namespace: 'x' },
  ],
];

const PARENT: readonly Mutation[] = [
  ['parentRef', null, {}],
  ['parentRef.group', 'apps', 'A_', ''],
  ['parentRef.resource', 'pods', 'a/b', '', null],
  ['parentRef.name', 'n', '..', 'a%', '', null],
  ['parentRef.namespace', 'n', 'a/b', ''],
];

const CIDRS: readonly Mutation[] = [
  [
    'cidrs',
    ['10.7.0.0/16', 'fd00::/108'],
    ['10.8.0.0/16'],
    ['10.7.0.0/16', '10.8.0.0/16'],
    ['10.7.0.1/16'],
    ['FD00::/108'],
    ['fd00:0::/108', 'x'],
    ['a', 'b', 'c'],
    ['010.7.0.0/16'],
    [],
    null,
  ],
];

const INGRESS_STATUS: readonly Mutation[] = [
  [
    'loadBalancer.ingress',
    [{ ip: '10.0.0.1', hostname: 'h.example' }],
    [{ ip: 'FD00::1' }, { ip: '010.0.0.1' }],
    [{ hostname: '10.0.0.1' }, { hostname: 'A_' }],
    [{ ports: [{ port: 80, protocol: 'TCP', error: 'e' }] }],
    null,
  ],
];

const backend = { service: { name: 's', port: { number: 80 } } };
const networking = 'networking.k8s.io';

export const NETWORK_SOURCES: readonly ManifestSource[] = [
  source(
    ['discovery.k8s.io', 'v1', 'EndpointSlice', 'endpointslices'],
    { addressType: 'IPv4', endpoints: [{ addresses: ['10.1.0.2'] }], ports: [{ port: 80 }] },
    [
      ['', SLICE],
      ['endpoints.0', ENDPOINT],
    ],
  ),
  withStatus(
    source(
      [networking, 'v1', 'Ingress', 'ingresses'],
      {
        spec: {
          rules: [{ host: 'h.example', http: { paths: [{ path: '/', pathType: 'Exact', backend }] } }],
        },
      },
      [
        ['spec', INGRESS],
        ['spec', INGRESS],
        ['metadata', INGRESS_METADATA],
      ],
    ),
    { loadBalancer: { ingress: [{ ip: '10.0.0.9' }] } },
    INGRESS_STATUS,
  ),
  clusterSource(
    [networking, 'v1', 'IngressClass', 'ingressclasses'],
    { spec: { controller: 'example.com/a' } },
    [['spec', INGRESS_CLASS]],
  ),
  source(
    [networking, 'v1', 'NetworkPolicy', 'networkpolicies'],
    { spec: { podSelector: {}, ingress: [{ from: [{ ipBlock: { cidr: '10.0.0.0/8' } }] }] } },
    [['spec', POLICY]],
  ),
  clusterSource(
    [networking, 'v1', 'IPAddress', 'ipaddresses'],
    {
      metadata: { name: '10.96.7.7' },
      spec: { parentRef: { resource: 'services', namespace: 'default', name: 's' } },
    },
    [
      ['spec', PARENT],
      ['metadata', [['name', '10.96.7.8', 'fd00::7', 'FD00::7', '010.0.0.1', 'x']]],
    ],
  ),
  withStatus(
    clusterSource([networking, 'v1', 'ServiceCIDR', 'servicecidrs'], { spec: { cidrs: ['10.7.0.0/16'] } }, [
      ['spec', CIDRS],
    ]),
    { conditions: [] },
    [
      [
        'conditions',
        [
          {
            type: 'Ready',
            status: 'True',
            reason: 'R',
            message: '',
            lastTransitionTime: '2026-01-01T00:00:00Z',
          },
        ],
      ],
    ],
  ),
];
