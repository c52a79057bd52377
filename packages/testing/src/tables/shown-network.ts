import { inCollection, type ShownObject } from './shown-object.ts';

const CORE = '/api/v1/namespaces/default';
const NETWORKING = '/apis/networking.k8s.io/v1';
const ADMISSION = '/apis/admissionregistration.k8s.io/v1';
const FLOWS = '/apis/flowcontrol.apiserver.k8s.io/v1';
const DEVICES = '/apis/resource.k8s.io/v1';

const selector = { app: 'web', tier: 'front' };
const ports = [
  { name: 'http', port: 80 },
  { name: 'dns', port: 53, protocol: 'UDP' },
];
const balancers = (...ingress: object[]) => ({ loadBalancer: { ingress } });
const backend = { service: { name: 'web', port: { number: 80 } } };
const ruleFor = (host?: string) => ({
  ...(host !== undefined && { host }),
  http: { paths: [{ path: '/', pathType: 'Prefix', backend }] },
});
const address = (ip: string) => ({ ip });
const hook = {
  clientConfig: { url: 'https://example.com/' },
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
};
const limited = (limitResponse: object) => ({
  type: 'Limited',
  limited: { nominalConcurrencyShares: 7, limitResponse },
});

/** Services, ingresses, and what admits and queues requests. */
export const SHOWN_NETWORK: readonly ShownObject[] = [
  ...inCollection(`${CORE}/services`, [
    { spec: { ports, selector } },
    { spec: { clusterIP: 'None' } },
    { spec: { ports, externalIPs: ['192.0.2.7', '192.0.2.8'] } },
    { spec: { type: 'NodePort', ports: [{ port: 80, nodePort: 30_080 }] } },
    { spec: { type: 'ExternalName', externalName: 'www.example.com' } },
    { spec: { type: 'LoadBalancer', allocateLoadBalancerNodePorts: false, ports } },
    {
      spec: { type: 'LoadBalancer', allocateLoadBalancerNodePorts: false, ports },
      status: balancers(
        { ip: '203.0.113.9' },
        { hostname: 'a-long-name.example.com' },
        { ip: '203.0.113.10' },
      ),
    },
    {
      spec: {
        type: 'LoadBalancer',
        allocateLoadBalancerNodePorts: false,
        ports,
        externalIPs: ['192.0.2.7'],
      },
      status: balancers({ hostname: 'one.example.com' }),
    },
  ]),
  ...inCollection(`${NETWORKING}/namespaces/default/ingresses`, [
    { spec: { defaultBackend: backend } },
    {
      spec: {
        ingressClassName: 'nginx',
        rules: [ruleFor('a.example.com')],
        tls: [{ hosts: ['a.example.com'] }],
      },
      status: balancers({ ip: '203.0.113.9' }, { hostname: 'a-long-name.example.com' }),
    },
    { spec: { rules: [ruleFor(), ruleFor('a.io'), ruleFor('b.io'), ruleFor('c.io')] } },
    { spec: { rules: [ruleFor('a.io'), ruleFor('b.io'), ruleFor('c.io'), ruleFor(), ruleFor('d.io')] } },
  ]),
  ...inCollection(`${NETWORKING}/ingressclasses`, [
    { spec: { controller: 'example.com/one' } },
    {
      metadata: { annotations: { 'ingressclass.kubernetes.io/is-default-class': 'true' } },
      spec: {
        controller: 'example.com/two',
        parameters: { apiGroup: 'example.com', kind: 'Config', name: 'two', scope: 'Cluster' },
      },
    },
    { spec: { controller: 'example.com/three', parameters: { kind: 'Namespace', name: 'x' } } },
  ]),
  ...inCollection(`${NETWORKING}/namespaces/default/networkpolicies`, [
    { spec: { podSelector: {} } },
    { spec: { podSelector: { matchLabels: selector } } },
  ]),
  ...inCollection(`${NETWORKING}/servicecidrs`, [{ spec: { cidrs: ['10.200.0.0/24', 'fd00:200::/112'] } }]),
  ...inCollection(`${CORE}/endpoints`, [
    {},
    { subsets: [{ addresses: [address('10.0.0.1'), address('fd00::1')], ports }] },
    { subsets: [{ addresses: [address('10.0.0.1')] }, { notReadyAddresses: [address('10.0.0.2')], ports }] },
    { subsets: [{ notReadyAddresses: [address('10.0.0.2')] }] },
    { subsets: [{ addresses: ['1', '2', '3', '4'].map((last) => address(`10.0.0.${last}`)) }] },
  ]),
  ...inCollection('/apis/discovery.k8s.io/v1/namespaces/default/endpointslices', [
    { addressType: 'IPv4', endpoints: [] },
    {
      addressType: 'IPv4',
      ports: [{ name: 'a', port: 1 }, { name: 'b' }, { name: 'c', port: 3 }, { name: 'd', port: 4 }],
      endpoints: [{ addresses: ['10.0.0.1'] }, { addresses: ['10.0.0.2'] }],
    },
    {
      addressType: 'IPv6',
      ports: [{ name: '' }],
      endpoints: ['1', '2', '3', '4', '5'].map((last) => ({ addresses: [`fd00::${last}`] })),
    },
  ]),
  ...inCollection(`${ADMISSION}/validatingwebhookconfigurations`, [
    {},
    {
      webhooks: [
        { ...hook, name: 'a.example.com' },
        { ...hook, name: 'b.example.com' },
      ],
    },
  ]),
  ...inCollection(`${ADMISSION}/mutatingwebhookconfigurations`, [{}]),
  ...inCollection(`${ADMISSION}/validatingadmissionpolicies`, [
    {
      spec: {
        paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
        matchConstraints: {
          resourceRules: [
            {
              apiGroups: ['example.com'],
              apiVersions: ['v1'],
              operations: ['CREATE'],
              resources: ['nothing'],
            },
          ],
        },
        validations: [{ expression: 'true' }],
      },
    },
  ]),
  ...inCollection(`${ADMISSION}/validatingadmissionpolicybindings`, [
    { spec: { policyName: 'p', validationActions: ['Deny'] } },
    {
      spec: {
        policyName: 'p',
        validationActions: ['Deny'],
        paramRef: { name: 'x', namespace: 'y', parameterNotFoundAction: 'Allow' },
      },
    },
    {
      spec: {
        policyName: 'p',
        validationActions: ['Deny'],
        paramRef: { name: 'x', parameterNotFoundAction: 'Allow' },
      },
    },
    {
      spec: {
        policyName: 'p',
        validationActions: ['Deny'],
        paramRef: {
          parameterNotFoundAction: 'Allow',
          selector: {
            matchLabels: selector,
            matchExpressions: [
              { key: 'a', operator: 'In', values: ['x', 'y'] },
              { key: 'b', operator: 'Exists' },
            ],
          },
        },
      },
    },
  ]),
  ...inCollection(`${FLOWS}/prioritylevelconfigurations`, [
    { spec: limited({ type: 'Reject' }) },
    { spec: limited({ type: 'Queue', queuing: { queues: 16, handSize: 4, queueLengthLimit: 9 } }) },
  ]),
  ...inCollection(`${DEVICES}/deviceclasses`, [{ spec: {} }]),
  ...inCollection(`${DEVICES}/namespaces/default/resourceclaims`, [
    { spec: { devices: {} } },
    { spec: {}, isDeleted: true },
    { spec: {}, status: { allocation: {}, reservedFor: [{ resource: 'pods', name: 'x', uid: 'y' }] } },
  ]),
  ...inCollection(`${DEVICES}/resourceslices`, [
    {
      spec: {
        driver: 'example.com',
        nodeName: 'n',
        pool: { name: 'p', generation: 1, resourceSliceCount: 1 },
      },
    },
  ]),
];
