import assert from 'node:assert/strict';
import { suite, test, type TestContext } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { KubeObject } from '@banyan/api';
import { LOCALIZATIONS, SUBSCRIPTIONS } from '@banyan/api/clusternet';
import { SharedCaches, type KubeClient } from '@banyan/kube';
import { eventually } from '@banyan/testing';
import { Deployer } from './deployer/index.ts';
import { startTestCluster } from './deployer/test-clusters.ts';
import { settableMembers } from './deployer/test-world.ts';
import { startPipeline, startTestHub, type HubUser } from './pipeline/test-hub.ts';
import { CONFIG, CONFIG_MAP, overrideObject } from './pipeline/test-objects.ts';

const HUB_ID = 'hub-1';
const CONFIG_MAPS = { group: '', version: 'v1', resource: 'configmaps' };
const KEY = { namespace: 'default', name: 'app' };

interface World {
  readonly user: HubUser;
  readonly members: ReadonlyMap<string, KubeClient>;
}

/** A hub with pipeline and deployer, and members that it pushes to. */
async function startWorld(t: TestContext, names: readonly string[]): Promise<World> {
  const hub = await startTestHub();
  const { user } = hub;
  const states = settableMembers();
  const members = new Map<string, KubeClient>();
  for (const name of names) {
    const { client, direct } = await startTestCluster(t, name);
    await user.member(name);
    states.set(`clusternet-${name}`, { kind: 'ours', memberClient: client });
    members.set(name, direct);
  }
  const pipeline = await startPipeline(user.client, { hubId: HUB_ID });
  const hubCaches = new SharedCaches({ client: user.client });
  const deployer = new Deployer({ hubClient: user.client, hubCaches, members: states, hubId: HUB_ID });
  const stop = new AbortController();
  const running = deployer.run(stop.signal);
  t.after(async () => {
    stop.abort();
    await running;
    await hubCaches.close();
    await pipeline[Symbol.asyncDispose]();
    await hub[Symbol.asyncDispose]();
  });
  return { user, members };
}

async function configsIn({ members }: World, member: string): Promise<Record<string, unknown>> {
  const { items } = (await members
    .get(member)
    ?.list<KubeObject>(CONFIG_MAPS, { labelSelector: `banyan.dev/owned=${HUB_ID}` })) ?? { items: [] };
  return Object.fromEntries(items.map(({ metadata, data }) => [metadata.name, data]));
}

async function hasConfigs(world: World, member: string, expected: Record<string, unknown>): Promise<void> {
  await eventually(`${member} has ${JSON.stringify(expected).slice(0, 100)}`, async () =>
    isDeepStrictEqual(await configsIn(world, member), expected),
  );
}

void suite('from a Subscription to objects in members', { timeout: 1_200_000 }, () => {
  test('templates, overrides and bindings change, and members follow; in the end nothing is left', async (t) => {
    const world = await startWorld(t, ['a', 'b']);
    const { user } = world;
    await user.manifest('configmaps.shop.config', CONFIG_MAP);
    await user.subscribe('app', { feeds: [CONFIG] });
    await user.bind('app', ['a', 'b']);
    await hasConfigs(world, 'a', { config: { a: '1' } });
    await hasConfigs(world, 'b', { config: { a: '1' } });
    await eventually('the Subscription is available', async () => {
      const { status } = await user.subscription('app');
      const available = status?.conditions?.find(({ type }) => type === 'Available');
      return available?.status === 'True' && status?.completedReleases === 2;
    });
    const overrides = [{ name: 'b', type: 'MergePatch', value: '{"data":{"b":"2"}}' } as const];
    const local = { name: 'mine', namespace: 'clusternet-a', feed: CONFIG, overrides };
    await user.client.create(LOCALIZATIONS, overrideObject(local));
    await hasConfigs(world, 'a', { config: { a: '1', b: '2' } });
    await user.changeManifest('configmaps.shop.config', { data: { a: '3' } });
    await hasConfigs(world, 'a', { config: { a: '3', b: '2' } });
    await hasConfigs(world, 'b', { config: { a: '3' } });
    await user.bind('app', ['b']);
    await hasConfigs(world, 'a', {});
    await user.client.delete(SUBSCRIPTIONS, KEY);
    await hasConfigs(world, 'b', {});
    await eventually(
      'the Subscription is gone',
      async () => (await user.find(SUBSCRIPTIONS, KEY)) === undefined,
    );
  });

  test('objects that move from one Description to another are never gone from the member', async (t) => {
    const world = await startWorld(t, ['a']);
    const { user, members } = world;
    const feed = (index: number) => ({ ...CONFIG, name: `config-${index}` });
    const data = { text: 'x'.repeat(300_000) };
    for (let index = 0; index < 6; index++) {
      const metadata = { name: `config-${index}`, namespace: 'shop' };
      await user.manifest(`configmaps.shop.config-${index}`, { ...CONFIG_MAP, metadata, data });
    }
    await user.subscribe('app', { feeds: [0, 1, 2, 3, 4, 5].map(feed) });
    await user.bind('app', ['a']);
    const all = Object.fromEntries([0, 1, 2, 3, 4, 5].map((index) => [`config-${index}`, data]));
    await hasConfigs(world, 'a', all);
    const uidOf = async (): Promise<string | undefined> => {
      const found = await members.get('a')?.get(CONFIG_MAPS, { namespace: 'shop', name: 'config-5' });
      return found?.metadata.uid;
    };
    const uid = await uidOf();
    const body = { spec: { feeds: [feed(5)] } };
    await user.client.patch(SUBSCRIPTIONS, KEY, { type: 'merge', body });
    await user.bind('app', ['a']);
    await hasConfigs(world, 'a', { 'config-5': data });
    assert.equal(await uidOf(), uid);
  });
});
