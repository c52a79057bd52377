import type { KindRow } from './kinds-row.ts';

const meta = { name: 'one' };

export const endpointsRow: KindRow = {
  kind: 'Endpoints',
  collection: '/api/v1/namespaces/{namespace}/endpoints',
  minimal: {
    apiVersion: 'v1',
    kind: 'Endpoints',
    metadata: meta,
    subsets: [{ addresses: [{ ip: '10.1.0.2' }, { ip: '10.1.0.1' }], ports: [{ port: 80 }] }],
  },
  refused: {
    'a loopback address': { subsets: [{ addresses: [{ ip: '127.0.0.1' }], ports: [{ port: 80 }] }] },
    'an address that is none': { subsets: [{ addresses: [{ ip: 'host' }], ports: [{ port: 80 }] }] },
    'no address': { subsets: [{ ports: [{ port: 80 }] }] },
    'two ports without names': {
      subsets: [{ addresses: [{ ip: '10.1.0.2' }], ports: [{ port: 80 }, { port: 81 }] }],
    },
    'a port out of range': {
      subsets: [{ addresses: [{ ip: '10.1.0.2' }], ports: [{ port: 0, protocol: 'X' }] }],
    },
  },
  updates: { 'subsets may change': { subsets: null } },
};

export const endpointSliceRow: KindRow = {
  kind: 'EndpointSlice',
  collection: '/apis/discovery.k8s.io/v1/namespaces/{namespace}/endpointslices',
  minimal: {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: meta,
    addressType: 'IPv4',
    endpoints: [{ addresses: ['10.1.0.2'] }],
    ports: [{ port: 80 }],
  },
  accepted: {
    'of names': {
      addressType: 'FQDN',
      endpoints: [{ addresses: ['a.example'], conditions: { ready: true } }],
    },
    'with zones and hints': {
      endpoints: [
        { addresses: ['10.1.0.2'], zone: 'a', nodeName: 'n', hints: { forZones: [{ name: 'a' }] } },
      ],
      ports: [{ name: 'web', port: 80, appProtocol: 'kubernetes.io/h2c' }],
    },
  },
  refused: {
    'no address type': { addressType: null },
    'an unknown address type': { addressType: 'IPX' },
    'an IPv6 address among IPv4': { endpoints: [{ addresses: ['fd00::1'] }] },
    'no address': { endpoints: [{ addresses: [] }] },
    'two ports of one name': {
      ports: [
        { name: 'a', port: 1 },
        { name: 'a', port: 2 },
      ],
    },
    'an app protocol that is no name': { ports: [{ port: 1, appProtocol: 'a b' }] },
    'a loopback address': { endpoints: [{ addresses: ['127.0.0.1'] }] },
  },
  updates: {
    'endpoints may change': { endpoints: [{ addresses: ['10.1.0.3'], conditions: { ready: false } }] },
    'the address type cannot': { addressType: 'IPv6', endpoints: [] },
  },
};

const backend = { service: { name: 's', port: { number: 80 } } };
const rule = (path: object) => ({ spec: { rules: [{ http: { paths: [path] } }] } });

export const ingressRow: KindRow = {
  kind: 'Ingress',
  collection: '/apis/networking.k8s.io/v1/namespaces/{namespace}/ingresses',
  minimal: {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: meta,
    spec: { defaultBackend: backend },
  },
  accepted: {
    'with hosts, paths and certificates': {
      spec: {
        ingressClassName: 'nginx',
        tls: [{ hosts: ['a.example'], secretName: 'tls' }],
        rules: [
          { host: 'a.example', http: { paths: [{ path: '/x', pathType: 'Prefix', backend }] } },
          { host: '*.b.example', http: { paths: [{ pathType: 'ImplementationSpecific', backend }] } },
          { host: 'c.example' },
        ],
      },
    },
    'with a resource as backend': {
      spec: {
        defaultBackend: { service: null, resource: { apiGroup: 'x.example', kind: 'Bucket', name: 'b' } },
      },
    },
  },
  refused: {
    'neither backend nor rule': { spec: { defaultBackend: null } },
    'a path without a type': rule({ path: '/', backend }),
    'an unknown path type': rule({ path: '/', pathType: 'Regex', backend }),
    'a relative path': rule({ path: 'x', pathType: 'Exact', backend }),
    'a path with two slashes': rule({ path: '/a//b', pathType: 'Prefix', backend }),
    'a backend without a port': rule({ path: '/', pathType: 'Exact', backend: { service: { name: 's' } } }),
    'a backend with two ports': rule({
      path: '/',
      pathType: 'Exact',
      backend: { service: { name: 's', port: { number: 1, name: 'x' } } },
    }),
    'a host that is an address': { spec: { rules: [{ host: '10.0.0.1' }] } },
    'a host with a wildcard in the middle': { spec: { rules: [{ host: 'a.*.example' }] } },
    'a TLS host that is no name': { spec: { tls: [{ hosts: ['A_B'] }] } },
    'a class that is no name': { spec: { ingressClassName: 'A B' } },
  },
  updates: {
    'the class may change': { spec: { ingressClassName: 'other' } },
    'the backend may change': { spec: { defaultBackend: { service: { name: 't' } } } },
  },
};

export const ingressClassRow: KindRow = {
  kind: 'IngressClass',
  collection: '/apis/networking.k8s.io/v1/ingressclasses',
  minimal: {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'IngressClass',
    metadata: meta,
    spec: { controller: 'example.com/ingress' },
  },
  accepted: {
    'with parameters': { spec: { parameters: { apiGroup: 'x.example', kind: 'P', name: 'p' } } },
  },
  refused: {
    'no controller': { spec: { controller: null } },
    'a controller without a domain': { spec: { controller: 'ingress' } },
    'parameters without a scope that is known': {
      spec: { parameters: { kind: 'P', name: 'p', scope: 'Galaxy' } },
    },
    'namespaced parameters without a namespace': {
      spec: { parameters: { kind: 'P', name: 'p', scope: 'Namespace' } },
    },
  },
  updates: { 'the controller cannot change': { spec: { controller: 'example.com/other' } } },
};

export const networkPolicyRow: KindRow = {
  kind: 'NetworkPolicy',
  collection: '/apis/networking.k8s.io/v1/namespaces/{namespace}/networkpolicies',
  minimal: {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: meta,
    spec: { podSelector: {} },
  },
  accepted: {
    'with both directions': {
      spec: {
        ingress: [{ from: [{ podSelector: {} }], ports: [{ port: 80 }, { port: 'web' }] }],
        egress: [
          { to: [{ ipBlock: { cidr: '10.0.0.0/8', except: ['10.1.0.0/16'] } }] },
          { ports: [{ port: 100, endPort: 200, protocol: 'UDP' }] },
        ],
      },
    },
  },
  refused: {
    'a peer with a block and a selector': {
      spec: { ingress: [{ from: [{ podSelector: {}, ipBlock: { cidr: '10.0.0.0/8' } }] }] },
    },
    'an empty peer': { spec: { ingress: [{ from: [{}] }] } },
    'a block that is none': { spec: { ingress: [{ from: [{ ipBlock: { cidr: '10.0.0.0' } }] }] } },
    'an exception outside the block': {
      spec: { ingress: [{ from: [{ ipBlock: { cidr: '10.0.0.0/8', except: ['11.0.0.0/8'] } }] }] },
    },
    'an end before the port': { spec: { ingress: [{ ports: [{ port: 200, endPort: 100 }] }] } },
    'an end without a port': { spec: { ingress: [{ ports: [{ endPort: 100 }] }] } },
    'an end for a named port': { spec: { ingress: [{ ports: [{ port: 'web', endPort: 100 }] }] } },
    'an unknown policy type': { spec: { policyTypes: ['Sideways'] } },
    'too many policy types': { spec: { policyTypes: ['Ingress', 'Egress', 'Ingress'] } },
  },
  updates: {
    'everything may change': { spec: { podSelector: { matchLabels: { a: 'b' } }, policyTypes: ['Egress'] } },
  },
};
