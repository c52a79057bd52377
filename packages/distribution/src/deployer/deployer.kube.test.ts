import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KubeClient, loadConnection } from '@banyan/kube';
import { eventually, startCluster } from '@banyan/testing';
import { CONFIG_MAPS, configMap, deployment, DEPLOYMENTS, HUB_ID } from './test-objects.ts';
import { MEMBER, startIdleWorld, startDeployer } from './test-world.ts';

const THING = {
  apiVersion: 'example.com/v1',
  kind: 'Thing',
  metadata: { name: 't', namespace: 'shop' },
  spec: { x: 1 },
};
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
const NAMESPACE = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } };

test('on a real cluster: order, drift by kubectl, scale, immutable fields, status, pruning, the end', async (t) => {
  const real = await startCluster({ name: 'member', controllers: true });
  t.after(() => real.stop());
  const memberClient = new KubeClient(await loadConnection({ env: { KUBECONFIG: real.kubeconfig } }));
  t.after(() => memberClient.close());
  const world = await startIdleWorld(t);
  const { members, describe, description, endDescription } = world;
  members.set(MEMBER, { kind: 'ours', memberClient });
  await startDeployer(t, world);
  const kubectl = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await real.kubectl(args);
    assert.equal(code, 0, stderr);
    return stdout;
  };
  const succeeded = async (): Promise<void> => {
    await eventually('Success', async () => (await description('app'))?.status?.phase === 'Success');
  };

  const theirs = configMap('theirs', { x: 'old', dropped: 'y' });
  theirs.metadata.annotations = {
    'apps.clusternet.io/owned-by-description': `${MEMBER}.theirs`,
    'clusternet.io/last-applied-configuration': '{}',
  };
  await memberClient.create(CONFIG_MAPS, theirs, { fieldManager: 'clusternet-agent' });
  await describe('taken', [configMap('theirs', { x: 'new' })]);
  await eventually('taken over, with what they owned', async () => {
    const { metadata, data } = await memberClient.get(CONFIG_MAPS, { namespace: 'default', name: 'theirs' });
    const record = metadata.annotations?.['clusternet.io/last-applied-configuration'];
    return JSON.stringify(data) === '{"x":"new"}' && record === undefined;
  });
  await endDescription('taken');
  await eventually('it is gone', async () => (await description('taken')) === undefined);

  await describe('app', [
    THING,
    deployment('web', 2),
    configMap('settings', {}, 'shop'),
    NAMESPACE,
    THING_DEFINITION,
  ]);
  await eventually(
    'all are told',
    async () => (await description('app'))?.status?.manifestStatuses?.length === 5,
  );
  await succeeded();
  await eventually('the status of the Deployment comes back', async () => {
    const statuses = (await description('app'))?.status?.manifestStatuses ?? [];
    return statuses[1]?.observedStatus?.['observedGeneration'] === 1;
  });

  await kubectl('set', 'image', 'deployment/web', 'c=other', '-n', 'default');
  const web = async () =>
    (await memberClient.get(DEPLOYMENTS, { namespace: 'default', name: 'web' }))['spec'] as {
      replicas: number;
      template: { spec: { containers: { image: string }[] } };
    };
  await eventually(
    'the image is put right',
    async () => (await web()).template.spec.containers[0]?.image === 'nginx',
  );
  await kubectl('scale', 'deployment/web', '--replicas=5', '-n', 'default');
  await describe('app', [THING, deployment('web', 2, 'nginx:2'), NAMESPACE, THING_DEFINITION]);
  await eventually('a new image', async () => (await web()).template.spec.containers[0]?.image === 'nginx:2');
  assert.equal((await web()).replicas, 5, 'scale is theirs');
  await eventually(
    'pruned',
    async () => !(await kubectl('get', 'configmaps', '-n', 'shop', '-o', 'name')).includes('settings'),
  );

  const moved = deployment('web', 1);
  (moved['spec'] as { selector: object }).selector = { matchLabels: { app: 'web', v: '2' } };
  (moved['spec'] as { template: { metadata: object } }).template.metadata = {
    labels: { app: 'web', v: '2' },
  };
  await describe('app', [moved, THING, NAMESPACE, THING_DEFINITION]);
  await eventually('told', async () => /immutable/.test((await description('app'))?.status?.reason ?? ''));
  await describe('app', [moved, THING, NAMESPACE, THING_DEFINITION], { 'banyan.dev/immutable': 'recreate' });
  await succeeded();
  assert.equal((await web()).replicas, 1, 'made anew');

  await endDescription('app');
  await eventually('the Description is gone', async () => (await description('app')) === undefined);
  for (const resource of ['deployments', 'crds', 'namespaces', 'configmaps']) {
    assert.equal(await kubectl('get', resource, '-A', '-l', `banyan.dev/owned=${HUB_ID}`, '-o', 'name'), '');
  }
});
