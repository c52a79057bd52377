import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ApiError } from '@banyan/apiserver';
import { BASES, DESCRIPTIONS } from '@banyan/api/clusternet';
import { eventually } from '@banyan/testing';
import { startPipeline, startTestHub, type HubUser } from './test-hub.ts';
import { CONFIG_MAP } from './test-objects.ts';

const MEMBERS = ['a', 'b', 'c', 'd'];
const INTENTS = 10;

async function deployMany(user: HubUser): Promise<void> {
  for (const member of MEMBERS) await user.member(member);
  for (let index = 0; index < INTENTS; index++) {
    const name = `config-${index}`;
    const metadata = { namespace: 'shop', name };
    await user.manifest(`configmaps.shop.${name}`, { ...CONFIG_MAP, metadata });
    await user.subscribe(name, { feeds: [{ apiVersion: 'v1', kind: 'ConfigMap', ...metadata }] });
    await user.bind(name, MEMBERS);
  }
}

async function allRendered(user: HubUser): Promise<void> {
  await eventually('everything is rendered', async () => {
    const { items } = await user.client.list(DESCRIPTIONS);
    return items.length === MEMBERS.length * INTENTS;
  });
}

/** Nothing is written between two looks of a while: there is no event to wait for. */
async function quiet(user: HubUser): Promise<Map<string, number>> {
  let last = '';
  let same = 0;
  let writes = new Map<string, number>();
  await eventually('nothing is written any more', async () => {
    writes = await user.writes();
    const text = JSON.stringify([...writes]);
    same = text === last ? same + 1 : 0;
    last = text;
    return same >= 100;
  });
  return writes;
}

void suite('what the pipeline costs the hub', { timeout: 1_200_000 }, () => {
  test('one write a Base and one a Description, one for the finalizer of each Subscription and template; a restart writes nothing', async () => {
    await using hub = await startTestHub();
    const { user } = hub;
    let before: Map<string, number>;
    {
      await using _pipeline = await startPipeline(user.client);
      await deployMany(user);
      await allRendered(user);
      before = await quiet(user);
      const works = MEMBERS.length * INTENTS;
      assert.equal(before.get('create bases'), works);
      assert.equal(before.get('create descriptions'), works);
      assert.equal(before.get('patch bases') ?? 0, 0);
      assert.equal(before.get('patch descriptions') ?? 0, 0);
      assert.equal(before.get('patch bases/status') ?? 0, 0);
      assert.equal(before.get('patch subscriptions'), INTENTS);
      assert.equal(before.get('patch manifests'), INTENTS);
      // What the scheduler writes, and what is gathered from the members.
      const statuses = before.get('patch subscriptions/status') ?? 0;
      assert.ok(statuses <= 4 * INTENTS, `${statuses} statuses of Subscriptions`);
    }
    await using _again = await startPipeline(user.client);
    assert.deepEqual(await quiet(user), before);
  });

  test('every fourth request refused: at the end each member has each once, and nothing else is there', async () => {
    let isArmed = false;
    let count = 0;
    const trouble = (): Promise<void> => {
      if (isArmed && ++count % 4 === 0) {
        const code = [500, 429, 409, 503][(count / 4) % 4] ?? 500;
        throw new ApiError({ code, reason: code === 409 ? 'Conflict' : 'InternalError', message: 'trouble' });
      }
      return Promise.resolve();
    };
    await using hub = await startTestHub(trouble);
    const { user } = hub;
    await using _pipeline = await startPipeline(user.client);
    await deployMany(user);
    isArmed = true;
    for (let index = 0; index < INTENTS; index++) {
      let isChanged = false;
      while (!isChanged) {
        try {
          await user.changeManifest(`configmaps.shop.config-${index}`, { data: { a: '2' } });
          isChanged = true;
        } catch {
          // It is the hub that is tested, not its user.
        }
      }
    }
    isArmed = false;
    await allRendered(user);
    for (const member of MEMBERS) {
      for (let index = 0; index < INTENTS; index++) {
        await eventually(`${member} has the last of ${index}`, async () => {
          const [config] = await user.rendered(member, `config-${index}`);
          return (config?.['data'] as { a?: string } | undefined)?.a === '2';
        });
      }
    }
    const { items } = await user.client.list(BASES);
    assert.equal(items.length, MEMBERS.length * INTENTS);
  });
});
