import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import type { KubeObject } from '@banyan/api';
import { findTool, isNotFound, KubeClient, loadConnection } from '@banyan/kube';
import { HELM_CHART } from './helm-chart.ts';
import { startTestCluster, type TestCluster } from './test-cluster.ts';

/** Ends a helm that hangs. */
const DEADLINE_MS = 300_000;
const NAMESPACE = 'shop';
const JOBS = { group: 'batch', version: 'v1', resource: 'jobs' };
const DEPLOYMENTS = { group: 'apps', version: 'v1', resource: 'deployments' };
const SERVICES = { group: '', version: 'v1', resource: 'services' };
const CONFIG_MAPS = { group: '', version: 'v1', resource: 'configmaps' };
const SECRETS = { group: '', version: 'v1', resource: 'secrets' };
const GREETINGS = { group: 'charts.example.com', version: 'v1', resource: 'greetings' };
const DEFINITIONS = { group: 'apiextensions.k8s.io', version: 'v1', resource: 'customresourcedefinitions' };

/** The npm package has programs for one kind of machine. */
const skip = process.platform === 'linux' && process.arch === 'x64' ? false : 'no helm for this machine';

// One story, each test a chapter: a release is installed, changed, taken back and removed.
describe('helm on the embedded server', { skip }, () => {
  let cluster: TestCluster;
  let client: KubeClient;
  let program: string;
  let kubeconfig: string;
  let chart: string;

  before(async () => {
    // The version of the package, whatever else is on the PATH.
    program = await findTool('helm', { path: '' });
    cluster = await startTestCluster();
    kubeconfig = await cluster.kubeconfigFor('admin', ['system:masters']);
    client = new KubeClient(await loadConnection({ path: kubeconfig, env: {} }));
    chart = join(cluster.dir, 'chart');
    for (const [name, text] of Object.entries(HELM_CHART)) {
      await mkdir(dirname(join(chart, name)), { recursive: true });
      await writeFile(join(chart, name), text);
    }
  });
  after(async () => {
    await client.close();
    await cluster.stop();
    assert.deepEqual(cluster.defects, []);
  });

  async function helm(...args: string[]): Promise<string> {
    const env = { HOME: cluster.dir, KUBECONFIG: kubeconfig, HELM_NAMESPACE: NAMESPACE };
    const { stdout } = await promisify(execFile)(program, args, { env, timeout: DEADLINE_MS });
    return stdout;
  }

  async function release(): Promise<{ revision: string; status: string }> {
    const [found] = JSON.parse(await helm('list', '--output=json')) as { revision: string; status: string }[];
    assert.ok(found);
    return { revision: found.revision, status: found.status };
  }

  const inShop = (name: string) => ({ namespace: NAMESPACE, name });

  async function replicas(): Promise<unknown> {
    const { spec } = await client.get(DEPLOYMENTS, inShop('web'));
    return (spec as { replicas: number }).replicas;
  }

  /** Plays the controller for one job. */
  async function completeJob(signal: AbortSignal): Promise<void> {
    const job = await firstJob(client, signal);
    const end = new Date().toISOString().replace(/\.\d+Z$/, 'Z');
    const condition = { status: 'True', lastProbeTime: end, lastTransitionTime: end };
    const conditions = ['SuccessCriteriaMet', 'Complete'].map((type) => ({ type, ...condition }));
    const status = { startTime: end, completionTime: end, succeeded: 1, conditions };
    await client.update(JOBS, { ...job, status }, { subresource: 'status' });
  }

  test('install makes the definition, then the objects, and waits for the hook', async () => {
    const stop = new AbortController();
    const completed = completeJob(stop.signal);
    const output = await helm('install', 'web', chart, '--create-namespace').finally(() => stop.abort());
    await completed;
    assert.match(output, /STATUS: deployed/);
    assert.match(output, /hello from web/);
    assert.deepEqual(await release(), { revision: '1', status: 'deployed' });
    assert.equal(await replicas(), 1);
    assert.ok(await client.get(SERVICES, inShop('web')));
    const { data } = await client.get(CONFIG_MAPS, inShop('web-settings'));
    assert.deepEqual(data, { message: 'hello', cluster: 'v1.36.3' });
    assert.deepEqual((await client.get(GREETINGS, inShop('web')))['spec'], { text: 'hello' });
  });

  test('a name that is in use is refused', async () => {
    await assert.rejects(helm('install', 'web', chart), /cannot reuse a name that is still in use/);
  });

  test('upgrade changes what differs', async () => {
    await helm('upgrade', 'web', chart, '--set=replicas=3,message=goodbye');
    assert.deepEqual(await release(), { revision: '2', status: 'deployed' });
    assert.equal(await replicas(), 3);
    assert.deepEqual((await client.get(GREETINGS, inShop('web')))['spec'], { text: 'goodbye' });
  });

  test('upgrade does the same by patches that helm makes itself', async () => {
    await helm('upgrade', 'web', chart, '--server-side=false', '--set=replicas=5,message=goodbye');
    assert.deepEqual(await release(), { revision: '3', status: 'deployed' });
    assert.equal(await replicas(), 5);
  });

  test('rollback brings back what was, as a revision of its own', async () => {
    await helm('rollback', 'web', '1');
    assert.deepEqual(await release(), { revision: '4', status: 'deployed' });
    assert.equal(await replicas(), 1);
    assert.deepEqual((await client.get(GREETINGS, inShop('web')))['spec'], { text: 'hello' });
    const history = JSON.parse(await helm('history', 'web', '--output=json')) as { status: string }[];
    assert.deepEqual(
      history.map(({ status }) => status),
      ['superseded', 'superseded', 'superseded', 'deployed'],
    );
  });

  test('uninstall removes the objects and the release, but not the definition', async () => {
    await helm('uninstall', 'web');
    assert.equal(await helm('list', '--short'), '');
    for (const [resource, name] of [
      [DEPLOYMENTS, 'web'],
      [SERVICES, 'web'],
      [CONFIG_MAPS, 'web-settings'],
      [GREETINGS, 'web'],
    ] as const)
      await assert.rejects(client.get(resource, inShop(name)), isNotFound, name);
    const { items } = await client.list(SECRETS, { namespace: NAMESPACE });
    assert.deepEqual(items, []);
    assert.ok(await client.get(DEFINITIONS, { name: 'greetings.charts.example.com' }));
  });
});

/** The first job that is seen, whenever it is made. */
async function firstJob(client: KubeClient, signal: AbortSignal): Promise<KubeObject> {
  for await (const { type, object } of client.watch(JOBS, { signal })) if (type === 'ADDED') return object;
  throw new Error('the watch ended');
}
