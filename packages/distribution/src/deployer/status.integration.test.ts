import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESCRIPTIONS } from '@banyan/api/clusternet';
import { eventually } from '@banyan/testing';
import { CONFIG_MAPS, configMap, deployment, DEPLOYMENTS } from './test-objects.ts';
import { MEMBER, startIdleWorld, startDeployer, startTestWorld } from './test-world.ts';

test('the status of each object comes back, kinds that share a name kept apart, in at most one write a second', async (t) => {
  const { hub, member, describe, description } = await startTestWorld(t);
  await describe('app', [configMap('web'), deployment('web')]);
  await eventually(
    'both are told',
    async () => (await description('app'))?.status?.manifestStatuses?.length === 2,
  );
  hub.requests.length = 0;
  const startedMs = performance.now();
  const key = { namespace: 'default', name: 'web' };
  for (let replicas = 1; replicas <= 40; replicas++) {
    const body = { status: { replicas, observedGeneration: 1 } };
    await member.direct.patch(DEPLOYMENTS, key, { type: 'merge', body }, { subresource: 'status' });
  }
  await eventually('the last one is told', async () => {
    const statuses = (await description('app'))?.status?.manifestStatuses ?? [];
    return statuses[1]?.observedStatus?.['replicas'] === 40;
  });
  const found = (await description('app'))?.status?.manifestStatuses ?? [];
  assert.deepEqual(
    found.map(({ apiVersion, kind, namespace, name }) => ({ apiVersion, kind, namespace, name })),
    [
      { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'default', name: 'web' },
      { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'default', name: 'web' },
    ],
  );
  assert.equal(found[0]?.observedStatus, undefined);
  assert.equal(found[1]?.generation, 1);
  const writes = hub.requests.filter((line) => line.startsWith('PATCH')).length;
  const seconds = Math.ceil((performance.now() - startedMs) / 1000);
  assert.ok(writes <= seconds + 1, `${writes} writes in ${seconds} s`);
});

test('what came of a work is told once, by an event', async (t) => {
  const events: string[] = [];
  const { describe } = await startTestWorld(t, {
    events: {
      record: ({ metadata }, { type, reason, message }) =>
        events.push(`${metadata.name} ${type} ${reason}: ${message}`),
    },
  });
  await describe('app', [configMap('a')]);
  await eventually('told', () => events.length > 0);
  await describe('app', [configMap('a', { x: '1' }), { ...configMap('b'), kind: 'None' }]);
  await eventually('told', () => events.length > 1);
  assert.equal(
    events[0],
    `app Normal SuccessfullyDeployed: Description ${MEMBER}/app is deployed successfully`,
  );
  assert.match(
    events[1] ?? '',
    /^app Warning UnSuccessfullyDeployed: None default\/b: the cluster serves no kind None/,
  );
  assert.equal(events.length, 2);
});

test('an object that its own finalizer holds does not hold its work for ever', async (t) => {
  const world = await startTestWorld(t, { deletionPatienceMs: 300 });
  const { member, describe, description, endDescription } = world;
  const held = configMap('a');
  held.metadata.finalizers = ['example.com/held'];
  await describe('app', [held]);
  await eventually('there', async () => (await description('app'))?.status?.phase === 'Success');
  await endDescription('app');
  await eventually('the Description is gone', async () => (await description('app')) === undefined);
  const { metadata } = await member.direct.get(CONFIG_MAPS, { namespace: 'default', name: 'a' });
  assert.ok(metadata.deletionTimestamp);
});

test('a deletion tells what it waits for', async (t) => {
  const { member, describe, description, endDescription } = await startTestWorld(t);
  const held = configMap('a');
  held.metadata.finalizers = ['example.com/held'];
  await describe('app', [held]);
  await eventually('there', async () => (await description('app'))?.status?.phase === 'Success');
  await endDescription('app');
  await eventually(
    'told',
    async () => (await description('app'))?.status?.reason === 'waits for ConfigMap default/a to go',
  );
  const body = { metadata: { finalizers: null } };
  await member.direct.patch(CONFIG_MAPS, { namespace: 'default', name: 'a' }, { type: 'merge', body });
  await eventually('the Description is gone', async () => (await description('app')) === undefined);
});

test('an agent learns the id of the hub from its works, and marks what was not rendered', async (t) => {
  const world = await startIdleWorld(t);
  const { hub, configMaps, describe } = world;
  const raw = Buffer.from(JSON.stringify(configMap('by-hand'))).toString('base64');
  await hub.direct.create(DESCRIPTIONS, {
    apiVersion: 'apps.clusternet.io/v1alpha1',
    kind: 'Description',
    metadata: { name: 'by-hand', namespace: MEMBER },
    spec: { deployer: 'Generic', raw: [raw] },
  });
  await startDeployer(t, world, { namespace: MEMBER, learnsHubId: true });
  await eventually('it waits', async () => (await world.description('by-hand'))?.status?.phase === 'Pending');
  await describe('app', [configMap('a')]);
  await eventually('both', async () => Object.keys(await configMaps()).join() === 'a,by-hand');
  await world.endDescription('by-hand');
  await eventually('it goes with its object', async () => Object.keys(await configMaps()).join() === 'a');
});
