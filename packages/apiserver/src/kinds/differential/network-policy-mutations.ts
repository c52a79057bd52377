import type { Mutation } from './mutation.ts';

const LABEL_SELECTORS = [
  {},
  { matchLabels: { a: 'b' } },
  { matchLabels: { 'bad key': 'x!' } },
  { matchExpressions: [{ key: 'a', operator: 'In' }] },
  { matchExpressions: [{ key: 'a', operator: 'Near', values: ['b'] }] },
];

const POLICY_PORTS = [
  { port: 80 },
  { port: 'web', protocol: 'UDP' },
  { port: 'Web_', endPort: 5 },
  { port: 0 },
  { port: 100, endPort: 50 },
  { port: 100, endPort: 70_000 },
  { endPort: 5, protocol: 'X' },
  {},
];

const POLICY_PEERS = [
  {},
  ...LABEL_SELECTORS.map((podSelector) => ({ podSelector })),
  ...LABEL_SELECTORS.map((namespaceSelector) => ({ namespaceSelector })),
  { podSelector: {}, namespaceSelector: {} },
  { podSelector: {}, ipBlock: { cidr: '10.0.0.0/8' } },
  ...[
    '10.0.0.0/8',
    '10.0.0.1/8',
    '010.0.0.0/8',
    '10.0.0.0',
    '10.0.0.0/33',
    '',
    'FD00::/8',
    'fd00:0::/16',
  ].map((cidr) => ({ ipBlock: { cidr } })),
  { ipBlock: { cidr: '10.0.0.0/8', except: ['10.1.0.0/16', '10.0.0.0/8', '11.0.0.0/16', 'x', 'fd00::/16'] } },
  { ipBlock: { cidr: 'fd00::/16', except: ['FD00:0:1::/48', '10.0.0.0/8'] } },
];

/** Of a NetworkPolicy's spec. */
export const POLICY: readonly Mutation[] = [
  ['podSelector', ...LABEL_SELECTORS, null],
  [
    'policyTypes',
    ['Ingress'],
    ['Egress', 'Egress'],
    ['Sideways'],
    ['Ingress', 'Egress', 'Ingress'],
    [],
    null,
  ],
  ['ingress', null, [{}], [{ from: POLICY_PEERS.slice(0, 2) }]],
  ['egress', null, [{}]],
  ...['ingress', 'egress'].map((list): Mutation => [
    `${list}.0.ports`,
    ...POLICY_PORTS.map((port) => [port]),
    POLICY_PORTS,
  ]),
  ['ingress.0.from', ...POLICY_PEERS.map((peer) => [peer])],
  ['egress.0.to', ...POLICY_PEERS.map((peer) => [peer])],
];
