import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { BASES, GLOBALIZATIONS, LOCALIZATIONS, type Base, type Localization } from '@banyan/api/clusternet';
import { eventually } from '@banyan/testing';
import { startPipeline, startTestHub, type HubUser, type TestHub } from '../test-hub.ts';
import { CONFIG, CONFIG_MAP, overrideObject } from '../test-objects.ts';

/** Two members that have the ConfigMap. */
async function startTwo(): Promise<TestHub> {
  const hub = await startTestHub();
  const { user } = hub;
  await user.member('a', { zone: 'east' });
  await user.member('b', { zone: 'west' });
  await user.manifest('configmaps.shop.config', CONFIG_MAP);
  await user.subscribe('app', { feeds: [CONFIG] });
  await user.bind('app', ['a', 'b']);
  return hub;
}

async function dataIn(user: HubUser, member: string): Promise<Record<string, string>> {
  const [config] = await user.rendered(member, 'app');
  return (config?.['data'] ?? {}) as Record<string, string>;
}

async function hasData(user: HubUser, member: string, expected: Record<string, string>): Promise<void> {
  const wanted = JSON.stringify(expected);
  await eventually(`${member} has ${wanted}`, async () => {
    const data = await dataIn(user, member);
    return isDeepStrictEqual(data, expected);
  });
}

function merge(data: Record<string, string>) {
  return [{ name: 'data', type: 'MergePatch', value: JSON.stringify({ data }) } as const];
}

void suite('overrides', { timeout: 1_200_000 }, () => {
  test('Globalizations come before Localizations, ApplyNow takes effect at once, and taking one away undoes it', async () => {
    await using hub = await startTwo();
    const { user } = hub;
    await using _pipeline = await startPipeline(user.client);
    await hasData(user, 'a', { a: '1' });
    const local = { name: 'mine', namespace: 'clusternet-a', feed: CONFIG, overrides: merge({ a: 'local' }) };
    await user.client.create(LOCALIZATIONS, overrideObject(local));
    await hasData(user, 'a', { a: 'local' });
    const everywhere = {
      name: 'all',
      feed: CONFIG,
      priority: 900,
      overrides: merge({ a: 'global', g: 'yes' }),
    };
    await user.client.create(GLOBALIZATIONS, overrideObject(everywhere));
    await hasData(user, 'a', { a: 'local', g: 'yes' });
    await hasData(user, 'b', { a: 'global', g: 'yes' });
    await user.client.delete(LOCALIZATIONS, { namespace: 'clusternet-a', name: 'mine' });
    await hasData(user, 'a', { a: 'global', g: 'yes' });
  });

  test('ApplyLater waits for another reason, also when a Localization of another member is applied now', async () => {
    await using hub = await startTwo();
    const { user } = hub;
    await using _pipeline = await startPipeline(user.client);
    await hasData(user, 'b', { a: '1' });
    const later = {
      name: 'later',
      feed: CONFIG,
      policy: 'ApplyLater',
      overrides: merge({ later: 'yes' }),
    } as const;
    await user.client.create(GLOBALIZATIONS, overrideObject(later));
    const now = { name: 'now', namespace: 'clusternet-a', feed: CONFIG, overrides: merge({ now: 'yes' }) };
    await user.client.create(LOCALIZATIONS, overrideObject(now));
    await hasData(user, 'a', { a: '1', later: 'yes', now: 'yes' });
    assert.deepEqual(await dataIn(user, 'b'), { a: '1' });
    await user.changeManifest('configmaps.shop.config', { data: { a: '2' } });
    await hasData(user, 'b', { a: '2', later: 'yes' });
  });

  test('a stored ApplyLater override still waits after a restart', async () => {
    await using hub = await startTwo();
    const { user } = hub;
    {
      await using _pipeline = await startPipeline(user.client);
      await hasData(user, 'b', { a: '1' });
      await hasData(user, 'a', { a: '1' });
    }
    const later = {
      name: 'later',
      feed: CONFIG,
      policy: 'ApplyLater',
      overrides: merge({ later: 'yes' }),
    } as const;
    await user.client.create(GLOBALIZATIONS, overrideObject(later));
    await using _pipeline = await startPipeline(user.client);
    const now = { name: 'now', namespace: 'clusternet-a', feed: CONFIG, overrides: merge({ now: 'yes' }) };
    await user.client.create(LOCALIZATIONS, overrideObject(now));
    await hasData(user, 'a', { a: '1', later: 'yes', now: 'yes' });
    assert.deepEqual(await dataIn(user, 'b'), { a: '1' });
  });

  test('a patch that does not fit is said on override, Base and Subscription, and the last good state stays', async () => {
    await using hub = await startTwo();
    const { user } = hub;
    await using _pipeline = await startPipeline(user.client);
    await hasData(user, 'a', { a: '1' });
    const value = JSON.stringify([{ op: 'replace', path: '/data/missing/deep', value: 'x' }]);
    const bad = {
      name: 'bad',
      namespace: 'clusternet-a',
      feed: CONFIG,
      overrides: [{ name: 'typo', type: 'JSONPatch', value } as const],
    };
    await user.client.create(LOCALIZATIONS, overrideObject(bad));
    const key = { namespace: 'clusternet-a', name: 'bad' };
    const conditionOf = async (): Promise<string | undefined> => {
      const { status } = await user.client.get<Localization>(LOCALIZATIONS, key);
      const condition = status?.conditions?.find(({ type }) => type === 'Applied');
      return condition && `${condition.status} ${condition.message ?? ''}`;
    };
    await eventually(
      'it is said on the override',
      async () => (await conditionOf())?.startsWith('False') === true,
    );
    assert.match((await conditionOf()) ?? '', /^False a: override "typo" at \/data\/missing\/deep: /);
    await eventually('it is said on the Subscription', async () => {
      const { status } = await user.subscription('app');
      const rendered = status?.conditions?.find(({ type }) => type === 'Rendered');
      return rendered?.status === 'False' && rendered.message?.startsWith('in 1 of 2 clusters: a: ') === true;
    });
    assert.deepEqual(await dataIn(user, 'a'), { a: '1' });
    const base = await user.client.get<Base>(BASES, { namespace: 'clusternet-a', name: 'app' });
    assert.equal(base.status?.conditions?.[0]?.reason, 'FailedApplyingOverrides');

    const body = { spec: { overrides: merge({ fixed: 'yes' }) } };
    await user.client.patch(LOCALIZATIONS, key, { type: 'merge', body });
    await hasData(user, 'a', { a: '1', fixed: 'yes' });
    await eventually('it is taken back', async () => (await conditionOf()) === 'True it fits everywhere');
    await eventually('the Subscription is well', async () => {
      const { status } = await user.subscription('app');
      return status?.conditions?.find(({ type }) => type === 'Rendered')?.status === 'True';
    });
  });
});
