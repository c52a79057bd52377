import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { test } from 'node:test';
import type { KubeObject } from '@banyan/api';
import { eventually, temporaryFolder } from '@banyan/testing';
import { startPlaygroundCluster, type PlaygroundCluster } from '../../cluster/playground-cluster.ts';
import {
  CONTROLLER_REVISIONS,
  CRON_JOBS,
  DAEMON_SETS,
  DEPLOYMENTS,
  JOBS,
  PODS,
  REPLICA_SETS,
  STATEFUL_SETS,
  type Resource,
} from '../../cluster/resources.ts';

const WORKLOADS: readonly Resource<KubeObject>[] = [
  DEPLOYMENTS,
  REPLICA_SETS,
  STATEFUL_SETS,
  DAEMON_SETS,
  CONTROLLER_REVISIONS,
  JOBS,
  CRON_JOBS,
];
const LABELS = { app: 'web' };
const TEMPLATE = { metadata: { labels: LABELS }, spec: { containers: [{ name: 'web', image: 'one' }] } };
const AT_WORK = { ...TEMPLATE, spec: { ...TEMPLATE.spec, restartPolicy: 'Never' as const } };

async function createAll({ objects }: PlaygroundCluster): Promise<void> {
  const named = (name: string) => ({ namespace: 'default', name });
  const specOf = (app: string) => ({
    selector: { matchLabels: { app } },
    template: { ...TEMPLATE, metadata: { labels: { app } } },
  });
  await objects.create(DEPLOYMENTS, { metadata: named('web'), spec: { replicas: 2, ...specOf('web') } });
  await objects.create(STATEFUL_SETS, { metadata: named('db'), spec: { replicas: 2, ...specOf('db') } });
  await objects.create(DAEMON_SETS, { metadata: named('log'), spec: specOf('log') });
  await objects.create(JOBS, { metadata: named('work'), spec: { template: AT_WORK } });
  const cron = { schedule: '0 0 1 1 *', jobTemplate: { spec: { template: AT_WORK } } };
  await objects.create(CRON_JOBS, { metadata: named('yearly'), spec: cron });
}

function isSettled({ objects }: PlaygroundCluster): boolean {
  const [deployment] = [...objects.list(DEPLOYMENTS, 'default')];
  const [set] = [...objects.list(STATEFUL_SETS, 'default')];
  const [daemons] = [...objects.list(DAEMON_SETS, 'default')];
  const [job] = [...objects.list(JOBS, 'default')];
  return (
    deployment?.status?.conditions?.some(({ reason }) => reason === 'NewReplicaSetAvailable') === true &&
    set?.status?.availableReplicas === 2 &&
    daemons?.status?.numberAvailable === 2 &&
    job?.status?.conditions?.some(({ type }) => type === 'Complete') === true
  );
}

/** What would change if anything were done. */
function versions({ objects }: PlaygroundCluster): string[] {
  const workloads = WORKLOADS.flatMap((of) =>
    [...objects.list(of, 'default')].map(
      ({ kind, metadata }) => `${kind} ${metadata.name} ${metadata.resourceVersion}`,
    ),
  );
  return [...workloads, ...[...objects.list(PODS, 'default')].map(({ metadata }) => `Pod ${metadata.name}`)];
}

test('after a restart workloads are found as they were, and nothing is done', async (t) => {
  const dataDir = await temporaryFolder('banyan-restart-');
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  const first = await startPlaygroundCluster({ name: 'kept', nodes: 2, dataDir });
  await createAll(first);
  await eventually('all is well', () => isSettled(first));
  const before = versions(first);
  await first.stop();
  const second = await startPlaygroundCluster({ name: 'kept', nodes: 2, dataDir });
  t.after(() => second.stop());
  // What comes last in the queue was looked at after all that was there from the start.
  const key = { namespace: 'default', name: 'late' };
  const template = { ...TEMPLATE, metadata: { labels: { app: 'late' } } };
  await second.objects.create(DEPLOYMENTS, {
    metadata: key,
    spec: { replicas: 0, selector: { matchLabels: { app: 'late' } }, template },
  });
  await eventually(
    'the last is seen',
    () => second.objects.get(DEPLOYMENTS, key)?.status?.observedGeneration === 1,
  );
  const after = versions(second).filter((line) => !line.includes(' late'));
  assert.deepEqual(after, before);
});
