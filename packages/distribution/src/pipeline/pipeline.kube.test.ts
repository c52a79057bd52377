import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  BASES,
  DESCRIPTIONS,
  FEED_INVENTORIES,
  FEED_PROTECTION,
  feedKey,
  LOCALIZATIONS,
  MANIFESTS,
  RESERVED_NAMESPACE,
  SUBSCRIPTIONS,
  type Localization,
} from '@banyan/api/clusternet';
import { KubeClient, loadConnection } from '@banyan/kube';
import { eventually, startCluster } from '@banyan/testing';
import { HubUser, startPipeline } from './test-hub.ts';
import { CONFIG, CONFIG_MAP, deployment, overrideObject, WEB } from './test-objects.ts';

const KEY = { namespace: 'default', name: 'app' };

test('the pipeline on Kubernetes', { timeout: 1_200_000 }, async (t) => {
  await using cluster = await startCluster({ controllers: true });
  const connection = await loadConnection({ path: cluster.kubeconfig, env: {} });
  const client = new KubeClient(connection);
  t.after(() => client.close());
  const user = new HubUser(client);
  await user.install();
  await using _pipeline = await startPipeline(client);
  for (const name of ['a', 'b']) await user.member(name);
  const replicasIn = async (member: string): Promise<number | undefined> => {
    const [web] = await user.rendered(member, 'app');
    return (web?.['spec'] as { replicas: number } | undefined)?.replicas;
  };

  await t.test(
    'a Subscription is divided, with an override, with one write a Base and a Description',
    async () => {
      await user.manifest('deployments.shop.web', deployment(10));
      const spec = { dividingScheduling: { type: 'Static' }, schedulingStrategy: 'Dividing' } as const;
      await user.subscribe('app', { ...spec, feeds: [WEB] });
      await eventually(
        'the inventory is there',
        async () => (await user.find(FEED_INVENTORIES, KEY)) !== undefined,
      );
      await user.bind('app', ['a', 'b'], { [feedKey(WEB)]: [7, 3] });
      await eventually('a has its share', async () => (await replicasIn('a')) === 7);
      await eventually('b has its share', async () => (await replicasIn('b')) === 3);
      // A cache that is seconds behind makes us ask for one again, which is refused and does no harm.
      const writes = await user.writes({ refused: false });
      assert.equal(writes.get('create bases'), 2);
      assert.equal(writes.get('create descriptions'), 2);
      assert.equal(writes.get('patch descriptions') ?? 0, 0);
      const value = JSON.stringify({ metadata: { labels: { tier: 'gold' } } });
      const overrides = [{ name: 'tier', type: 'MergePatch', value } as const];
      const override = { name: 'mine', namespace: 'clusternet-a', feed: WEB, overrides };
      await client.create(LOCALIZATIONS, overrideObject(override));
      await eventually('it is applied', async () => {
        const [web] = await user.rendered('a', 'app');
        return web?.metadata.labels?.['tier'] === 'gold';
      });
      await eventually('its share is shown beside it', async () => {
        const { items } = await client.list<Localization>(LOCALIZATIONS, { namespace: 'clusternet-a' });
        return items.length === 2;
      });
    },
  );

  await t.test('a condition of every writer is taken by the API server', async () => {
    const bad = [
      { name: 'bad', type: 'JSONPatch', value: '[{"op":"remove","path":"/spec/nothing"}]' } as const,
    ];
    const override = { name: 'bad', namespace: 'clusternet-b', feed: WEB, overrides: bad };
    await client.create(LOCALIZATIONS, overrideObject(override));
    await eventually('it is said', async () => {
      const { status } = await client.get<Localization>(LOCALIZATIONS, {
        namespace: 'clusternet-b',
        name: 'bad',
      });
      return (
        status?.conditions?.some(({ type, status: is }) => type === 'Applied' && is === 'False') === true
      );
    });
    await eventually('on the Subscription too', async () => {
      const { status } = await user.subscription('app');
      return (
        status?.conditions?.some(({ type, status: is }) => type === 'Rendered' && is === 'False') === true
      );
    });
    assert.equal(await replicasIn('b'), 3);
    await client.delete(LOCALIZATIONS, { namespace: 'clusternet-b', name: 'bad' });
  });

  await t.test('events are there, and a template in use stays', async () => {
    await eventually('events are there', async () => {
      const { stdout } = await cluster.kubectl(['get', 'events', '-n', 'default', '-o', 'name']);
      return /event\/app\./.test(stdout);
    });
    const key = { namespace: RESERVED_NAMESPACE, name: 'deployments.shop.web' };
    await eventually('it is protected', async () => {
      const { metadata } = await client.get(MANIFESTS, key);
      return metadata.finalizers?.includes(FEED_PROTECTION) === true;
    });
    await client.delete(MANIFESTS, key);
    await eventually('it says why', async () => {
      const { metadata } = await client.get(MANIFESTS, key);
      return metadata.annotations?.[FEED_PROTECTION]?.includes('default/app') === true;
    });
  });

  await t.test('a deleted Subscription takes all of it along, and nothing is left', async () => {
    await user.manifest('configmaps.shop.config', CONFIG_MAP);
    await user.subscribe('other', { feeds: [CONFIG] });
    await user.bind('other', ['a']);
    await eventually('it is rendered', async () => (await user.rendered('a', 'other')).length === 1);
    for (const name of ['app', 'other']) await client.delete(SUBSCRIPTIONS, { namespace: 'default', name });
    for (const [member, name] of [
      ['a', 'app-generic'],
      ['b', 'app-generic'],
      ['a', 'other-generic'],
    ] as const) {
      await eventually(`${member} is to be rid of ${name}`, async () => {
        const key = { namespace: `clusternet-${member}`, name };
        return (await client.get(DESCRIPTIONS, key)).metadata.deletionTimestamp !== undefined;
      });
      await user.letGo(member, name);
    }
    for (const resource of [SUBSCRIPTIONS, BASES, DESCRIPTIONS, FEED_INVENTORIES]) {
      await eventually(
        `no ${resource.resource}`,
        async () => (await client.list(resource)).items.length === 0,
      );
    }
    await eventually('shares are gone', async () => (await client.list(LOCALIZATIONS)).items.length === 1);
    const key = { namespace: RESERVED_NAMESPACE, name: 'deployments.shop.web' };
    await eventually('the template is gone', async () => (await user.find(MANIFESTS, key)) === undefined);
  });
});
