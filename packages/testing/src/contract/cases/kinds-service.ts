import type { CaseContext } from '../case-context.ts';
import type { CaseDefinition } from '../contract-case.ts';
import type { KindRow } from './kinds-row.ts';

const services = '/api/v1/namespaces/{namespace}/services';

/** In the part of the range from which the server gives no address by itself, so that no other Service has it. */
const ADDRESS = '10.96.0.40';
const NODE_PORT = 30040;

const service = (spec: object, name = 'one') => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name },
  spec,
});
const web = { port: 80 };

/** Refused and changed Services; what is random about accepted ones is in the cases below. */
export const serviceRow: KindRow = {
  kind: 'Service',
  collection: services,
  minimal: service({ clusterIP: 'None', selector: { app: 'a' }, ports: [web] }),
  accepted: {
    'with a name that begins with a digit': { metadata: { name: '1-one' } },
    'without a selector': { spec: { selector: null } },
    'without a port': { spec: { ports: null } },
    'with several ports': {
      spec: {
        ports: [
          { name: 'web', port: 80, targetPort: 'http', appProtocol: 'kubernetes.io/h2c' },
          { name: 'dns', port: 53, protocol: 'UDP' },
          { name: 'dns-tcp', port: 53 },
        ],
      },
    },
    'for peers that are not ready': {
      spec: { publishNotReadyAddresses: true, sessionAffinity: 'ClientIP', internalTrafficPolicy: 'Local' },
    },
  },
  refused: {
    'no port': { spec: { clusterIP: null, ports: [] } },
    'two ports without names': { spec: { ports: [{ port: 1 }, { port: 2 }] } },
    'one port number twice': {
      spec: {
        ports: [
          { name: 'a', port: 1 },
          { name: 'b', port: 1 },
        ],
      },
    },
    'ports out of range': { spec: { ports: [{ name: 'a', port: 0, targetPort: 70000, protocol: 'X' }] } },
    'an unknown type': { spec: { type: 'Magic' } },
    'a headless NodePort': { spec: { type: 'NodePort' } },
    'an address outside the range': { spec: { clusterIP: '192.0.2.1' } },
    'an address that is none': { spec: { clusterIP: 'here' } },
    'a node port without the type': { spec: { ports: [{ port: 80, nodePort: 30041 }] } },
    'a node port outside the range': {
      spec: { clusterIP: null, type: 'NodePort', ports: [{ port: 80, nodePort: 80 }] },
    },
    'an ExternalName without a name': { spec: { clusterIP: null, type: 'ExternalName' } },
    'an ExternalName with an address': { spec: { type: 'ExternalName', externalName: 'a.example' } },
    'an ExternalName that is no name': {
      spec: { clusterIP: null, type: 'ExternalName', externalName: 'a_b' },
    },
    'an unknown affinity': { spec: { sessionAffinity: 'Cookie' } },
    'an affinity too long': {
      spec: { sessionAffinity: 'ClientIP', sessionAffinityConfig: { clientIP: { timeoutSeconds: 86401 } } },
    },
    'a loopback external address': { spec: { externalIPs: ['127.0.0.1'] } },
    'source ranges without a balancer': { spec: { loadBalancerSourceRanges: ['10.0.0.0/8'] } },
    'an external policy without an external type': { spec: { externalTrafficPolicy: 'Local' } },
    'an unknown internal policy': { spec: { internalTrafficPolicy: 'Near' } },
    'a family that the cluster has not': { spec: { ipFamilies: ['IPv6'] } },
    'two families that the cluster has not': { spec: { ipFamilyPolicy: 'RequireDualStack' } },
    'a class for a balancer without the type': { spec: { loadBalancerClass: 'example.com/lb' } },
    'a name with a dot': { metadata: { name: 'one.two' } },
    'a selector that is no label': { spec: { selector: { 'a b': 'c' } } },
  },
  updates: {
    'ports may change': { spec: { ports: [{ name: 'x', port: 90 }] } },
    'the selector may change': { spec: { selector: { app: 'b' } } },
    'headless it stays': { spec: { clusterIP: ADDRESS, clusterIPs: [ADDRESS] } },
    'addresses must agree': { spec: { clusterIPs: [ADDRESS] } },
    'it may become an ExternalName': {
      spec: { type: 'ExternalName', externalName: 'a.example', clusterIP: null, clusterIPs: null },
    },
  },
  patches: {
    'a port named': { spec: { ports: [{ port: 80, name: 'web' }] } },
    'a second port merged by number': { spec: { ports: [{ port: 81, name: 'admin' }] } },
    'a port deleted': { spec: { ports: [{ port: 80, $patch: 'delete' }] } },
    'a selector key taken away': { spec: { selector: { app: null, other: 'x' } } },
  },
};

const TYPES: readonly { readonly id: string; readonly name: string; readonly spec: object }[] = [
  {
    id: 'service-clusterip',
    name: 'a Service with an address of its choice gets the defaults of ClusterIP',
    spec: { clusterIP: '10.96.0.41', ports: [web] },
  },
  {
    id: 'service-nodeport',
    name: 'a NodePort Service with a port of its choice gets the defaults of NodePort',
    spec: { type: 'NodePort', clusterIP: '10.96.0.42', ports: [{ port: 80, nodePort: 30042 }] },
  },
  {
    id: 'service-loadbalancer',
    name: 'a LoadBalancer Service gets node ports and the policy Cluster',
    spec: {
      type: 'LoadBalancer',
      clusterIP: '10.96.0.43',
      loadBalancerClass: 'example.com/lb',
      loadBalancerSourceRanges: ['10.0.0.0/8'],
      ports: [{ port: 80, nodePort: 30043 }],
    },
  },
  {
    id: 'service-loadbalancer-local',
    name: 'a LoadBalancer Service of policy Local has a port for health checks, and may do without node ports',
    spec: {
      type: 'LoadBalancer',
      clusterIP: '10.96.0.44',
      allocateLoadBalancerNodePorts: false,
      externalTrafficPolicy: 'Local',
      healthCheckNodePort: 30044,
      ports: [web],
    },
  },
  {
    id: 'service-externalname',
    name: 'an ExternalName Service has no address',
    spec: { type: 'ExternalName', externalName: 'there.example' },
  },
  {
    id: 'service-families',
    name: 'a Service that prefers two families gets the one there is',
    spec: { clusterIP: '10.96.0.45', ipFamilyPolicy: 'PreferDualStack', ports: [web] },
  },
];

export const serviceCases: CaseDefinition[] = [
  ...TYPES.map(({ id, name, spec }) => ({
    id,
    name,
    run: async (c: CaseContext) => {
      await c.request({ method: 'POST', path: c.at('services'), body: service(spec) });
      await c.request({ path: c.at('services', 'one') });
    },
  })),
  {
    id: 'service-address-given',
    name: 'a NodePort Service without an address and a port is given both, and keeps them',
    run: async (c) => {
      const body = service({ type: 'NodePort', ports: [web] });
      await c.request({ method: 'POST', path: c.at('services'), body });
      await c.request({ path: c.at('services', 'one') });
    },
  },
  {
    id: 'service-collisions',
    name: 'an address or a node port that is taken is refused; after the deletion it can be had',
    run: async (c) => {
      const first = service({
        type: 'NodePort',
        clusterIP: '10.96.0.46',
        ports: [{ port: 80, nodePort: 30046 }],
      });
      const path = c.at('services');
      await c.setup({ method: 'POST', path, body: first });
      await c.request({
        method: 'POST',
        path,
        body: service({ clusterIP: '10.96.0.46', ports: [web] }, 'two'),
      });
      const samePort = { type: 'NodePort', clusterIP: '10.96.0.47', ports: [{ port: 80, nodePort: 30046 }] };
      await c.request({ method: 'POST', path, body: service(samePort, 'three') });
      await c.request({ method: 'DELETE', path: `${path}/one` });
      await c.request({
        method: 'POST',
        path,
        body: service({ clusterIP: '10.96.0.46', ports: [web] }, 'two'),
      });
    },
  },
  {
    id: 'service-type-changes',
    name: 'the address cannot change; node ports come and go with the type',
    run: async (c) => {
      const path = c.at('services', 'one');
      const created = service({ clusterIP: ADDRESS, ports: [web] });
      await c.setup({ method: 'POST', path: c.at('services'), body: created });
      const patch = (spec: object) =>
        c.request({
          method: 'PATCH',
          path,
          headers: { 'content-type': 'application/merge-patch+json' },
          body: { spec },
        });
      await patch({ clusterIP: '10.96.0.48', clusterIPs: ['10.96.0.48'] });
      await patch({ clusterIP: 'None', clusterIPs: ['None'] });
      await patch({ type: 'NodePort', ports: [{ port: 80, nodePort: NODE_PORT }] });
      await patch({ externalTrafficPolicy: 'Local' });
      await patch({ type: 'ClusterIP' });
      await patch({ type: 'ExternalName', externalName: 'a.example' });
    },
  },
];
