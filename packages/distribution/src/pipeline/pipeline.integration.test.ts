import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  APPS_FINALIZER,
  BASES,
  DESCRIPTIONS,
  SUBSCRIPTIONS,
  type Base,
  type Description,
} from '@banyan/api/clusternet';
import { eventually } from '@banyan/testing';
import { startPipeline, startTestHub } from './test-hub.ts';
import { CONFIG, CONFIG_MAP, deployment, WEB } from './test-objects.ts';

void suite('Subscription to Description', { timeout: 1_200_000 }, () => {
  test('what a Subscription is bound to gets a Base and a Description; a template that changes is rendered again', async () => {
    await using hub = await startTestHub();
    const { user } = hub;
    await using _pipeline = await startPipeline(user.client, { hubId: 'hub-1' });
    await user.member('a');
    await user.member('b');
    await user.manifest('deployments.shop.web', deployment(2));
    await user.subscribe('app', { feeds: [WEB, CONFIG] });
    await user.bind('app', ['a', 'b']);
    await eventually('both members have it', async () => {
      const counts = await Promise.all(
        ['a', 'b'].map(async (name) => (await user.rendered(name, 'app')).length),
      );
      return counts.every((count) => count === 1);
    });
    const [web] = await user.rendered('a', 'app');
    assert.deepEqual(web?.metadata.labels, { app: 'web', 'banyan.dev/owned': 'hub-1' });
    const base = await user.client.get<Base>(BASES, { namespace: 'clusternet-a', name: 'app' });
    assert.deepEqual(base.spec.feeds, [WEB, CONFIG]);
    assert.deepEqual(base.metadata.finalizers, [APPS_FINALIZER]);
    await eventually('the missing feed is said', async () => {
      const { status } = await user.subscription('app');
      const condition = status?.conditions?.find(({ type }) => type === 'FeedsResolved');
      return condition?.message === 'v1/ConfigMap/shop/config: there is no such template';
    });

    await user.changeManifest('deployments.shop.web', { spec: { replicas: 5 } });
    await eventually('the change is rendered', async () => {
      const [changed] = await user.rendered('b', 'app');
      return (changed?.['spec'] as { replicas: number } | undefined)?.replicas === 5;
    });
    await user.manifest('configmaps.shop.config', CONFIG_MAP);
    await eventually(
      'the feed that came is rendered',
      async () => (await user.rendered('b', 'app')).length === 2,
    );
  });

  test('a member that is no longer bound is left, and a Subscription waits until all members are rid of it', async () => {
    await using hub = await startTestHub();
    const { user } = hub;
    await using _pipeline = await startPipeline(user.client);
    await user.member('a');
    await user.member('b');
    await user.manifest('configmaps.shop.config', CONFIG_MAP);
    await user.subscribe('app', { feeds: [CONFIG] });
    await user.bind('app', ['a', 'b']);
    await eventually('b has it', async () => (await user.rendered('b', 'app')).length === 1);
    await eventually('a has it', async () => (await user.rendered('a', 'app')).length === 1);

    await user.bind('app', ['a']);
    const isDeleted = async (member: string): Promise<boolean> => {
      const key = { namespace: `clusternet-${member}`, name: 'app-generic' };
      const description = await user.find<Description>(DESCRIPTIONS, key);
      return description?.metadata.deletionTimestamp !== undefined;
    };
    await eventually('the Description in b is deleted', () => isDeleted('b'));
    await user.letGo('b', 'app-generic');
    const baseIn = (member: string): Promise<Base | undefined> =>
      user.find<Base>(BASES, { namespace: `clusternet-${member}`, name: 'app' });
    await eventually('the Base in b is gone', async () => (await baseIn('b')) === undefined);
    assert.equal(await isDeleted('a'), false);

    await user.client.delete(SUBSCRIPTIONS, { namespace: 'default', name: 'app' });
    await eventually('the Description in a is deleted', () => isDeleted('a'));
    assert.notEqual((await user.subscription('app')).metadata.deletionTimestamp, undefined);
    await user.letGo('a', 'app-generic');
    await eventually('the Subscription is gone', async () => {
      const key = { namespace: 'default', name: 'app' };
      return (await user.find(SUBSCRIPTIONS, key)) === undefined;
    });
    assert.equal(await baseIn('a'), undefined);
  });
});
