import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  FEED_INVENTORIES,
  feedKey,
  LOCALIZATIONS,
  SUBSCRIPTIONS,
  type FeedInventory,
  type Localization,
} from '@banyan/api/clusternet';
import { eventually } from '@banyan/testing';
import { startPipeline, startTestHub, type HubUser } from './test-hub.ts';
import { CONFIG, CONFIG_MAP, deployment, WEB } from './test-objects.ts';

const KEY = { namespace: 'default', name: 'app' };

async function replicasIn(user: HubUser, member: string): Promise<number | undefined> {
  const objects = await user.rendered(member, 'app');
  const web = objects.find(({ kind }) => kind === 'Deployment');
  return (web?.['spec'] as { replicas: number } | undefined)?.replicas;
}

async function sharesIn(user: HubUser, member: string): Promise<(string | undefined)[]> {
  const { items } = await user.client.list<Localization>(LOCALIZATIONS, {
    namespace: `clusternet-${member}`,
  });
  return items.map(({ spec }) => spec.overrides?.[0]?.value);
}

void suite('Dividing', { timeout: 1_200_000 }, () => {
  test('each member gets its share from the first Description on, shown as a Localization; Replication ends it', async () => {
    await using hub = await startTestHub();
    const { user } = hub;
    await using _pipeline = await startPipeline(user.client);
    await user.member('a');
    await user.member('b');
    await user.manifest('deployments.shop.web', deployment(10));
    await user.manifest('configmaps.shop.config', CONFIG_MAP);
    await user.subscribe('app', {
      schedulingStrategy: 'Dividing',
      dividingScheduling: { type: 'Static' },
      feeds: [WEB, CONFIG],
    });
    await eventually('the inventory is there', async () => {
      const inventory = await user.find<FeedInventory>(FEED_INVENTORIES, KEY);
      return inventory?.spec.feeds[0]?.desiredReplicas === 10;
    });
    await user.bind('app', ['a', 'b'], { [feedKey(CONFIG)]: [] });
    await eventually(
      'what has no replicas need not wait',
      async () => (await user.rendered('a', 'app')).length === 1,
    );
    assert.equal(await replicasIn(user, 'a'), undefined);
    await user.bind('app', ['a', 'b'], { [feedKey(WEB)]: [7, 3], [feedKey(CONFIG)]: [] });
    await eventually('a has its share', async () => (await replicasIn(user, 'a')) === 7);
    await eventually('b has its share', async () => (await replicasIn(user, 'b')) === 3);
    await eventually('shares are shown', async () =>
      (await sharesIn(user, 'b')).includes('[{"op":"replace","path":"/spec/replicas","value":3}]'),
    );

    await user.changeManifest('deployments.shop.web', { spec: { replicas: 20 } });
    await eventually('the inventory follows', async () => {
      const inventory = await user.find<FeedInventory>(FEED_INVENTORIES, KEY);
      return inventory?.spec.feeds[0]?.desiredReplicas === 20;
    });
    assert.equal(await replicasIn(user, 'a'), 7);

    const spec = { schedulingStrategy: 'Replication', dividingScheduling: null };
    await user.client.patch(SUBSCRIPTIONS, KEY, { type: 'merge', body: { spec } });
    await user.client.patch(
      SUBSCRIPTIONS,
      KEY,
      { type: 'merge', body: { status: { replicas: null } } },
      { subresource: 'status' },
    );
    await user.bind('app', ['a', 'b']);
    await eventually('everyone has all', async () => (await replicasIn(user, 'b')) === 20);
    await eventually('no share is shown', async () => (await sharesIn(user, 'b')).length === 0);
    await eventually(
      'the inventory is gone',
      async () => (await user.find(FEED_INVENTORIES, KEY)) === undefined,
    );
  });

  test('an inventory that someone else wrote is left alone, and its path is used', async () => {
    await using hub = await startTestHub();
    const { user } = hub;
    await user.member('a');
    await user.manifest('configmaps.shop.config', { ...CONFIG_MAP, data: { count: '9' } });
    const inventory = {
      apiVersion: 'apps.clusternet.io/v1alpha1',
      kind: 'FeedInventory',
      metadata: KEY,
      spec: { feeds: [{ ...CONFIG, desiredReplicas: 9, replicaJsonPath: '/data/count' }] },
    };
    await user.client.create(FEED_INVENTORIES, inventory);
    await using _pipeline = await startPipeline(user.client);
    await user.subscribe('app', {
      schedulingStrategy: 'Dividing',
      dividingScheduling: { type: 'Static' },
      feeds: [CONFIG],
    });
    await user.bind('app', ['a'], { [feedKey(CONFIG)]: [4] });
    await eventually('it is divided', async () => {
      const [config] = await user.rendered('a', 'app');
      return (config?.['data'] as { count?: number } | undefined)?.count === 4;
    });
    const after = await user.client.get<FeedInventory>(FEED_INVENTORIES, KEY);
    assert.deepEqual(after.spec, inventory.spec);
  });
});
