import { contractCases } from '../contract-case.ts';
import { apply } from './apply-request.ts';
import { createSampleCrd } from './sample-crd.ts';
import { deployment, service } from './sample-objects.ts';

const container = (name: string, rest: object = {}) => ({ name, image: `example.test/${name}:1`, ...rest });

/** Metadata alone: even an empty map, once applied, is owned. */
const bare = (metadata: object = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'a', ...metadata },
});

/** A Deployment as one manager sees it: only what it applies. */
const withContainers = (...containers: object[]) =>
  deployment('d', { template: { metadata: { labels: { app: 'd' } }, spec: { containers } } });

const WIDGET_SCHEMA = {
  type: 'object',
  properties: {
    set: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
    atomic: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
    plain: { type: 'array', items: { type: 'string' } },
    map: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['host', 'port'],
      items: {
        type: 'object',
        required: ['host'],
        properties: {
          host: { type: 'string' },
          port: { type: 'integer', default: 80 },
          weight: { type: 'integer' },
        },
      },
    },
    whole: {
      type: 'object',
      'x-kubernetes-map-type': 'atomic',
      additionalProperties: { type: 'string' },
    },
  },
};

export const applyListCases = contractCases('apply', [
  {
    id: 'list-map',
    name: 'managers own items of a list map by key, and removing one’s own leaves the other’s',
    run: async (c) => {
      const path = c.at('deployments.apps/v1', 'd');
      await c.setup(apply(path, withContainers(container('main'))));
      await c.request(apply(path, withContainers(container('sidecar')), { manager: 'two' }));
      const env = [{ name: 'A', value: '1' }];
      await c.request(apply(path, withContainers(container('main', { env }))));
      await c.request(apply(path, deployment('d'), { manager: 'two' }));
    },
  },
  {
    id: 'list-map-conflict',
    name: 'a conflict inside a list map is named by the item’s key',
    run: async (c) => {
      const path = c.at('deployments.apps/v1', 'd');
      await c.setup(apply(path, withContainers(container('main'))));
      const other = withContainers({ name: 'main', image: 'example.test/other:2' });
      await c.request(apply(path, { ...other, spec: { ...other.spec, replicas: 5 } }, { manager: 'two' }));
    },
  },
  {
    id: 'list-map-several-keys',
    name: 'list maps of several keys, and defaulted keys, are told apart by all of them',
    run: async (c) => {
      const path = c.at('services', 's');
      const udp = { name: 'dns', port: 53, protocol: 'UDP' };
      const tcp = { name: 'dns-tcp', port: 53, protocol: 'TCP' };
      await c.setup(apply(path, service('s', { ports: [udp, tcp], clusterIP: '10.96.88.1' })));
      const target = { ...service('s'), spec: { ports: [{ port: 53, protocol: 'UDP', targetPort: 5353 }] } };
      await c.request(apply(path, target, { manager: 'two', force: true }));
      await c.request(apply(path, service('s', { ports: [udp], clusterIP: '10.96.88.1' })));
    },
  },
  {
    id: 'list-map-duplicate',
    name: 'an applied list map with the same key twice is refused',
    run: async (c) => {
      const path = c.at('deployments.apps/v1', 'd');
      await c.request(apply(path, withContainers(container('main'), container('main'))));
      await c.request(apply(path, withContainers({ image: 'example.test/no-name:1' })));
    },
  },
  {
    id: 'list-set',
    name: 'finalizers are a set: each manager owns its own',
    run: async (c) => {
      const path = c.at('configmaps', 'a');
      await c.setup(apply(path, bare({ finalizers: ['x.test/1'] })));
      await c.request(apply(path, bare({ finalizers: ['x.test/2', 'x.test/1'] }), { manager: 'two' }));
      await c.request(apply(path, bare()));
      await c.request(apply(path, bare(), { manager: 'two' }));
      await c.request(apply(path, bare({ finalizers: ['x.test/3', 'x.test/3'] })));
    },
  },
  {
    id: 'owner-references',
    name: 'owner references are a list map by uid',
    run: async (c) => {
      const path = c.at('configmaps', 'a');
      const owner = (name: string, digit: string) => ({
        apiVersion: 'v1',
        kind: 'ConfigMap',
        name,
        uid: `${digit.repeat(8)}-2222-3333-4444-555555555555`,
      });
      await c.setup(apply(path, bare({ ownerReferences: [owner('x', '1')] })));
      const two = { manager: 'two' };
      await c.request(apply(path, bare({ ownerReferences: [owner('y', '6')] }), two));
      await c.request(apply(path, bare()));
    },
  },
  {
    id: 'atomic',
    name: 'atomic maps and lists belong to one manager as a whole',
    run: async (c) => {
      const path = c.at('deployments.apps/v1', 'd');
      const args = ['a', 'b'];
      await c.setup(apply(path, withContainers(container('main', { args }))));
      const changed = withContainers(container('main', { args: ['a', 'c'] }));
      await c.request(apply(path, changed, { manager: 'two' }));
      const services = c.at('services', 's');
      await c.setup(apply(services, service('s')));
      const selector = { spec: { selector: { tier: 'x' } } };
      await c.request(apply(services, { ...service('s'), ...selector }, { manager: 'two' }));
    },
  },
  {
    id: 'custom-lists',
    name: 'a custom resource’s list types decide how its lists are applied',
    run: async (c) => {
      const widgets = await createSampleCrd(c, WIDGET_SCHEMA);
      const path = widgets.path('a');
      const first = {
        set: ['a', 'b'],
        atomic: ['a'],
        plain: ['a'],
        map: [{ host: 'h' }, { host: 'h', port: 81 }],
        whole: { a: '1' },
      };
      await c.request(apply(path, widgets.object('a', { spec: first })));
      const second = { set: ['b', 'c'], map: [{ host: 'h', port: 80, weight: 5 }, { host: 'i' }] };
      await c.request(apply(path, widgets.object('a', { spec: second }), { manager: 'two' }));
      const third = { atomic: ['a', 'b'], plain: ['b'], whole: { b: '2' } };
      await c.request(apply(path, widgets.object('a', { spec: third }), { manager: 'three' }));
      await c.request(apply(path, widgets.object('a', { spec: { set: ['b'] } })));
    },
  },
  {
    id: 'custom-granular',
    name: 'unknown fields of a custom resource that keeps them are owned one by one',
    run: async (c) => {
      const widgets = await createSampleCrd(c);
      const path = widgets.path('a');
      await c.request(apply(path, widgets.object('a', { spec: { deep: { a: 1, list: [{ x: 1 }] } } })));
      await c.request(apply(path, widgets.object('a', { spec: { deep: { b: 2 } } }), { manager: 'two' }));
      await c.request(apply(path, widgets.object('a', { spec: { deep: { list: [] } } }), { manager: 'two' }));
    },
  },
]);
