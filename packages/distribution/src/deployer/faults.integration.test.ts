import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESCRIPTIONS } from '@banyan/api/clusternet';
import { eventually } from '@banyan/testing';
import { releaseDescription } from './release-description.ts';
import { CONFIG_MAPS, configMap, deployment, DEPLOYMENTS, marked } from './test-objects.ts';
import { MEMBER, startDeployer, startIdleWorld, startTestWorld, type TestWorld } from './test-world.ts';

type Wanted = Record<string, Record<string, Record<string, string>>>;

/** Whatever was asked before: the member holds what the last intent says, object by object. */
async function settled({ configMaps, description }: TestWorld, wanted: Wanted): Promise<void> {
  const objects = Object.assign({}, ...Object.values(wanted)) as Record<string, Record<string, string>>;
  let found = {};
  await eventually('the member holds what the last intent says', async () => {
    found = await configMaps();
    return JSON.stringify(sorted(found)) === JSON.stringify(sorted(objects));
  }).catch(() => assert.deepEqual(found, objects));
  for (const name of Object.keys(wanted)) {
    await eventually(`${name} says so`, async () => {
      const { status } = (await description(name)) ?? {};
      const applied = JSON.parse(status?.applied ?? '{}') as Record<string, object>;
      const recorded = Object.values(applied).flatMap((names) => Object.keys(names));
      return (
        status?.phase === 'Success' &&
        status.manifestStatuses?.length === Object.keys(wanted[name] ?? {}).length &&
        recorded.toSorted().join() ===
          Object.keys(wanted[name] ?? {})
            .toSorted()
            .join()
      );
    });
  }
}

function sorted(objects: object): unknown {
  return Object.entries(objects).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

async function describeAll({ describe }: TestWorld, wanted: Wanted): Promise<void> {
  for (const [name, objects] of Object.entries(wanted)) {
    await describe(
      name,
      Object.entries(objects).map(([object, data]) => configMap(object, data)),
    );
  }
}

/** A small generator of a known sequence: a failure comes again with the same seed. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Without watches: when they begin, and begin again, is nobody's doing. */
function asked({ requests }: TestWorld['member']): string[] {
  return requests.filter((line) => !line.endsWith('(watch)'));
}

let quietSince = { at: 0, requests: -1 };

/** No request for a while: there may be fewer to come than a test waits for. */
function isQuiet({ member }: TestWorld): boolean {
  const requests = member.requests.length;
  if (requests !== quietSince.requests) quietSince = { at: performance.now(), requests };
  return performance.now() - quietSince.at > 100;
}

const SEED = Number(process.env['BANYAN_SEED'] ?? 1);

function randomIntent(random: () => number): Wanted {
  const works: Wanted = {};
  for (const work of ['one', 'two', 'three']) {
    const objects: Record<string, Record<string, string>> = {};
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      if (random() < 0.6) objects[`${work}-${name}`] = { x: String(Math.floor(random() * 100)) };
    }
    works[work] = objects;
  }
  return works;
}

for (const [name, statuses] of [
  ['500', [500]],
  ['429', [429]],
  ['409', [409]],
  ['409, 429 and 500', [409, 429, 500]],
] as const) {
  test(`answers of ${name} from hub and member: afterwards all is as the last intent says`, async (t) => {
    const random = randomOf(SEED + name.length);
    const world = await startTestWorld(t);
    const spoil = (): number | undefined =>
      random() < 0.4 ? statuses[Math.floor(random() * statuses.length)] : undefined;
    world.member.fault = spoil;
    world.hub.fault = ({ method }) => (method === 'GET' ? undefined : spoil());
    let wanted = randomIntent(random);
    for (let round = 0; round < 5; round++) {
      wanted = randomIntent(random);
      await describeAll(world, wanted);
    }
    await eventually('something was spoilt', () => world.member.requests.length > 20);
    world.member.fault = undefined;
    world.hub.fault = undefined;
    await settled(world, wanted);
  });
}

test('watches that are cut again and again lose nothing', async (t) => {
  const random = randomOf(SEED);
  const world = await startTestWorld(t);
  let wanted = randomIntent(random);
  for (let round = 0; round < 6; round++) {
    wanted = randomIntent(random);
    await describeAll(world, wanted);
    (round % 2 === 0 ? world.member : world.hub).cut();
  }
  await settled(world, wanted);
  const [victim = ''] = Object.keys(await world.configMaps());
  world.member.cut();
  await world.member.direct.delete(CONFIG_MAPS, { namespace: 'default', name: victim });
  await settled(world, wanted);
});

for (const isTold of [true, false]) {
  test(`a member that is away during an update and a deletion is as it should be when it is back, ${isTold ? 'of which we are told' : 'and nobody tells'}`, async (t) => {
    const world = await startTestWorld(t);
    const { member, members, describe, description, endDescription } = world;
    await describeAll(world, { kept: { a: { x: '1' }, b: {} }, ended: { c: {} } });
    await settled(world, { kept: { a: { x: '1' }, b: {} }, ended: { c: {} } });

    member.cut({ away: true });
    await describe('kept', [configMap('a', { x: '2' })]);
    await describe('new', [configMap('d')]);
    await endDescription('ended');
    await eventually('it is told', async () => (await description('new'))?.status?.phase === 'Pending');
    assert.ok(await description('ended'), 'a lost member keeps its finalizers');

    member.cut({ away: false });
    if (isTold) members.set(MEMBER, members.stateOf(MEMBER));
    await eventually('the deletion is done', async () => (await description('ended')) === undefined);
    await settled(world, { kept: { a: { x: '2' } }, new: { d: {} } });
  });
}

test('a deployer that is stopped at any time and started again leaves nothing undone and nothing over', async (t) => {
  const random = randomOf(SEED);
  const world = await startIdleWorld(t);
  let wanted = randomIntent(random);
  for (let round = 0; round < 12; round++) {
    wanted = randomIntent(random);
    await describeAll(world, wanted);
    const target = world.member.requests.length + 1 + Math.floor(random() * 12);
    const stop = await startDeployer(t, world);
    await eventually('some requests', () => world.member.requests.length >= target || isQuiet(world));
    await stop();
  }
  await startDeployer(t, world);
  await settled(world, wanted);
});

test('what was applied just before the end, and not written down, is replaced though the intent is the one of before again', async (t) => {
  const world = await startIdleWorld(t);
  const first = { app: { a: { x: '1' } } };
  await describeAll(world, first);
  const stop = await startDeployer(t, world);
  await settled(world, first);
  world.hub.fault = ({ method }) => (method === 'GET' ? undefined : 500);
  await describeAll(world, { app: { a: { x: '2' } } });
  await eventually('the second is applied', async () => (await world.configMaps())['a']?.['x'] === '2');
  await stop();
  world.hub.fault = undefined;
  await describeAll(world, first);
  await startDeployer(t, world);
  await settled(world, first);
});

test('a Description that is gone does not take along the one that has its name now', async (t) => {
  const { hub, describe, description } = await startIdleWorld(t);
  await describe('app', [configMap('a')]);
  const now = await description('app');
  assert.ok(now);
  const before = { ...now, metadata: { ...now.metadata, uid: '11111111-2222-3333-4444-555555555555' } };
  await releaseDescription(hub.direct, before, t.signal);
  assert.deepEqual((await description('app'))?.metadata.finalizers, now.metadata.finalizers);
  await releaseDescription(hub.direct, now, t.signal);
  assert.deepEqual((await description('app'))?.metadata.finalizers ?? [], []);
});

test('a status that another wrote late is put right', async (t) => {
  const world = await startTestWorld(t);
  const wanted = { app: { a: { x: '1' } } };
  await describeAll(world, wanted);
  await settled(world, wanted);
  const late = { status: { phase: 'Pending', reason: 'the member is away' } };
  const patch = { type: 'merge', body: late } as const;
  await world.hub.direct.patch(DESCRIPTIONS, { namespace: MEMBER, name: 'app' }, patch, {
    subresource: 'status',
  });
  await settled(world, wanted);
  assert.equal((await world.description('app'))?.status?.reason, undefined);
});

test('what was applied just before the end, of a kind that no intent has any more, is found', async (t) => {
  const world = await startIdleWorld(t);
  const { member, describe } = world;
  await member.direct.apply(DEPLOYMENTS, marked(deployment('lost'), `${MEMBER}.app`), {
    fieldManager: 'banyan',
  });
  await describe('app', [configMap('a')]);
  await startDeployer(t, world, { sweep: { delayMs: 0, restMs: 0 } });
  await eventually('it goes', async () => (await member.direct.list(DEPLOYMENTS)).items.length === 0);
});

test('after a restart nothing is written, neither to the member nor to the hub', async (t) => {
  const world = await startIdleWorld(t);
  const stop = await startDeployer(t, world);
  const wanted = { one: { a: { x: '1' }, b: {} }, two: { c: {} } };
  await describeAll(world, wanted);
  await settled(world, wanted);
  await stop();
  world.member.requests.length = 0;
  world.hub.requests.length = 0;
  const finished: string[] = [];
  await startDeployer(t, world, {
    metrics: { finished: ({ controller, key }) => finished.push(`${controller} ${key}`) },
  });
  await eventually(
    'all were looked at',
    () => finished.filter((line) => line.startsWith('deployer-status')).length >= 2,
  );
  const writes = [...world.member.requests, ...world.hub.requests].filter((line) => !line.startsWith('GET'));
  assert.deepEqual(writes, []);
});

test('a new object costs the member one request, a change one, and the hub one', async (t) => {
  const world = await startTestWorld(t);
  const { member, hub } = world;
  await describeAll(world, { warm: { w: {} } });
  await settled(world, { warm: { w: {} } });
  member.requests.length = 0;
  hub.requests.length = 0;
  await describeAll(world, { app: { a: { x: '1' } } });
  await settled(world, { warm: { w: {} }, app: { a: { x: '1' } } });
  assert.deepEqual(asked(member), ['PATCH /api/v1/namespaces/default/configmaps/a']);
  const path = `/apis/apps.clusternet.io/v1alpha1/namespaces/${MEMBER}/${DESCRIPTIONS.resource}/app`;
  assert.deepEqual(asked(hub), [`PATCH ${path}/status`]);
  await describeAll(world, { app: { a: { x: '2' } } });
  await settled(world, { warm: { w: {} }, app: { a: { x: '2' } } });
  assert.equal(asked(member).length, 2);
});
