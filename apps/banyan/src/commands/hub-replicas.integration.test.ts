import { test } from 'node:test';
import { APPS_API_VERSION, MANIFESTS, RESERVED_NAMESPACE, SUBSCRIPTIONS } from '@banyan/api/clusternet';
import type { ConfigMap } from '@banyan/api/objects';
import { KubeClient } from '@banyan/kube';
import { eventually } from '@banyan/testing';
import {
  clientOf,
  isListedReady,
  joinWithAgent,
  startHub,
  startMember,
  startServer,
  temporaryFolder,
} from './hub/hub-fixture.ts';
import { CA_SECRET } from './hub/serving-certificate.ts';

const SECRETS = { group: '', version: 'v1', resource: 'secrets' };
const CONFIG_MAPS = { group: '', version: 'v1', resource: 'configmaps' };
const GREETING = { namespace: 'default', name: 'greeting' };
const NODES = { group: '', version: 'v1', resource: 'nodes' };

test('a member is reached through any replica of the hub, whichever holds its tunnel, and pushed to by one of them', async (t) => {
  const dir = await temporaryFolder(t);
  const [hub, member] = await Promise.all([startHub(t, dir), startMember(t, dir, 'berlin')]);
  // The way of the API server to the gateway stays the first one's.
  const flags = ['--kubeconfig', hub.kubeconfig, '--install=false', '--secure-port=0', '--metrics-port=0'];
  const second = await startServer(t, ['hub', ...flags], 'hub started');
  await joinWithAgent(t, { hub, member, name: 'berlin' });
  await eventually('it is ready', () => isListedReady(hub, 'berlin'));

  const key = { namespace: 'clusternet-system', name: CA_SECRET };
  const { data } = (await hub.client.get(SECRETS, key)) as { data?: Record<string, string> };
  const ca = Buffer.from(data?.['ca.crt'] ?? '', 'base64').toString();
  const replicas = [hub.program, second].map((program) => {
    const gateway = `https://127.0.0.1:${String(program.field('gatewayPort'))}`;
    const server = `${gateway}/apis/proxies.clusternet.io/v1alpha1/sockets/berlin/proxy/direct`;
    const client = new KubeClient({ ...hub.client.connection, server, ca });
    t.after(() => client.close());
    return { program, client };
  });
  for (const { client } of replicas) {
    const nodes = () =>
      client.list(NODES).then(
        ({ items }) => items.length,
        () => 0,
      );
    await eventually('it is reached', async () => (await nodes()) === 2);
  }
  const sum = async (metric: string) => {
    const texts = replicas.map(async ({ program }) => {
      const response = await fetch(`http://127.0.0.1:${String(program.field('metricsPort'))}/metrics`);
      return Number(new RegExp(`^${metric}(?:{[^}]*})? (\\S+)$`, 'm').exec(await response.text())?.[1]);
    });
    return (await Promise.all(texts)).reduce((a, b) => a + b, 0);
  };
  await eventually(
    'one has the tunnel',
    async () => (await sum('clusternet_socket_connections_count')) === 1,
  );
  await eventually('one leads', async () => (await sum('banyan_hub_leading')) === 1);
  await eventually('each has the other', async () => (await sum('banyan_hub_peers')) === 2);

  await hub.client.create(MANIFESTS, {
    apiVersion: APPS_API_VERSION,
    kind: 'Manifest',
    metadata: { name: 'configmaps.default.greeting', namespace: RESERVED_NAMESPACE },
    template: { apiVersion: 'v1', kind: 'ConfigMap', metadata: GREETING, data: { text: 'hello' } },
  });
  await hub.client.create(SUBSCRIPTIONS, {
    apiVersion: APPS_API_VERSION,
    kind: 'Subscription',
    metadata: { name: 'greeting', namespace: 'default' },
    spec: {
      subscribers: [{ clusterAffinity: {} }],
      feeds: [{ apiVersion: 'v1', kind: 'ConfigMap', ...GREETING }],
    },
  });
  const memberClient = await clientOf(t, member.kubeconfig);
  const text = () =>
    memberClient.get<ConfigMap>(CONFIG_MAPS, GREETING).then(
      ({ data }) => data?.['text'],
      () => undefined,
    );
  await eventually('whichever replica pushes to it does so', async () => (await text()) === 'hello');
  process.kill(second.pid, 'SIGTERM');
  await second.exited;
  const body = { template: { data: { text: 'good morning' } } };
  const manifest = { namespace: RESERVED_NAMESPACE, name: 'configmaps.default.greeting' };
  await hub.client.patch(MANIFESTS, manifest, { type: 'merge', body });
  await eventually('the one that is left does, too', async () => (await text()) === 'good morning');
});
