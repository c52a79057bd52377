import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isNotFound } from '@banyan/kube';
import { eventually } from '@banyan/testing';
import {
  CONFIG_MAPS,
  configMap,
  deployment,
  DEPLOYMENTS,
  HUB_ID,
  marked,
  NAMESPACES,
} from './test-objects.ts';
import { MEMBER, startTestWorld, type TestWorld } from './test-world.ts';

const A = { namespace: 'default', name: 'a' };
const PERSON = { fieldManager: 'person' };

async function phase({ description }: TestWorld, name: string, wanted: string): Promise<string> {
  let reason = '';
  await eventually(`${name} is ${wanted}`, async () => {
    const { status } = (await description(name)) ?? {};
    reason = status?.reason ?? '';
    return status?.phase === wanted;
  });
  return reason;
}

test('what someone changes, deletes or takes our mark off is put right', async (t) => {
  const world = await startTestWorld(t);
  const { member, describe, configMaps } = world;
  await describe('app', [configMap('a', { x: '1' })]);
  await phase(world, 'app', 'Success');
  const value = async (): Promise<string | undefined> => (await configMaps())['a']?.['x'];

  await member.direct.patch(CONFIG_MAPS, A, { type: 'merge', body: { data: { x: 'other' } } }, PERSON);
  await eventually('changed back', async () => (await value()) === '1');
  await member.direct.delete(CONFIG_MAPS, A);
  await eventually('made again', async () => (await value()) === '1');
  const label = { metadata: { labels: { 'banyan.dev/owned': null } } };
  await member.direct.patch(CONFIG_MAPS, A, { type: 'merge', body: label }, PERSON);
  await eventually('marked again', async () => (await value()) === '1');

  await member.direct.patch(CONFIG_MAPS, A, { type: 'merge', body: { data: { theirs: 'y' } } }, PERSON);
  await describe('app', [configMap('a', { x: '2' })]);
  await eventually('changed', async () => (await value()) === '2');
  assert.equal((await configMaps())['a']?.['theirs'], 'y', 'what is not ours stays');
});

test('drift is told, or ignored, if the intent says so', async (t) => {
  const world = await startTestWorld(t);
  const { member, describe, configMaps } = world;
  await describe('app', [configMap('a', { x: '1' })], { 'banyan.dev/drift': 'report' });
  await describe('quiet', [configMap('b', { x: '1' })], { 'banyan.dev/drift': 'ignore' });
  await phase(world, 'app', 'Success');
  await phase(world, 'quiet', 'Success');
  const patch = { type: 'merge', body: { data: { x: 'other' } } } as const;
  await member.direct.patch(CONFIG_MAPS, { ...A, name: 'b' }, patch, PERSON);
  await member.direct.patch(CONFIG_MAPS, A, patch, PERSON);
  await eventually('told', async () =>
    /ConfigMap default\/a was changed/.test((await world.description('app'))?.status?.reason ?? ''),
  );
  assert.deepEqual(await configMaps(), { a: { x: 'other' }, b: { x: 'other' } });
  await describe('quiet', [configMap('b', { x: '2' })], { 'banyan.dev/drift': 'ignore' });
  await eventually('a new intent is applied', async () => (await configMaps())['b']?.['x'] === '2');
});

test('an object that is not ours is refused, and taken over where the intent says so', async (t) => {
  const world = await startTestWorld(t);
  const { member, describe, configMaps, endDescription, description } = world;
  await member.direct.create(CONFIG_MAPS, configMap('a', { x: 'theirs' }));
  await describe('app', [configMap('a', { x: 'ours' }), configMap('b')]);
  assert.match(
    await phase(world, 'app', 'Failure'),
    /ConfigMap default\/a: it exists and was not made by this hub/,
  );
  assert.deepEqual(await configMaps(), { b: {} }, 'and holds back nothing else');

  await describe('other', [configMap('a', { x: 'ours' })]);
  await phase(world, 'other', 'Failure');
  await endDescription('other');
  await eventually('gone', async () => (await description('other')) === undefined);
  assert.equal((await member.direct.get(CONFIG_MAPS, A))['data'] !== undefined, true, 'theirs stays');

  await describe('app', [configMap('a', { x: 'ours' }), configMap('b')], {
    'banyan.dev/conflict': 'take-over',
  });
  await phase(world, 'app', 'Success');
  assert.deepEqual((await configMaps())['a'], { x: 'ours' });
});

test("Clusternet's objects are taken over with what it owned: what the work leaves out goes", async (t) => {
  const world = await startTestWorld(t);
  const { member, describe, configMaps } = world;
  const theirs = configMap('a', { x: 'old', dropped: 'y' });
  theirs.metadata.annotations = {
    'apps.clusternet.io/owned-by-description': `${MEMBER}.old`,
    'clusternet.io/last-applied-configuration': '{}',
  };
  await member.direct.create(CONFIG_MAPS, theirs, { fieldManager: 'clusternet-agent' });
  await describe('app', [configMap('a', { x: 'new' })]);
  await phase(world, 'app', 'Success');
  assert.deepEqual((await configMaps())['a'], { x: 'new' });
  const { metadata } = await member.direct.get(CONFIG_MAPS, A);
  assert.deepEqual(Object.keys(metadata.annotations ?? {}), [
    'apps.clusternet.io/owned-by-description',
    'banyan.dev/applied-digest',
  ]);
  assert.equal(metadata.annotations?.['apps.clusternet.io/owned-by-description'], `${MEMBER}.app`);
});

test('a field that cannot be changed is told, or the object made anew', async (t) => {
  const world = await startTestWorld(t);
  const { describe, configMaps } = world;
  const fixed = (x: string) => ({ ...configMap('a', { x }), immutable: true });
  await describe('app', [fixed('1')]);
  await phase(world, 'app', 'Success');
  await describe('app', [fixed('2')]);
  assert.match(await phase(world, 'app', 'Failure'), /immutable/);
  assert.deepEqual(await configMaps(), { a: { x: '1' } });
  await describe('app', [fixed('2')], { 'banyan.dev/immutable': 'recreate' });
  await phase(world, 'app', 'Success');
  assert.deepEqual(await configMaps(), { a: { x: '2' } });
});

test('two works that claim one object: one has it, the other says so, and has it when the first has gone', async (t) => {
  const world = await startTestWorld(t);
  const { describe, configMaps, endDescription } = world;
  await describe('first', [configMap('a', { x: 'first' }), configMap('b')]);
  await phase(world, 'first', 'Success');
  await describe('second', [configMap('a', { x: 'second' }), configMap('c')]);
  assert.match(await phase(world, 'second', 'Failure'), /the work clusternet-m\.first claims it too/);
  assert.deepEqual(await configMaps(), { a: { x: 'first' }, b: {}, c: {} });
  await endDescription('first');
  await phase(world, 'second', 'Success');
  await eventually('the rest of the first is gone', async () => !('b' in (await configMaps())));
  assert.deepEqual(await configMaps(), { a: { x: 'second' }, c: {} });
});

test('replicas that were set through scale are left alone, all else is put right', async (t) => {
  const world = await startTestWorld(t);
  const { member, describe } = world;
  await describe('app', [deployment('web', 3)]);
  await phase(world, 'app', 'Success');
  const key = { namespace: 'default', name: 'web' };
  const body = { spec: { replicas: 7 } };
  await member.direct.patch(DEPLOYMENTS, key, { type: 'merge', body }, { subresource: 'scale', ...PERSON });
  await describe('app', [deployment('web', 3, 'nginx:2')]);
  const spec = async () =>
    (await member.direct.get(DEPLOYMENTS, key))['spec'] as {
      replicas: number;
      template: { spec: { containers: { image: string }[] } };
    };
  await eventually('the image', async () => (await spec()).template.spec.containers[0]?.image === 'nginx:2');
  assert.equal((await spec()).replicas, 7);
});

test('a missing namespace is made; one that was there is used and stays; one of the work goes with it', async (t) => {
  const world = await startTestWorld(t, { deletionPatienceMs: 100 });
  const { member, describe, description, endDescription } = world;
  const namespace = (name: string) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  await member.direct.create(NAMESPACES, namespace('theirs'));
  await describe('app', [
    configMap('a', {}, 'made'),
    configMap('b', {}, 'theirs'),
    namespace('theirs'),
    namespace('ours'),
    configMap('c', {}, 'ours'),
  ]);
  await phase(world, 'app', 'Success');
  const found = await description('app');
  assert.deepEqual(
    found?.status?.manifestStatuses?.map(({ kind, namespace: of = '', name }) => `${kind} ${of}/${name}`),
    ['ConfigMap made/a', 'ConfigMap theirs/b', 'Namespace /theirs', 'Namespace /ours', 'ConfigMap ours/c'],
  );
  assert.equal(
    (await member.direct.get(NAMESPACES, { name: 'theirs' })).metadata.labels?.['banyan.dev/owned'],
    undefined,
  );
  assert.equal(
    (await member.direct.get(NAMESPACES, { name: 'made' })).metadata.labels?.['banyan.dev/owned'],
    HUB_ID,
  );
  await endDescription('app');
  await eventually('the Description is gone', async () => (await description('app')) === undefined);
  await member.direct.get(NAMESPACES, { name: 'theirs' });
  await member.direct.get(NAMESPACES, { name: 'made' });
  const isEnding = async (): Promise<boolean> => {
    try {
      return (await member.direct.get(NAMESPACES, { name: 'ours' })).metadata.deletionTimestamp !== undefined;
    } catch (error) {
      return isNotFound(error);
    }
  };
  assert.equal(await isEnding(), true);
});

test('a custom resource waits for its definition, which comes later in the same work', async (t) => {
  const world = await startTestWorld(t);
  const { member, describe } = world;
  const thing = {
    apiVersion: 'example.com/v1',
    kind: 'Thing',
    metadata: { name: 't', namespace: 'default' },
    spec: { x: 1 },
  };
  await describe('app', [thing, THING_DEFINITION]);
  await phase(world, 'app', 'Success');
  await member.direct.get(
    { group: 'example.com', version: 'v1', resource: 'things' },
    { namespace: 'default', name: 't' },
  );
});

test('a kind that the member does not serve is told, and holds back nothing else', async (t) => {
  const world = await startTestWorld(t);
  const { describe, configMaps } = world;
  const unknown = {
    apiVersion: 'none.example.com/v1',
    kind: 'None',
    metadata: { name: 'n', namespace: 'default' },
  };
  await describe('app', [unknown, configMap('a'), configMap('unscoped', {}, '')]);
  const reason = await phase(world, 'app', 'Failure');
  assert.match(reason, /none\.example\.com\/None default\/n: the cluster serves no kind None/);
  assert.match(reason, /ConfigMap unscoped: it has no namespace/);
  assert.deepEqual(await configMaps(), { a: {} });
});

test('what carries the mark of a work that no longer has it goes, though no record names it', async (t) => {
  const world = await startTestWorld(t);
  const { member, describe, configMaps } = world;
  await member.direct.apply(CONFIG_MAPS, marked(configMap('left-over'), `${MEMBER}.app`), {
    fieldManager: 'banyan',
  });
  await describe('app', [configMap('a')]);
  await eventually('only what the work has', async () => {
    const names = Object.keys(await configMaps());
    return names.length === 1 && names[0] === 'a';
  });
});

test('more than the limit is pruned only when the intent allows it', async (t) => {
  const world = await startTestWorld(t, { maxPruned: 2 });
  const { describe, configMaps } = world;
  const many = ['a', 'b', 'c', 'd'].map((name) => configMap(name));
  await describe('app', many);
  await phase(world, 'app', 'Success');
  await describe('app', many.slice(0, 1));
  assert.match(await phase(world, 'app', 'Failure'), /this would delete 3 objects, more than 2/);
  assert.equal(Object.keys(await configMaps()).length, 4);
  await describe('app', many.slice(0, 1), { 'banyan.dev/allow-deletion': '2' });
  await phase(world, 'app', 'Success');
  assert.deepEqual(await configMaps(), { a: {} });
});

const THING_DEFINITION = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'things.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'things', singular: 'thing', kind: 'Thing' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
};
