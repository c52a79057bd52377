import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { KubeObject } from '@banyan/api';
import {
  APPS_API_VERSION,
  BASES,
  DESCRIPTIONS,
  FEED_PROTECTION,
  MANIFESTS,
  RESERVED_NAMESPACE,
  SUBSCRIPTIONS,
  type Base,
} from '@banyan/api/clusternet';
import { eventually } from '@banyan/testing';
import { startPipeline, startTestHub, type HubUser } from './test-hub.ts';
import { CONFIG, CONFIG_MAP, deployment, WEB } from './test-objects.ts';

const EVENTS = { group: '', version: 'v1', resource: 'events' };
const MANIFEST = { namespace: RESERVED_NAMESPACE, name: 'configmaps.shop.config' };

async function reasonsOf(user: HubUser, namespace: string): Promise<unknown[]> {
  const { items } = await user.client.list<KubeObject>(EVENTS, { namespace });
  return items.map((event) => event['reason']);
}

async function conditionOf(user: HubUser, name: string, type: string): Promise<string> {
  const { status } = await user.subscription(name);
  const condition = status?.conditions?.find((one) => one.type === type);
  return condition === undefined ? '' : `${condition.status} ${condition.reason}: ${condition.message}`;
}

async function isProtected(user: HubUser): Promise<boolean> {
  const { metadata } = await user.client.get(MANIFESTS, MANIFEST);
  return metadata.finalizers?.includes(FEED_PROTECTION) === true;
}

void suite('feeds', { timeout: 1_200_000 }, () => {
  test('a wrong group is overlooked and said; an unknown kind, a chart and a missing namespace hold nothing back', async () => {
    await using hub = await startTestHub();
    const { user } = hub;
    await using _pipeline = await startPipeline(user.client);
    await user.member('a');
    await user.manifest('services.shop.web', {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'web', namespace: 'shop' },
      spec: { ports: [{ port: 80 }] },
    });
    await user.manifest('configmaps.shop.config', CONFIG_MAP);
    await user.subscribe('app', {
      feeds: [
        { apiVersion: 'apps/v1', kind: 'Service', namespace: 'shop', name: 'web' },
        { apiVersion: 'example.io/v1', kind: 'Nothing', name: 'x' },
        { apiVersion: APPS_API_VERSION, kind: 'HelmChart', namespace: 'shop', name: 'chart' },
        { apiVersion: 'v1', kind: 'ConfigMap', name: 'config' },
        CONFIG,
      ],
    });
    await user.bind('app', ['a']);
    await eventually('both are rendered', async () => (await user.rendered('a', 'app')).length === 2);
    await eventually('the others are said', async () => {
      const text = await conditionOf(user, 'app', 'FeedsResolved');
      return text.startsWith('False FeedsMissing: ');
    });
    const text = await conditionOf(user, 'app', 'FeedsResolved');
    assert.match(text, /example\.io\/v1\/Nothing\/x: there is no kind Nothing/);
    assert.match(text, /HelmChart\/shop\/chart: charts are not deployed yet/);
    assert.match(text, /v1\/ConfigMap\/config: there is no such template/);
    await eventually('events tell it', async () => {
      const reasons = await reasonsOf(user, 'default');
      return ['FeedResolvedByKind', 'NonexistentNothing', 'NonexistentConfigMap', 'BaseCreated'].every(
        (reason) => reasons.includes(reason),
      );
    });
  });

  test('a Base made by hand deploys to its member, says what is missing, and goes with all that it made', async () => {
    await using hub = await startTestHub();
    const { user } = hub;
    await using _pipeline = await startPipeline(user.client);
    await user.member('a');
    await user.manifest('configmaps.shop.config', CONFIG_MAP);
    const key = { namespace: 'clusternet-a', name: 'mine' };
    const base = {
      apiVersion: APPS_API_VERSION,
      kind: 'Base',
      metadata: { ...key, annotations: { 'banyan.dev/drift': 'report' } },
      spec: { feeds: [CONFIG, WEB] },
    };
    await user.client.create(BASES, base);
    await eventually('it is rendered', async () => (await user.rendered('a', 'mine')).length === 1);
    const description = await user.client.get(DESCRIPTIONS, { ...key, name: 'mine-generic' });
    assert.equal(description.metadata.annotations?.['banyan.dev/drift'], 'report');
    await eventually('what is missing is said', async () => {
      const { status } = await user.client.get<Base>(BASES, key);
      return status?.conditions?.[0]?.message === 'apps/v1/Deployment/shop/web: there is no such template';
    });
    await user.client.delete(BASES, key);
    await eventually('the Description is deleted', async () => {
      const { metadata } = await user.client.get(DESCRIPTIONS, { ...key, name: 'mine-generic' });
      return metadata.deletionTimestamp !== undefined;
    });
    await user.letGo('a', 'mine-generic');
    await eventually('the Base is gone', async () => (await user.find(BASES, key)) === undefined);
  });

  test('a template that a Subscription names is not deleted, bound or not, and goes when it is no longer named', async () => {
    await using hub = await startTestHub();
    const { user } = hub;
    await using _pipeline = await startPipeline(user.client);
    await user.manifest('configmaps.shop.config', CONFIG_MAP);
    await user.manifest('deployments.shop.web', deployment(1));
    await user.subscribe('app', { feeds: [CONFIG] });
    await eventually('it is protected', () => isProtected(user));
    await user.client.delete(MANIFESTS, MANIFEST);
    await eventually('it says why it stays', async () => {
      const { metadata } = await user.client.get(MANIFESTS, MANIFEST);
      return metadata.annotations?.[FEED_PROTECTION]?.includes('Subscription default/app') === true;
    });
    const body = { spec: { feeds: [WEB] } };
    await user.client.patch(SUBSCRIPTIONS, { namespace: 'default', name: 'app' }, { type: 'merge', body });
    await eventually('it is gone', async () => (await user.find(MANIFESTS, MANIFEST)) === undefined);
  });

  test('a template that vanished leaves what runs as it is', async () => {
    await using hub = await startTestHub();
    const { user } = hub;
    await using _pipeline = await startPipeline(user.client);
    await user.member('a');
    await user.manifest('configmaps.shop.config', CONFIG_MAP);
    await user.manifest('deployments.shop.web', deployment(1));
    await user.subscribe('app', { feeds: [CONFIG, WEB] });
    await user.bind('app', ['a']);
    await eventually('both are rendered', async () => (await user.rendered('a', 'app')).length === 2);
    await eventually('it is protected', () => isProtected(user));
    await user.client.delete(MANIFESTS, MANIFEST);
    await user.client.patch(MANIFESTS, MANIFEST, { type: 'merge', body: { metadata: { finalizers: null } } });
    await user.changeManifest('deployments.shop.web', { spec: { replicas: 3 } });
    await eventually('the other goes on', async () => {
      const objects = await user.rendered('a', 'app');
      return JSON.stringify(objects.map(({ spec, data }) => spec ?? data)) === '[{"replicas":3},{"a":"1"}]';
    });
    await eventually('it is said', async () =>
      (await conditionOf(user, 'app', 'FeedsResolved')).startsWith('False FeedsMissing'),
    );
  });

  test('a change that takes away more than the guard allows waits for its author, and new feeds do not', async () => {
    await using hub = await startTestHub();
    const { user } = hub;
    const deletionLimits = { objects: 100, members: 1 };
    await using _pipeline = await startPipeline(user.client, { deletionLimits });
    for (const name of ['a', 'b', 'c']) await user.member(name);
    await user.manifest('configmaps.shop.config', CONFIG_MAP);
    await user.manifest('deployments.shop.web', deployment(1));
    await user.subscribe('app', { feeds: [CONFIG] });
    await user.bind('app', ['a', 'b', 'c']);
    for (const name of ['a', 'b', 'c']) {
      await eventually(`${name} has it`, async () => (await user.rendered(name, 'app')).length === 1);
    }
    const key = { namespace: 'default', name: 'app' };
    await user.client.patch(SUBSCRIPTIONS, key, { type: 'merge', body: { spec: { feeds: [CONFIG, WEB] } } });
    await user.bind('app', ['a']);
    await eventually('it is held', async () =>
      (await conditionOf(user, 'app', 'DeletionHeld')).startsWith('True MassDeletion'),
    );
    await eventually('a goes on', async () => (await user.rendered('a', 'app')).length === 2);
    const { metadata } = await user.client.get(BASES, { namespace: 'clusternet-b', name: 'app' });
    assert.equal(metadata.deletionTimestamp, undefined);

    const { generation } = (await user.subscription('app')).metadata;
    const annotations = { 'banyan.dev/allow-deletion': String(generation) };
    await user.client.patch(SUBSCRIPTIONS, key, { type: 'merge', body: { metadata: { annotations } } });
    await eventually('b and c are left', async () => {
      const bases = await Promise.all(
        ['b', 'c'].map((name) => user.find<Base>(BASES, { namespace: `clusternet-${name}`, name: 'app' })),
      );
      return bases.every((base) => base?.metadata.deletionTimestamp !== undefined);
    });
  });

  test('what the guard holds is said however long the scheduler takes to decide', async () => {
    await using hub = await startTestHub();
    const { user } = hub;
    await using _pipeline = await startPipeline(user.client, { deletionLimits: { objects: 0, members: 0 } });
    await user.member('a');
    await user.manifest('configmaps.shop.config', CONFIG_MAP);
    await user.manifest('deployments.shop.web', deployment(1));
    await user.subscribe('app', { feeds: [CONFIG, WEB] });
    await user.bind('app', ['a']);
    await eventually('both are rendered', async () => (await user.rendered('a', 'app')).length === 2);
    const body = { spec: { feeds: [CONFIG] } };
    await user.client.patch(SUBSCRIPTIONS, { namespace: 'default', name: 'app' }, { type: 'merge', body });
    await eventually('the change was seen, and not decided on', async () => {
      const { metadata, status } = await user.subscription('app');
      const resolved = status?.conditions?.find(({ type }) => type === 'FeedsResolved');
      return resolved?.observedGeneration === metadata.generation;
    });
    assert.equal(await conditionOf(user, 'app', 'DeletionHeld'), '');
    await user.bind('app', ['a']);
    await eventually('it is held', async () =>
      (await conditionOf(user, 'app', 'DeletionHeld')).startsWith('True MassDeletion'),
    );
  });
});
