import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { KubeObject } from '@banyan/api';
import type { ApiError } from '../../errors/api-error.ts';
import { builtInResources, storeEnvironment } from '../../registry/built-in-resources.ts';
import { ResourceCatalogue } from '../../registry/resource-catalogue.ts';
import type { ConnectRequest } from '../../registry/served-resource.ts';
import { ObjectStore } from '../../storage/object-store.ts';
import { memoryPersistence } from '../../storage/persistence.ts';
import { KubeletConnections } from '../kubelet/kubelet-connections.ts';
import { nodeLocation, podLocation, serviceLocation, type ProxyLocation } from './proxy-locations.ts';

interface World {
  /** Where a request for `resource/name` would go; else what it is told. */
  readonly locate: (location: ProxyLocation, resource: string, name: string) => Promise<string>;
  readonly put: (resource: string, object: Partial<KubeObject> & { name: string }) => Promise<void>;
  readonly resources: ResourceCatalogue;
}

async function world(t: TestContext): Promise<World> {
  const store = await ObjectStore.open(memoryPersistence());
  t.after(() => store.close());
  const resources = new ResourceCatalogue();
  for (const resource of builtInResources(
    store,
    storeEnvironment(store, () => 'xxxxx'),
  ))
    resources.add(resource);
  const find = (resource: string) => {
    const found = resources.find({ group: '', version: 'v1', resource });
    assert.ok(found);
    return found;
  };
  const namespaceOf = (resource: string) => (find(resource).namespaced ? 'default' : undefined);
  return {
    resources,
    put: async (resource, { name, ...rest }) => {
      const object = { apiVersion: 'v1', kind: 'X', metadata: { name }, ...rest };
      const key = { namespace: namespaceOf(resource), name };
      await find(resource).storage.write(key, () => ({ type: 'put', object }));
    },
    locate: async (location, resource, name) => {
      const request = { resource: find(resource), namespace: namespaceOf(resource), name };
      try {
        return (await location(request as ConnectRequest)).url.href;
      } catch (error) {
        return `${(error as ApiError).code} ${(error as Error).message}`;
      }
    },
  };
}

const pod = (podIP: string, ports: object[] = []) => ({
  spec: { containers: [{ name: 'a' }, { name: 'b', ports }] },
  status: { podIP, podIPs: [{ ip: podIP }] },
});

const PODS: readonly [name: string, where: string][] = [
  ['web', 'http://10.1.2.3:8080/'],
  ['web:9090', 'http://10.1.2.3:9090/'],
  ['https:web:9090', 'https://10.1.2.3:9090/'],
  ['https:web:', 'https://10.1.2.3:8080/'],
  ['six', 'http://[fd00::1]/'],
  ['local', '400 address not allowed'],
  ['linklocal', '400 address not allowed'],
  ['none', '400 address not allowed'],
  ['ftp:web:1', '400 invalid pod request "ftp:web:1"'],
  ['a:b:c:d', '400 invalid pod request "a:b:c:d"'],
  [':80', '400 invalid pod request ":80"'],
  ['missing:80', '404 pods "missing" not found'],
  ['web:99999', '503 error trying to reach service: dial tcp: lookup tcp/99999: unknown port'],
  ['web:1@evil', '503 error trying to reach service: dial tcp: lookup tcp/1@evil: unknown port'],
];

test('a Pod is reached at its own address, unless that is one that only this machine can reach', async (t) => {
  const { locate, put } = await world(t);
  await put('pods', { name: 'web', ...pod('10.1.2.3', [{ containerPort: 8080 }]) });
  await put('pods', { name: 'six', ...pod('fd00::1') });
  await put('pods', { name: 'local', ...pod('127.0.0.1') });
  await put('pods', { name: 'linklocal', ...pod('fe80::1') });
  await put('pods', { name: 'none', ...pod('') });
  for (const [name, where] of PODS) assert.equal(await locate(podLocation(), 'pods', name), where);
});

const SERVICES: readonly [name: string, where: string][] = [
  ['s:web', 'http://10.1.2.3:8080/'],
  ['s:80', 'http://10.1.2.3:8080/'],
  ['https:s:web', 'https://10.1.2.3:8080/'],
  ['s:81', '503 no service port 81 found for service "s"'],
  ['s', '503 no endpoints available for service "s"'],
  ['s:other', '503 no endpoints available for service "s:other"'],
  ['empty', '503 no endpoints available for service "empty"'],
  ['missing', '404 services "missing" not found'],
  ['missing:80', '404 services "missing" not found'],
];

test('a Service is reached at a Pod behind it, and at no address that is not a Pod’s', async (t) => {
  const { locate, put, resources } = await world(t);
  await put('services', { name: 's', spec: { ports: [{ name: 'web', port: 80 }] } });
  await put('pods', { name: 'web', ...pod('10.1.2.3') });
  await put('endpoints', { name: 'empty', subsets: [] });
  const addresses = [
    { ip: '10.9.9.9' },
    { ip: '10.9.9.8', targetRef: { namespace: 'default', name: 'web' } },
    { ip: '10.1.2.3', targetRef: { namespace: 'other', name: 'web' } },
    { ip: '10.1.2.3', targetRef: { namespace: 'default', name: 'web' } },
  ];
  const subsets = [{ addresses, ports: [{ name: 'web', port: 8080 }] }];
  await put('endpoints', { name: 's', subsets });
  for (const chance of [0, 0.5, 0.99]) {
    const location = serviceLocation(resources, { random: () => chance });
    for (const [name, where] of SERVICES) assert.equal(await locate(location, 'services', name), where);
  }
});

const NODES: readonly [name: string, where: string][] = [
  ['n', 'https://10.0.0.1:1234/'],
  ['n:1234', 'https://10.0.0.1:1234/'],
  ['n:80', 'http://10.0.0.1/'],
  ['https:n:8443', 'https://10.0.0.1:8443/'],
  ['local', '400 address not allowed'],
  ['missing', '404 nodes "missing" not found'],
];

test('a node is reached at its kubelet or another of its ports', async (t) => {
  const { locate, put, resources } = await world(t);
  const status = (address: string) => ({
    addresses: [{ type: 'InternalIP', address }],
    daemonEndpoints: { kubeletEndpoint: { Port: 1234 } },
  });
  await put('nodes', { name: 'n', status: status('10.0.0.1') });
  await put('nodes', { name: 'local', status: status('127.0.0.1') });
  const location = nodeLocation(new KubeletConnections(resources, {}));
  for (const [name, where] of NODES) assert.equal(await locate(location, 'nodes', name), where);
});
