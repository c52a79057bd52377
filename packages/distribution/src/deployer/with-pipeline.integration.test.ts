import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SharedCaches } from '@banyan/kube';
import { eventually } from '@banyan/testing';
import { startPipeline, startTestHub } from '../pipeline/test-hub.ts';
import { CONFIG, CONFIG_MAP, WEB } from '../pipeline/test-objects.ts';
import { Deployer } from './deployer.ts';
import { startTestCluster } from './test-clusters.ts';
import { deployment, DEPLOYMENTS } from './test-objects.ts';
import { settableMembers } from './test-world.ts';

test('from a Subscription to the objects in its member, back to its status, and away again', async (t) => {
  await using hub = await startTestHub();
  const { user } = hub;
  const member = await startTestCluster(t, 'member');
  const members = settableMembers();
  members.set('clusternet-a', { kind: 'ours', memberClient: member.client });
  const hubCaches = new SharedCaches({ client: user.client });
  const end = new AbortController();
  // Without an id: as an agent it learns the hub's from the works.
  const deployer = new Deployer({ hubClient: user.client, hubCaches, members, namespace: 'clusternet-a' });
  const running = deployer.run(end.signal);
  try {
    await using _pipeline = await startPipeline(user.client, { hubId: 'hub-1' });
    await user.member('a');
    const web = deployment('web', 2);
    web.metadata.namespace = 'shop';
    await user.manifest('deployments.shop.web', web);
    await user.manifest('configmaps.shop.config', CONFIG_MAP);
    await user.subscribe('app', { feeds: [WEB, CONFIG] });
    await user.bind('app', ['a']);
    const key = { namespace: 'shop', name: 'web' };
    const replicas = async (): Promise<number | undefined> => {
      const { items } = await member.direct.list(DEPLOYMENTS, { namespace: 'shop' });
      return (items[0]?.['spec'] as { replicas: number } | undefined)?.replicas;
    };
    await eventually('it runs in the member', async () => (await replicas()) === 2);
    const { metadata } = await member.direct.get(DEPLOYMENTS, key);
    assert.equal(metadata.labels?.['banyan.dev/owned'], 'hub-1');
    const status = {
      replicas: 2,
      readyReplicas: 2,
      availableReplicas: 2,
      updatedReplicas: 2,
      observedGeneration: 1,
    };
    await member.direct.patch(
      DEPLOYMENTS,
      key,
      { type: 'merge', body: { status } },
      { subresource: 'status' },
    );
    await eventually('the Subscription tells how many are ready', async () => {
      const { aggregatedStatuses = [] } = (await user.subscription('app')).status ?? {};
      const found = aggregatedStatuses.find(({ kind }) => kind === 'Deployment');
      return found?.feedStatusSummary?.replicaStatus?.readyReplicas === 2;
    });
    await user.changeManifest('deployments.shop.web', { spec: { replicas: 5 } });
    await eventually('a change arrives', async () => (await replicas()) === 5);
    await user.bind('app', []);
    await eventually('all is gone', async () => (await replicas()) === undefined);
  } finally {
    end.abort();
    await running;
    await hubCaches.close();
  }
});
