import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { memoryPersistence, ObjectStore, startApiServer, temporaryCertificates } from '@banyan/apiserver';
import type { KubeObject } from '@banyan/api';
import {
  APPS_API_VERSION,
  CLUSTERNET_CRDS,
  FEED_INVENTORIES,
  feedKey,
  MANAGED_CLUSTERS,
  SUBSCRIPTIONS,
  type Subscription,
} from '@banyan/api/clusternet';
import { KubeClient, SharedCaches, staticCredentials } from '@banyan/kube';
import { eventually } from '@banyan/testing';
import { runScheduling } from './run-scheduling.ts';

const HOST = '127.0.0.1';
const CRDS = { group: 'apiextensions.k8s.io', version: 'v1', resource: 'customresourcedefinitions' };
const NAMESPACES = { group: '', version: 'v1', resource: 'namespaces' };
const KEY = { namespace: 'default', name: 'app' };
const WEB = { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'shop', name: 'web' };

class Hub implements AsyncDisposable {
  readonly client: KubeClient;
  readonly #stop: () => Promise<void>;

  private constructor(client: KubeClient, stop: () => Promise<void>) {
    this.client = client;
    this.#stop = stop;
  }

  static async start(): Promise<Hub> {
    const certificates = temporaryCertificates([HOST]);
    const store = await ObjectStore.open(memoryPersistence());
    const { ca: clientCa, serviceAccountKey } = certificates;
    const settings = { store, host: HOST, port: 0, clientCa, serviceAccountKey, ...certificates.server };
    const server = await startApiServer(settings);
    const { certificate: cert, key } = certificates.admin;
    const client = new KubeClient({
      name: 'hub',
      server: `https://${HOST}:${server.port}`,
      ca: clientCa,
      credentials: staticCredentials({ clientCertificate: { cert, key } }),
    });
    for (const crd of CLUSTERNET_CRDS) await client.create(CRDS, crd);
    const stop = new AbortController();
    const caches = new SharedCaches({ client });
    const started = Promise.withResolvers<void>();
    await eventually('the kinds are served', async () => {
      try {
        for (const resource of [SUBSCRIPTIONS, FEED_INVENTORIES, MANAGED_CLUSTERS])
          await client.list(resource);
        return true;
      } catch {
        return false;
      }
    });
    const running = runScheduling({
      hubClient: client,
      caches,
      signal: stop.signal,
      onStarted: started.resolve,
    });
    running.catch(started.reject);
    await started.promise;
    return new Hub(client, async () => {
      stop.abort();
      await running;
      await caches.close();
      await client.close();
      await server.stop();
      await store.close();
    });
  }

  async member(name: string, labels: Record<string, string> = {}): Promise<void> {
    const namespace = `clusternet-${name}`;
    await this.client.create(NAMESPACES, {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: namespace },
    });
    const clusterId = `00000000-0000-0000-0000-${Buffer.from(name).toString('hex').padStart(12, '0')}`;
    const cluster: KubeObject = {
      apiVersion: 'clusters.clusternet.io/v1beta1',
      kind: 'ManagedCluster',
      metadata: { name, namespace, labels },
      spec: { clusterId, syncMode: 'Pull' },
    };
    await this.client.create(MANAGED_CLUSTERS, cluster);
    const lastTransitionTime = '2030-01-01T00:00:00Z';
    const ready = { type: 'Ready', status: 'True', reason: 'Ready', message: '', lastTransitionTime };
    const body = { status: { conditions: [ready], healthz: true, predictorDirectAccess: false } };
    const patch = { type: 'merge', body } as const;
    await this.client.patch(MANAGED_CLUSTERS, { namespace, name }, patch, { subresource: 'status' });
  }

  async changeMember(name: string, body: object): Promise<void> {
    await this.client.patch(
      MANAGED_CLUSTERS,
      { namespace: `clusternet-${name}`, name },
      { type: 'merge', body },
    );
  }

  async subscribe(spec: object): Promise<void> {
    await this.client.create(SUBSCRIPTIONS, {
      apiVersion: APPS_API_VERSION,
      kind: 'Subscription',
      metadata: KEY,
      spec: { subscribers: [{ clusterAffinity: {} }], feeds: [WEB], ...spec },
    });
  }

  async status(): Promise<NonNullable<Subscription['status']>> {
    const { status = {} } = await this.client.get<Subscription>(SUBSCRIPTIONS, KEY);
    return status;
  }

  async isBoundTo(...members: readonly string[]): Promise<void> {
    const wanted = members.map((name) => `clusternet-${name}/${name}`).join();
    await eventually(
      `bound to ${wanted}`,
      async () => (await this.status()).bindingClusters?.join() === wanted,
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stop();
  }
}

void suite('the scheduler', { timeout: 1_200_000 }, () => {
  test('decides again when a member joins, is tainted, gets another label, or leaves', async () => {
    await using hub = await Hub.start();
    await hub.member('a', { zone: 'east' });
    await hub.subscribe({ subscribers: [{ clusterAffinity: { matchLabels: { zone: 'east' } } }] });
    await hub.isBoundTo('a');
    await hub.member('b', { zone: 'east' });
    await hub.isBoundTo('a', 'b');
    const taints = [{ key: 'maintenance', value: 'tonight', effect: 'NoSchedule' }];
    await hub.changeMember('a', { spec: { taints } });
    await hub.isBoundTo('b');
    await hub.changeMember('a', { spec: { taints: [] } });
    await hub.isBoundTo('a', 'b');
    await hub.changeMember('b', { metadata: { labels: { zone: 'west' } } });
    await hub.isBoundTo('a');
    await hub.changeMember('b', { metadata: { labels: { zone: 'east' } } });
    await hub.isBoundTo('a', 'b');
    await hub.client.delete(MANAGED_CLUSTERS, { namespace: 'clusternet-a', name: 'a' });
    await hub.isBoundTo('b');
    const { conditions } = await hub.status();
    assert.equal(conditions?.find(({ type }) => type === 'Scheduled')?.status, 'True');
  });

  test('sets right what someone else writes, each time', async () => {
    await using hub = await Hub.start();
    await hub.member('a');
    await hub.subscribe({});
    for (let round = 0; round < 3; round++) {
      await hub.isBoundTo('a');
      const body = { status: { bindingClusters: ['clusternet-x/x'] } };
      await hub.client.patch(SUBSCRIPTIONS, KEY, { type: 'merge', body }, { subresource: 'status' });
    }
    await hub.isBoundTo('a');
  });

  test('keeps what runs when nothing fits, and says why', async () => {
    await using hub = await Hub.start();
    await hub.member('a');
    await hub.subscribe({});
    await hub.isBoundTo('a');
    const spec = { subscribers: [{ clusterAffinity: { matchLabels: { zone: 'moon' } } }] };
    await hub.client.patch(SUBSCRIPTIONS, KEY, { type: 'merge', body: { spec } });
    await eventually('it is said', async () => {
      const { conditions = [] } = await hub.status();
      return conditions.some(({ type, reason }) => type === 'Scheduled' && reason === 'NothingFitsKept');
    });
    await hub.isBoundTo('a');
  });

  test('divides when the inventory comes, and again when it or the members change', async () => {
    await using hub = await Hub.start();
    await hub.member('a', { size: 'large' });
    await hub.member('b');
    await hub.subscribe({
      schedulingStrategy: 'Dividing',
      dividingScheduling: { type: 'Static' },
      subscribers: [
        { clusterAffinity: { matchLabels: { size: 'large' } }, weight: 1 },
        { clusterAffinity: {}, weight: 1 },
      ],
    });
    const inventory = (desiredReplicas: number): KubeObject => ({
      apiVersion: APPS_API_VERSION,
      kind: 'FeedInventory',
      metadata: KEY,
      spec: { feeds: [{ ...WEB, desiredReplicas, replicaJsonPath: '/spec/replicas' }] },
    });
    await hub.client.create(FEED_INVENTORIES, inventory(9));
    const isDivided = (...shares: readonly number[]): Promise<void> =>
      eventually(`divided ${shares.join()}`, async () => {
        const { replicas } = await hub.status();
        return replicas?.[feedKey(WEB)]?.join() === shares.join();
      });
    await isDivided(6, 3);
    await hub.client.patch(FEED_INVENTORIES, KEY, { type: 'merge', body: { spec: inventory(12)['spec'] } });
    await isDivided(8, 4);
    await hub.changeMember('a', { metadata: { labels: { size: null } } });
    await isDivided(6, 6);
    await hub.client.delete(MANAGED_CLUSTERS, { namespace: 'clusternet-b', name: 'b' });
    await isDivided(12);
  });

  test('leaves the Subscriptions of other schedulers alone', async () => {
    await using hub = await Hub.start();
    await hub.member('a');
    const other = {
      apiVersion: APPS_API_VERSION,
      kind: 'Subscription',
      metadata: { namespace: 'default', name: 'others' },
      spec: { schedulerName: 'mine', subscribers: [{ clusterAffinity: {} }], feeds: [WEB] },
    };
    await hub.client.create(SUBSCRIPTIONS, other);
    await hub.subscribe({});
    await hub.isBoundTo('a');
    const { status } = await hub.client.get<Subscription>(SUBSCRIPTIONS, {
      namespace: 'default',
      name: 'others',
    });
    assert.equal(status, undefined);
  });
});
