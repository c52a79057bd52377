import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KubeClient } from '@banyan/kube';
import { eventually } from '@banyan/testing';
import {
  isListedReady,
  joinWithAgent,
  startHub,
  startMember,
  startServer,
  temporaryFolder,
} from './hub/hub-fixture.ts';
import { CA_SECRET } from './hub/serving-certificate.ts';

const SECRETS = { group: '', version: 'v1', resource: 'secrets' };
const NODES = { group: '', version: 'v1', resource: 'nodes' };

test('a member is reached through any replica of the hub, whichever holds its tunnel; one works, the others wait', async (t) => {
  const dir = await temporaryFolder(t);
  const [hub, member] = await Promise.all([startHub(t, dir), startMember(t, dir, 'berlin')]);
  const flags = ['--kubeconfig', hub.kubeconfig, '--secure-port', '0', '--metrics-port', '0'];
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
  assert.equal(await sum('clusternet_socket_connections_count'), 1);
  assert.equal(await sum('banyan_hub_leading'), 1);
  assert.equal(await sum('banyan_hub_peers'), 2);
});
