import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject } from '@banyan/api';
import { bootstrapCluster } from '../registry/bootstrap-cluster.ts';
import { builtInResources, storeEnvironment } from '../registry/built-in-resources.ts';
import { LocalClient } from '../local/local-client.ts';
import { ResourceCatalogue } from '../registry/resource-catalogue.ts';
import { ServerWrites } from '../registry/server-writes.ts';
import { randomIds } from '../serve-api.ts';
import { ObjectStore } from '../storage/object-store.ts';
import { memoryPersistence } from '../storage/persistence.ts';
import { QuotaAdmission } from './quota-admission.ts';
import type { ResourceQuota } from './quota-scopes.ts';

const V1 = { group: '', version: 'v1' };
const CONFIG_MAPS = { ...V1, resource: 'configmaps' };
const PODS = { ...V1, resource: 'pods' };

async function world(
  ...quotas: readonly { hard: Record<string, string>; used?: Record<string, string>; scopes?: string[] }[]
) {
  const store = await ObjectStore.open(memoryPersistence());
  const resources = new ResourceCatalogue();
  for (const one of builtInResources(
    store,
    storeEnvironment(store, () => 'xxxxx'),
  ))
    resources.add(one);
  const context = { resources, ids: randomIds, now: () => new Date(0) };
  const writes = new ServerWrites(context);
  await bootstrapCluster(writes);
  const account = { namespace: 'default', name: 'default' };
  await writes.ensure({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: account });
  const identity = { user: { name: 'me', groups: [], extra: {} }, fieldManager: 'me' };
  const admission = new QuotaAdmission(store.table('resourcequotas'), writes);
  const admitted = {
    create: admission.create.bind(admission),
    delete: async () => {},
    updates: admission.updates,
  };
  const client = new LocalClient({ ...context, admission: admitted }, identity);
  for (const [i, { hard, used, scopes }] of quotas.entries()) {
    const key = { namespace: 'default', name: `quota-${i}` };
    await writes.ensure({
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      metadata: key,
      spec: { hard, ...(scopes && { scopes }) },
    });
    const status = { apiVersion: 'v1', kind: 'ResourceQuota', subresource: 'status', ...key };
    await writes.change(status, (draft) => void (draft['status'] = { hard, ...(used && { used }) }));
  }
  const usedOf = (name: string) =>
    (store.table('resourcequotas').get(`default/${name}`)?.object as ResourceQuota | undefined)?.status?.used;
  return { client, usedOf };
}

const configMap = (name: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { namespace: 'default', name },
});

const pod = (requests: Record<string, string>): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { namespace: 'default', name: 'pod' },
  spec: { containers: [{ name: 'main', image: 'main', resources: { requests } }] },
});

test('what there is room for is counted, and what goes over is refused', async () => {
  const { client, usedOf } = await world({ hard: { configmaps: '2' }, used: { configmaps: '1' } });
  await client.create(CONFIG_MAPS, configMap('one'));
  assert.deepEqual(usedOf('quota-0'), { configmaps: '2' });
  await assert.rejects(client.create(CONFIG_MAPS, configMap('two')), {
    code: 403,
    message:
      'configmaps "two" is forbidden: exceeded quota: quota-0, requested: configmaps=1, used: configmaps=2, limited: configmaps=2',
  });
});

test('many at once do not get past it together', async () => {
  const { client } = await world({ hard: { configmaps: '3' }, used: { configmaps: '0' } });
  const tries = Array.from({ length: 10 }, (_, i) => client.create(CONFIG_MAPS, configMap(`one-${i}`)));
  const outcomes = await Promise.allSettled(tries);
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 3);
});

test('one quota that refuses leaves the others as they are', async () => {
  const roomy = { hard: { configmaps: '9' }, used: { configmaps: '1' } };
  const full = { hard: { configmaps: '1' }, used: { configmaps: '1' } };
  const { client, usedOf } = await world(roomy, full);
  await assert.rejects(client.create(CONFIG_MAPS, configMap('one')));
  assert.deepEqual(usedOf('quota-0'), { configmaps: '1' });
});

test('a quota that was never counted refuses, and one without a status does not count yet', async () => {
  const uncounted = await world({ hard: { configmaps: '9' } });
  const unknown = /status unknown for quota: quota-0, resources: configmaps$/;
  await assert.rejects(uncounted.client.create(CONFIG_MAPS, configMap('one')), { message: unknown });
  const other = await world({ hard: { secrets: '0' }, used: { secrets: '0' } });
  await other.client.create(CONFIG_MAPS, configMap('one'));
});

test('pods must say what a quota counts, and are held to it', async () => {
  const { client, usedOf } = await world({ hard: { 'requests.cpu': '1' }, used: { 'requests.cpu': '500m' } });
  await assert.rejects(client.create(PODS, pod({})), {
    message: 'pods "pod" is forbidden: failed quota: quota-0: must specify requests.cpu for: main',
  });
  await assert.rejects(client.create(PODS, pod({ cpu: '501m' })), {
    message:
      'pods "pod" is forbidden: exceeded quota: quota-0, requested: requests.cpu=501m, used: requests.cpu=500m, limited: requests.cpu=1',
  });
  await client.create(PODS, pod({ cpu: '500m' }));
  assert.deepEqual(usedOf('quota-0'), { 'requests.cpu': '1' });
});

test('a quota with scopes counts the pods in them alone', async () => {
  const { client } = await world({ hard: { pods: '0' }, used: { pods: '0' }, scopes: ['BestEffort'] });
  await client.create(PODS, pod({ cpu: '1' }));
  const free = pod({});
  free.metadata.name = 'free';
  await assert.rejects(client.create(PODS, free), { code: 403 });
});

interface TestService extends KubeObject {
  spec: { type?: string; ports: { name: string; port: number }[] };
}

test('an update is held to what it takes more, and what it takes less is left to be counted', async () => {
  const { client, usedOf } = await world({
    hard: { 'services.nodeports': '1' },
    used: { 'services.nodeports': '0' },
  });
  const SERVICES = { ...V1, resource: 'services' };
  const key = { namespace: 'default', name: 's' };
  const ports = [1, 2].map((port) => ({ name: `p${port}`, port }));
  const spec = { ports };
  await client.create(SERVICES, { apiVersion: 'v1', kind: 'Service', metadata: key, spec } as TestService);
  const change = (edit: (draft: TestService) => void) => client.update<TestService>(SERVICES, key, edit);
  await assert.rejects(
    change((draft) => void (draft.spec.type = 'NodePort')),
    {
      message:
        'services "s" is forbidden: exceeded quota: quota-0, requested: services.nodeports=2, used: services.nodeports=0, limited: services.nodeports=1',
    },
  );
  await change((draft) => void Object.assign(draft.spec, { type: 'NodePort', ports: ports.slice(0, 1) }));
  assert.deepEqual(usedOf('quota-0'), { 'services.nodeports': '1' });
  await change((draft) => void (draft.metadata.labels = { a: 'b' }));
  await change((draft) => void (draft.spec.type = 'ClusterIP'));
  assert.deepEqual(usedOf('quota-0'), { 'services.nodeports': '1' });
});

test('a pod that is resized is held to its quota', async () => {
  const { client, usedOf } = await world({ hard: { 'requests.cpu': '1' }, used: { 'requests.cpu': '0' } });
  await client.create(PODS, pod({ cpu: '500m' }));
  const resized = (cpu: string) =>
    client.update<ReturnType<typeof pod> & { spec: { containers: { resources: object }[] } }>(
      { ...PODS, subresource: 'resize' },
      { namespace: 'default', name: 'pod' },
      ({ spec }) => {
        for (const container of spec.containers) container.resources = { requests: { cpu } };
      },
    );
  await assert.rejects(resized('1100m'), { code: 403 });
  await resized('900m');
  assert.deepEqual(usedOf('quota-0'), { 'requests.cpu': '900m' });
});
