import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  APPS_API_VERSION,
  CLUSTERS_API_VERSION,
  MANAGED_CLUSTERS,
  SUBSCRIPTIONS,
  type ManagedCluster,
  type Subscription,
} from '@banyan/api/clusternet';
import {
  intentOfSubscription,
  memberOfCluster,
  placementOfStatus,
  schedule,
  statusOfPlacement,
} from '@banyan/engine';
import { installHub } from '@banyan/membership';
import { KubeClient, loadConnection } from '@banyan/kube';
import { temporaryFolder } from '@banyan/testing';
import { inParallel } from '../in-parallel.ts';
import { startBanyan } from '../tunnel/banyan-program.ts';
import { startBenchProgram } from './bench-program.ts';
import { markReady } from './mark-ready.ts';
import { requestCounts } from './request-counts.ts';
import { measureUsage } from './usage.ts';

type Row = Record<string, string | number>;

export interface SchedulingTask {
  readonly clusters: number;
  readonly intents: number;
}

const NAMESPACES = { group: '', version: 'v1', resource: 'namespaces' };
/** Of the scheduler. */
const WIDTH = 16;
const GROUPS = 100;
const POLL_MS = 50;
const STATUS_WRITES = 'PATCH subscriptions/status';

/** Decisions by themselves, and written down beside bare patches of the same statuses. */
export async function measureScheduling(task: SchedulingTask): Promise<Row[]> {
  const inProcess = decisionsInProcess(task);
  const dir = await temporaryFolder('banyan-bench-');
  const args = ['apiserver', '--data-dir', dir, '--port', '0'];
  const server = await startBanyan({ args, until: 'https://' });
  const kubeconfig = join(dir, 'kubeconfig');
  const hubClient = new KubeClient(await loadConnection({ path: kubeconfig, env: {} }));
  await installHub({ hubClient, signal: AbortSignal.timeout(120_000) });
  await inParallel(task.clusters, WIDTH, (i) => seedCluster(hubClient, i));
  await inParallel(task.intents, WIDTH, (i) =>
    hubClient.create(SUBSCRIPTIONS, subscription(`bare-${i}`, i, 'nobody')),
  );
  const bare = await barePatches(hubClient, task, server.pid);
  await inParallel(task.intents, WIDTH, (i) => hubClient.create(SUBSCRIPTIONS, subscription(`s-${i}`, i)));
  const before = (await requestCounts([hubClient])).get(STATUS_WRITES) ?? 0;
  const scheduler = await startBenchProgram({
    file: new URL('scheduler-process.ts', import.meta.url),
    args: [kubeconfig],
    until: 'scheduler started',
  });
  const used = measureUsage({ client: [scheduler.pid], server: [server.pid] });
  while (((await requestCounts([hubClient])).get(STATUS_WRITES) ?? 0) - before < task.intents) {
    await delay(POLL_MS);
  }
  const { elapsedMs, cpuMs } = used();
  await scheduler.stop();
  await hubClient.close();
  await server.stop();
  const perSecond = task.intents / (elapsedMs / 1000);
  return [
    inProcess,
    bare,
    {
      what: 'decisions, written',
      'per s': perSecond,
      'of bare': perSecond / Number(bare['per s']),
      'CPU ms each': (cpuMs['client'] ?? 0) / task.intents,
      'API server CPU ms': (cpuMs['server'] ?? 0) / task.intents,
    },
  ];
}

function decisionsInProcess({ clusters, intents }: SchedulingTask): Row {
  const members = Array.from({ length: clusters }, (_, i) => memberOfCluster(cluster(i))).toSorted((a, b) =>
    a.name < b.name ? -1 : 1,
  );
  const byName = new Map(members.map((member) => [member.name, member]));
  const used = measureUsage({ client: [process.pid] });
  for (let i = 0; i < intents; i++) {
    const wanted = subscription(`s-${i}`, i);
    const binding = schedule({
      intent: intentOfSubscription(wanted),
      members,
      workloads: [],
      previous: placementOfStatus(wanted.status),
    });
    const { bindingClusters } = statusOfPlacement(wanted, binding, byName);
    if (bindingClusters.length !== clusters / GROUPS) throw new Error(`bound to ${bindingClusters.length}`);
  }
  const { elapsedMs, cpuMs } = used();
  return {
    what: 'decisions, in process',
    'per s': intents / (elapsedMs / 1000),
    'of bare': '-',
    'CPU ms each': (cpuMs['client'] ?? 0) / intents,
    'API server CPU ms': '-',
  };
}

async function barePatches(
  hubClient: KubeClient,
  { clusters, intents }: SchedulingTask,
  pid: number,
): Promise<Row> {
  const { items } = await hubClient.list<Subscription>(SUBSCRIPTIONS);
  const members = Array.from({ length: clusters }, (_, i) => memberOfCluster(cluster(i)));
  const byName = new Map(members.map((member) => [member.name, member]));
  const bodies = items.map((item) => {
    const binding = schedule({
      intent: intentOfSubscription(item),
      members,
      workloads: [],
      previous: undefined,
    });
    const lastTransitionTime = new Date().toISOString();
    const scheduled = {
      type: 'Scheduled',
      status: 'True',
      reason: 'Scheduled',
      message: 'bound to clusters',
    };
    const status = {
      ...statusOfPlacement(item, binding, byName),
      conditions: [{ ...scheduled, lastTransitionTime }],
    };
    return { metadata: { resourceVersion: item.metadata.resourceVersion }, status };
  });
  const used = measureUsage({ client: [process.pid], server: [pid] });
  await inParallel(items.length, WIDTH, async (i) => {
    const { namespace = '', name = '' } = items[i]?.metadata ?? {};
    const patch = { type: 'merge', body: bodies[i] ?? {} } as const;
    await hubClient.patch(SUBSCRIPTIONS, { namespace, name }, patch, { subresource: 'status' });
  });
  const { elapsedMs, cpuMs } = used();
  return {
    what: 'bare status patches',
    'per s': intents / (elapsedMs / 1000),
    'of bare': 1,
    'CPU ms each': (cpuMs['client'] ?? 0) / intents,
    'API server CPU ms': (cpuMs['server'] ?? 0) / intents,
  };
}

async function seedCluster(hubClient: KubeClient, i: number): Promise<void> {
  const record = cluster(i);
  const { name = '', namespace = '' } = record.metadata;
  await hubClient.create(NAMESPACES, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
  await hubClient.create(MANAGED_CLUSTERS, { ...record, status: undefined });
  await markReady(hubClient, name);
}

function cluster(i: number): ManagedCluster {
  const name = `m${i}`;
  return {
    apiVersion: CLUSTERS_API_VERSION,
    kind: 'ManagedCluster',
    metadata: {
      name,
      namespace: `clusternet-${name}`,
      labels: { group: String(i % GROUPS), region: `region-${i % 7}`, tier: i % 2 === 0 ? 'edge' : 'core' },
    },
    spec: { clusterId: randomUUID(), syncMode: 'Push' },
    status: {
      conditions: [
        {
          type: 'Ready',
          status: 'True',
          reason: 'Ready',
          message: '',
          lastTransitionTime: '2030-01-01T00:00:00Z',
        },
      ],
    },
  };
}

function subscription(name: string, i: number, schedulerName = 'default'): Subscription {
  return {
    apiVersion: APPS_API_VERSION,
    kind: 'Subscription',
    metadata: { name, namespace: 'default' },
    spec: {
      schedulerName,
      subscribers: [{ clusterAffinity: { matchLabels: { group: String(i % GROUPS) } } }],
      feeds: [{ apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'shop', name }],
    },
  };
}
