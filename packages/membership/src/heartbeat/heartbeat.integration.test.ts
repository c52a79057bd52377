import assert from 'node:assert/strict';
import { before, after, suite, test } from 'node:test';
import type { KubeObject } from '@banyan/api';
import { CLUSTERS_API_VERSION, MANAGED_CLUSTERS, type ManagedCluster } from '@banyan/api/clusternet';
import { isNotFound, KubeClient } from '@banyan/kube';
import { eventually, FakeClock } from '@banyan/testing';
import { startTestHub, type TestHub } from '../hub/test-hub.ts';
import { StatusCollector, type CollectedStatus } from './collect-status.ts';
import { readyVerdict } from './ready-condition.ts';
import { StatusReporter } from './report-status.ts';
import { runHeartbeat } from './run-heartbeat.ts';

const NAMESPACES = { group: '', version: 'v1', resource: 'namespaces' };
const NODES = { group: '', version: 'v1', resource: 'nodes' };
const SERVICE_ACCOUNTS = { group: '', version: 'v1', resource: 'serviceaccounts' };
const PODS = { group: '', version: 'v1', resource: 'pods' };
const CRDS = { group: 'apiextensions.k8s.io', version: 'v1', resource: 'customresourcedefinitions' };
const NODE_METRICS = { group: 'metrics.k8s.io', version: 'v1beta1', resource: 'nodes' };
const PERIOD_MS = 180_000;
const LABELS = { prefixes: ['node.clusternet.io/'], threshold: 0.8 };
const never = new AbortController().signal;

let hub: TestHub;
let member: TestHub;

before(async () => {
  hub = await startTestHub();
  member = await startTestHub({ installs: false });
});

after(async () => {
  await member[Symbol.asyncDispose]();
  await hub[Symbol.asyncDispose]();
});

async function newMember(name: string): Promise<{ namespace: string; name: string }> {
  const namespace = `clusternet-${name}`;
  await hub.hubClient.create(NAMESPACES, {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: namespace },
  });
  await hub.hubClient.create(MANAGED_CLUSTERS, {
    apiVersion: CLUSTERS_API_VERSION,
    kind: 'ManagedCluster',
    metadata: { name, namespace, labels: { team: 'shop' } },
    spec: { clusterId: '5e8c3d9a-0000-4000-8000-000000000000', syncMode: 'Dual' },
  });
  return { namespace, name };
}

function read(key: { namespace: string; name: string }): Promise<ManagedCluster> {
  return hub.hubClient.get<ManagedCluster>(MANAGED_CLUSTERS, key);
}

function reporter(key: { namespace: string; name: string }, clock: FakeClock): StatusReporter {
  return new StatusReporter({
    hubClient: hub.hubClient,
    ...key,
    periodMs: PERIOD_MS,
    labelPrefixes: LABELS.prefixes,
    clock,
    random: () => 0,
  });
}

function collected(fields: CollectedStatus['fields'] = {}, isHealthy = true): CollectedStatus {
  const health = { healthz: isHealthy, livez: isHealthy, readyz: isHealthy };
  return { fields: { k8sVersion: 'v1.36.3', ...health, ...fields }, ready: readyVerdict(health), labels: {} };
}

suite('a report', () => {
  test('is written when something changed or the period is over, and only then', async () => {
    const key = await newMember('quiet');
    const clock = new FakeClock();
    const reports = reporter(key, clock);
    assert.equal(await reports.report(collected(), never), 'written');
    const { metadata, status } = await read(key);
    assert.equal(status?.lastObservedTime, '2030-01-01T00:00:00Z');
    await clock.advance(PERIOD_MS - 1);
    assert.equal(await reports.report(collected({ resourceUsage: { cpuUsage: '1' } }), never), 'nothing new');
    assert.equal((await read(key)).metadata.resourceVersion, metadata.resourceVersion);
    await clock.advance(1);
    assert.equal(await reports.report(collected({ resourceUsage: { cpuUsage: '2' } }), never), 'written');
    assert.equal((await read(key)).status?.resourceUsage?.cpuUsage, '2');
    assert.equal(await reports.report(collected({ k8sVersion: 'v1.37.0' }), never), 'written');
  });

  test('turns a condition only when it turns', async () => {
    const key = await newMember('steady');
    const clock = new FakeClock();
    const reports = reporter(key, clock);
    const since = async () =>
      (await read(key)).status?.conditions?.find(({ type }) => type === 'Ready')?.lastTransitionTime;
    await reports.report(collected(), never);
    const first = await since();
    await clock.advance(PERIOD_MS);
    await reports.report(collected(), never);
    assert.equal(await since(), first);
    await clock.advance(1_000);
    await reports.report(collected({}, false), never);
    assert.notEqual(await since(), first);
  });

  test('never undoes what others write, also in between', async () => {
    const key = await newMember('shared');
    const clock = new FakeClock();
    const reports = reporter(key, clock);
    await reports.report(collected(), never);
    const init = {
      type: 'ClusterInit',
      status: 'True',
      reason: 'r',
      message: 'm',
      lastTransitionTime: '2030-01-01T00:00:00Z',
    };
    const { status } = await read(key);
    const body = { status: { conditions: [...(status?.conditions ?? []), init] } };
    await hub.hubClient.patch(MANAGED_CLUSTERS, key, { type: 'merge', body }, { subresource: 'status' });
    await reports.report(collected({}, false), never);
    const { conditions = [] } = (await read(key)).status ?? {};
    assert.deepEqual(
      conditions.map(({ type, status }) => [type, status]),
      [
        ['Ready', 'False'],
        ['ClusterInit', 'True'],
      ],
    );
  });

  test('brings a member back that the hub has given up', async () => {
    const key = await newMember('lost');
    const clock = new FakeClock();
    await reporter(key, clock).report(collected(), never);
    const conditions = [
      {
        type: 'Ready',
        status: 'Unknown',
        reason: 'r',
        message: 'm',
        lastTransitionTime: '2030-01-01T00:00:00Z',
      },
    ];
    await hub.hubClient.patch(
      MANAGED_CLUSTERS,
      key,
      { type: 'merge', body: { status: { conditions, healthz: false } } },
      { subresource: 'status' },
    );
    assert.equal(await reporter(key, clock).report(collected(), never), 'written');
    const { status } = await read(key);
    assert.deepEqual([status?.healthz, status?.conditions?.[0]?.status], [true, 'True']);
  });

  test('takes away what is gone: fields, resources, labels; and keeps the labels of others', async () => {
    const key = await newMember('less');
    const clock = new FakeClock();
    const reports = reporter(key, clock);
    const capacity = { cpu: '4', 'nvidia.com/gpu': '1' };
    const podStatistics = { runningPods: 1, totalPods: 2 };
    await reports.report(
      { ...collected({ capacity, podStatistics }), labels: { 'node.clusternet.io/zone': 'a' } },
      never,
    );
    assert.deepEqual((await read(key)).metadata.labels, { team: 'shop', 'node.clusternet.io/zone': 'a' });
    await clock.advance(PERIOD_MS);
    await reports.report(collected({ capacity: { cpu: '4' }, podStatistics: undefined }), never);
    const { metadata, status } = await read(key);
    assert.deepEqual(metadata.labels, { team: 'shop' });
    assert.deepEqual(status?.capacity, { cpu: '4' });
    assert.equal(status?.podStatistics, undefined);
    assert.equal(status?.k8sVersion, 'v1.36.3');
  });

  test('of a member that the hub does not have says so', async () => {
    const reports = reporter({ namespace: 'default', name: 'nobody' }, new FakeClock());
    await assert.rejects(reports.report(collected(), never), isNotFound);
  });
});

suite('a collection', () => {
  test('reads the nodes as they are now, pods and metrics where there are any', async () => {
    const { hubClient: memberClient } = member;
    await serveNodeMetrics(memberClient);
    const capacity = { cpu: '4', memory: '8Gi', pods: '110' };
    await memberClient.create(NODES, { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n1' } });
    const status = {
      capacity,
      allocatable: { cpu: '3', memory: '7Gi' },
      conditions: [{ type: 'Ready', status: 'True' }],
    };
    await memberClient.patch(
      NODES,
      { name: 'n1' },
      { type: 'merge', body: { status } },
      { subresource: 'status' },
    );
    const account = {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name: 'default', namespace: 'default' },
    };
    await memberClient.create(SERVICE_ACCOUNTS, account);
    for (const name of ['a', 'b']) await memberClient.create(PODS, pod(name));
    await memberClient.patch(
      PODS,
      { namespace: 'default', name: 'a' },
      { type: 'merge', body: { status: { phase: 'Running' } } },
      { subresource: 'status' },
    );
    const collector = new StatusCollector({
      memberClient,
      facts: { agentVersion: 'v1' },
      labels: LABELS,
      usesMetrics: true,
      clock: new FakeClock(),
    });
    const { fields, ready } = await collector.collect(never);
    assert.equal(ready.status, 'True');
    assert.deepEqual(fields.nodeStatistics, {
      readyNodes: 1,
      notReadyNodes: 0,
      unknownNodes: 0,
      lostNodes: 0,
    });
    assert.deepEqual(fields.capacity, { cpu: '4', memory: '8Gi' });
    assert.deepEqual(fields.allocatable, { cpu: '3', memory: '7Gi' });
    assert.deepEqual(fields.podStatistics, { runningPods: 1, totalPods: 2 });
    assert.deepEqual(fields.resourceUsage, { cpuUsage: '250m', memoryUsage: '1Gi' });
    assert.match(fields.platform ?? '', /^\w+\/\w+$/);
    await memberClient.delete(NODES, { name: 'n1' });
    await eventually(
      'the node is gone',
      async () => (await collector.collect(never)).fields.nodeStatistics?.readyNodes === 0,
    );
    await collector.close();
  });

  test('of a member that cannot be reached says so, and leaves the rest as it was', async () => {
    const memberClient = new KubeClient({ name: 'gone', server: 'https://127.0.0.1:1' });
    const options = { memberClient, facts: {}, labels: LABELS, clock: new FakeClock() };
    const collector = new StatusCollector(options);
    const { fields, ready, labels } = await collector.collect(never);
    assert.equal(ready.status, 'False');
    assert.match(ready.message, /127\.0\.0\.1:1/);
    assert.deepEqual(Object.keys(fields).toSorted(), ['apiserverURL', 'healthz', 'livez', 'readyz']);
    assert.equal(labels, undefined);
    await collector.close();
    await memberClient.close();
  });
});

test('a heartbeat goes on when the hub fails, and ends when the hub has no such member', async () => {
  const key = await newMember('beating');
  const clock = new FakeClock();
  const real = reporter(key, clock);
  const outcomes: string[] = [];
  let failures = 2;
  const beating = runHeartbeat(
    {
      collector: { collect: () => Promise.resolve(collected()), close: () => Promise.resolve() },
      reporter: {
        report: (status, signal) =>
          failures-- > 0 ? Promise.reject(new Error('no hub')) : real.report(status, signal),
      },
      collectEveryMs: 20_000,
      clock,
      random: () => 0.5,
      onReported: (outcome) => outcomes.push(outcome),
      onFailed: () => outcomes.push('failed'),
    },
    never,
  );
  const ended = assert.rejects(beating, isNotFound);
  await eventually('written', async () => {
    await clock.advance(1_000);
    return outcomes.includes('written');
  });
  assert.deepEqual(outcomes.slice(0, 3), ['failed', 'failed', 'written']);
  await hub.hubClient.delete(MANAGED_CLUSTERS, key);
  await clock.advance(PERIOD_MS);
  await ended;
});

function pod(name: string): KubeObject {
  const spec = { containers: [{ name: 'c', image: 'i' }] };
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: 'default' }, spec };
}

/** In place of a metrics server: the same answers from a definition. */
async function serveNodeMetrics(memberClient: KubeClient): Promise<void> {
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
  await memberClient.create(CRDS, {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      name: 'nodes.metrics.k8s.io',
      annotations: { 'api-approved.kubernetes.io': 'unapproved, for a test' },
    },
    spec: {
      group: 'metrics.k8s.io',
      scope: 'Cluster',
      names: { plural: 'nodes', singular: 'node', kind: 'NodeMetrics', listKind: 'NodeMetricsList' },
      versions: [{ name: 'v1beta1', served: true, storage: true, schema }],
    },
  });
  const metrics = { apiVersion: 'metrics.k8s.io/v1beta1', kind: 'NodeMetrics', metadata: { name: 'n1' } };
  await eventually('metrics are served', () =>
    memberClient.create(NODE_METRICS, { ...metrics, usage: { cpu: '250m', memory: '1Gi' } }).then(
      () => true,
      () => false,
    ),
  );
}
