import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testCluster, type TestCluster } from '../test-cluster.ts';

const PODS = '/api/v1/namespaces/default/pods';
const BUDGETS = '/apis/policy/v1/namespaces/default/poddisruptionbudgets';

async function createPod({ ask }: TestCluster, name: string, status?: object): Promise<void> {
  const containers = [{ name: 'app', image: 'app:1' }];
  const metadata = { name, labels: { app: 'a' } };
  const spec = { automountServiceAccountToken: false, containers };
  assert.equal((await ask('POST', PODS, { metadata, spec })).status, 201);
  if (status !== undefined) await ask('PATCH', `${PODS}/${name}/status`, { status });
}

async function cluster(t: Parameters<typeof testCluster>[0]): Promise<TestCluster> {
  const made = await testCluster(t);
  await made.ask('POST', '/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'default' } });
  return made;
}

function statuses(answers: readonly { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

test('of evictions that come at once no more are allowed than there are to spare', async (t) => {
  const made = await cluster(t);
  const names = Array.from({ length: 6 }, (_, i) => `p${i}`);
  const ready = { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] };
  for (const name of names) await createPod(made, name, ready);
  const spec = { minAvailable: 4, selector: { matchLabels: { app: 'a' } } };
  await made.ask('POST', BUDGETS, { metadata: { name: 'b' }, spec });
  const healthy = { currentHealthy: 6, desiredHealthy: 4, expectedPods: 6, disruptionsAllowed: 2 };
  await made.ask('PATCH', `${BUDGETS}/b/status`, { status: { ...healthy, observedGeneration: 1 } });
  const evict = (name: string) =>
    made.ask('POST', `${PODS}/${name}/eviction`, {
      apiVersion: 'policy/v1',
      kind: 'Eviction',
      metadata: { name },
    });
  assert.deepEqual(statuses(await Promise.all(names.map(evict))), { 201: 2, 429: 4 });
  assert.equal([...made.store.table('pods').scan()].length, 4);
});

test('a dry run of an eviction spends nothing and deletes nothing', async (t) => {
  const made = await cluster(t);
  await createPod(made, 'p', { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] });
  const spec = { minAvailable: 0, selector: { matchLabels: { app: 'a' } } };
  await made.ask('POST', BUDGETS, { metadata: { name: 'b' }, spec });
  const status = { disruptionsAllowed: 1, observedGeneration: 1, currentHealthy: 1, desiredHealthy: 0 };
  await made.ask('PATCH', `${BUDGETS}/b/status`, { status: { ...status, expectedPods: 1 } });
  const before = made.store.revision;
  const body = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'p' } };
  const inBody = { ...body, deleteOptions: { dryRun: ['All'] } };
  assert.equal((await made.ask('POST', `${PODS}/p/eviction?dryRun=All`, body)).status, 201);
  assert.equal((await made.ask('POST', `${PODS}/p/eviction`, inBody)).status, 201);
  assert.equal(made.store.revision, before);
});

test('of bindings that come at once one is taken', async (t) => {
  const made = await cluster(t);
  await createPod(made, 'p');
  const bind = (node: string) =>
    made.ask('POST', `${PODS}/p/binding`, { metadata: { name: 'p' }, target: { name: node } });
  const answers = await Promise.all(['a', 'b', 'c', 'd'].map(bind));
  assert.deepEqual(statuses(answers), { 201: 1, 409: 3 });
});

test('a binding that was made for another version of the Pod is refused', async (t) => {
  const made = await cluster(t);
  await createPod(made, 'p');
  const bind = (resourceVersion: string) =>
    made.ask('POST', `${PODS}/p/binding`, {
      metadata: { name: 'p', resourceVersion },
      target: { name: 'n' },
    });
  const refused = await bind('1');
  assert.equal(refused.status, 409);
  assert.match(refused.body.message ?? '', /Precondition failed: ResourceVersion in precondition: 1, /);
  const { body } = await made.ask('GET', `${PODS}/p`);
  assert.equal((await bind(body.metadata?.resourceVersion ?? '')).status, 201);
});

test('nothing is bound or evicted in a namespace that is on its way out', async (t) => {
  const made = await cluster(t);
  await made.ask('POST', '/api/v1/namespaces', { metadata: { name: 'going' } });
  await made.ask('DELETE', '/api/v1/namespaces/going');
  const body = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'p' } };
  const { status, body: said } = await made.ask('POST', '/api/v1/namespaces/going/pods/p/eviction', body);
  assert.equal(status, 403);
  assert.match(said.message ?? '', /because it is being terminated$/);
});
