import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { KubeObject } from '@banyan/api';
import {
  APPS_FINALIZER,
  BASES,
  DESCRIPTIONS,
  SUBSCRIPTIONS,
  type Description,
  type Feed,
} from '@banyan/api/clusternet';
import { objectsOfDescription } from '@banyan/engine';
import { SharedCaches } from '@banyan/kube';
import { eventually } from '@banyan/testing';
import { startPipeline, startTestHub, type HubUser } from './test-hub.ts';
import { CONFIG, CONFIG_MAP } from './test-objects.ts';

const KEY = { namespace: 'default', name: 'app' };

function feed(index: number): Feed {
  return { ...CONFIG, name: `config-${index}` };
}

async function addTemplate(user: HubUser, index: number, data: Record<string, string>): Promise<void> {
  const { name, namespace = '' } = feed(index);
  await user.manifest(`configmaps.shop.${name}`, { ...CONFIG_MAP, metadata: { name, namespace }, data });
}

/** Lets go of every Description that is deleted, as deployers do, until disposed of. */
function letGoOfAll(user: HubUser): AsyncDisposable {
  const caches = new SharedCaches({ client: user.client });
  const lease = caches.objects({ resource: DESCRIPTIONS });
  const letGo = ({ metadata }: KubeObject): void => {
    if (metadata.deletionTimestamp === undefined || !metadata.finalizers?.includes(APPS_FINALIZER)) return;
    const member = (metadata.namespace ?? '').replace('clusternet-', '');
    user.letGo(member, metadata.name ?? '').catch(() => {});
  };
  lease.addHandler({ onAdd: letGo, onUpdate: letGo });
  return { [Symbol.asyncDispose]: () => caches.close() };
}

/** All that members are to have, by member and name. */
async function deployed(user: HubUser): Promise<Record<string, unknown>> {
  const { items } = await user.client.list<Description>(DESCRIPTIONS);
  return Object.fromEntries(
    items.flatMap((description) =>
      objectsOfDescription(description).map(({ metadata, data }) => [
        `${description.metadata.namespace}/${metadata.name}`,
        data,
      ]),
    ),
  );
}

void suite('restarts', { timeout: 1_200_000 }, () => {
  test('stopped in the middle of every change, it ends with exactly what was asked for last', async () => {
    await using hub = await startTestHub();
    const { user } = hub;
    await using _deployers = letGoOfAll(user);
    const members = ['a', 'b', 'c', 'd', 'e'];
    for (const member of members) await user.member(member);
    for (let index = 0; index < 5; index++) await addTemplate(user, index, { round: '0' });
    await user.subscribe('app', { feeds: [feed(0)] });
    let expected: Record<string, unknown> = {};
    for (let round = 1; round <= 8; round++) {
      const pipeline = await startPipeline(user.client);
      const bound = members.filter((_, index) => (index + round) % 3 !== 0);
      const feeds = [0, 1, 2, 3, 4].filter((index) => (index * round) % 4 !== 3);
      const body = { spec: { feeds: feeds.map(feed) } };
      await user.client.patch(SUBSCRIPTIONS, KEY, { type: 'merge', body });
      await user.bind('app', bound);
      const data = { round: String(round) };
      for (const index of feeds) await user.changeManifest(`configmaps.shop.config-${index}`, { data });
      expected = Object.fromEntries(
        bound.flatMap((member) => feeds.map((index) => [`clusternet-${member}/config-${index}`, data])),
      );
      // Each round it gets a little further before it is stopped.
      for (let turn = 0; turn < round * 3; turn++) await new Promise(setImmediate);
      await pipeline[Symbol.asyncDispose]();
    }
    await using _pipeline = await startPipeline(user.client);
    await eventually('what was asked for last, and nothing else', async () =>
      isDeepStrictEqual(await deployed(user), expected),
    );
    const bases = await user.client.list(BASES);
    assert.deepEqual(
      new Set(bases.items.map(({ metadata }) => metadata.namespace)),
      new Set(Object.keys(expected).map((key) => key.slice(0, key.indexOf('/')))),
    );
  });

  test('what does not fit into one Description is in several, and those that are no longer needed go', async () => {
    await using hub = await startTestHub();
    const { user } = hub;
    await using _deployers = letGoOfAll(user);
    await using _pipeline = await startPipeline(user.client);
    await user.member('a');
    const large = { text: 'x'.repeat(300_000) };
    for (let index = 0; index < 6; index++) await addTemplate(user, index, large);
    await user.subscribe('app', { feeds: [0, 1, 2, 3, 4, 5].map(feed) });
    await user.bind('app', ['a']);
    const names = async (): Promise<string[]> => {
      const { items } = await user.client.list(DESCRIPTIONS);
      return items.map(({ metadata }) => metadata.name ?? '').sort();
    };
    const three = ['app-generic', 'app-generic-2', 'app-generic-3'];
    await eventually('there are three', async () => isDeepStrictEqual(await names(), three));
    const body = { spec: { feeds: [feed(5)] } };
    await user.client.patch(SUBSCRIPTIONS, KEY, { type: 'merge', body });
    await user.bind('app', ['a']);
    await eventually('there is one', async () => isDeepStrictEqual(await names(), ['app-generic']));
    assert.deepEqual(Object.keys(await deployed(user)), ['clusternet-a/config-5']);
  });
});
