import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Pod, PodSpec } from '@banyan/api/objects';
import { eventually } from '@banyan/testing';
import { startPlaygroundCluster, type PlaygroundCluster } from '../cluster/playground-cluster.ts';
import { CONFIG_MAPS, EVENTS, PODS, SECRETS, SERVICE_ACCOUNTS } from '../cluster/resources.ts';

const KEY = { namespace: 'default', name: 'p' };

async function clusterWith(t: TestContext): Promise<PlaygroundCluster> {
  const cluster = await startPlaygroundCluster({ name: 'one', nodes: 1 });
  t.after(() => cluster.stop());
  const account = { namespace: 'default', name: 'default' };
  await eventually('a service account', () => cluster.objects.get(SERVICE_ACCOUNTS, account) !== undefined);
  return cluster;
}

async function run(
  { objects }: PlaygroundCluster,
  spec: Partial<PodSpec> & Pick<PodSpec, 'containers'>,
  annotations: Record<string, string> = {},
): Promise<void> {
  await objects.create(PODS, { metadata: { ...KEY, annotations }, spec });
}

function pod({ objects }: PlaygroundCluster): Readonly<Pod> | undefined {
  return objects.get(PODS, KEY);
}

function state(cluster: PlaygroundCluster, container = 'c') {
  const { containerStatuses = [], initContainerStatuses = [] } = pod(cluster)?.status ?? {};
  return [...initContainerStatuses, ...containerStatuses].find(({ name }) => name === container);
}

function eventsOf({ objects }: PlaygroundCluster): string[] {
  const seen = [...objects.list(EVENTS, 'default')] as { reason?: string; message?: string }[];
  return seen.map(({ reason = '', message = '' }) => `${reason}: ${message}`);
}

function script(text: string, more: object = {}) {
  return { name: 'c', image: 'busybox', command: ['sh', '-c', text], ...more };
}

test('a command runs, and its exit code is the container’s', async (t) => {
  const cluster = await clusterWith(t);
  await run(cluster, {
    restartPolicy: 'Never',
    containers: [script('echo hi; echo why > /dev/termination-log; exit 3')],
  });
  await eventually('failed', () => pod(cluster)?.status?.phase === 'Failed');
  const { exitCode, reason, message } = state(cluster)?.state?.terminated ?? {};
  assert.deepEqual({ exitCode, reason, message }, { exitCode: 3, reason: 'Error', message: 'why\n' });
});

test('a container that fails is restarted, then later and later', async (t) => {
  const cluster = await clusterWith(t);
  await run(cluster, { containers: [script('exit 1')] });
  await eventually('waiting', () => state(cluster)?.state?.waiting?.reason === 'CrashLoopBackOff');
  assert.equal(state(cluster)?.restartCount, 1);
  assert.equal(state(cluster)?.lastState?.terminated?.exitCode, 1);
  assert.match(
    state(cluster)?.state?.waiting?.message ?? '',
    /^back-off 10s restarting failed container=c pod=p_default\(/,
  );
  assert.ok(
    eventsOf(cluster).some((event) =>
      event.startsWith('BackOff: Back-off restarting failed container c in pod p_'),
    ),
  );
});

test('a missing ConfigMap holds a container back until it is there', async (t) => {
  const cluster = await clusterWith(t);
  await run(cluster, {
    restartPolicy: 'Never',
    containers: [
      script('[ "$A-$B" = red-p ]', {
        env: [
          { name: 'A', valueFrom: { configMapKeyRef: { name: 'colors', key: 'a' } } },
          { name: 'B', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
        ],
      }),
    ],
  });
  await eventually('waits', () => state(cluster)?.state?.waiting?.reason === 'CreateContainerConfigError');
  assert.equal(state(cluster)?.state?.waiting?.message, 'configmap "colors" not found');
  await cluster.objects.create(CONFIG_MAPS, {
    metadata: { namespace: 'default', name: 'colors' },
    data: { a: 'red' },
  });
  await eventually('done', () => pod(cluster)?.status?.phase === 'Succeeded');
});

test('a missing Secret of a volume keeps the pod from being created', async (t) => {
  const cluster = await clusterWith(t);
  await run(cluster, {
    restartPolicy: 'Never',
    volumes: [
      { name: 'v', secret: { secretName: 's' } },
      { name: 'w', emptyDir: {} },
    ],
    containers: [
      script('[ "$(cat /v/k)" = x ] && echo 1 > /w/f && [ "$(cat /w/f)" = 1 ]', {
        volumeMounts: [
          { name: 'v', mountPath: '/v' },
          { name: 'w', mountPath: '/w' },
        ],
      }),
    ],
  });
  await eventually('told', () =>
    eventsOf(cluster).includes('FailedMount: MountVolume.SetUp failed for volume "v" : secret "s" not found'),
  );
  assert.equal(state(cluster)?.state?.waiting?.reason, 'ContainerCreating');
  await cluster.objects.create(SECRETS, {
    metadata: { namespace: 'default', name: 's' },
    data: { k: 'eA==' },
  });
  await eventually('done', () => pod(cluster)?.status?.phase === 'Succeeded');
});

test('init containers run in their order, sidecars as long as the rest', async (t) => {
  const cluster = await clusterWith(t);
  const volumeMounts = [{ name: 'v', mountPath: '/v' }];
  const step = (name: string, text: string, more: object = {}) => ({
    ...script(text, more),
    name,
    volumeMounts,
  });
  await run(cluster, {
    restartPolicy: 'Never',
    volumes: [{ name: 'v', emptyDir: {} }],
    initContainers: [
      step('first', 'echo first >> /v/order'),
      step('sidecar', "echo sidecar >> /v/order; trap 'exit 0' TERM; sleep infinity", {
        restartPolicy: 'Always',
      }),
      step('second', 'echo second >> /v/order'),
    ],
    containers: [step('c', '[ "$(cat /v/order | tr "\\n" -)" = first-sidecar-second- ]')],
  });
  await eventually('over', () => pod(cluster)?.status?.phase === 'Succeeded');
  assert.equal(state(cluster, 'sidecar')?.state?.terminated?.exitCode, 0);
  assert.equal(state(cluster, 'first')?.state?.terminated?.reason, 'Completed');
});

test('a pod that is deleted gets time to end, and no more', async (t) => {
  const cluster = await clusterWith(t);
  await run(cluster, {
    terminationGracePeriodSeconds: 1,
    containers: [script("trap '' TERM; sleep infinity")],
  });
  await eventually('running', () => pod(cluster)?.status?.phase === 'Running');
  const startedMs = performance.now();
  await cluster.objects.delete(PODS, KEY);
  await eventually('gone', () => pod(cluster) === undefined);
  assert.ok(performance.now() - startedMs >= 900);
  assert.ok(eventsOf(cluster).includes('Killing: Stopping container c'));
});

test('probes decide who is ready, and who is restarted', async (t) => {
  const cluster = await clusterWith(t);
  const probe = (command: string) => ({
    exec: { command: ['sh', '-c', command] },
    periodSeconds: 1,
    failureThreshold: 1,
  });
  await run(cluster, {
    terminationGracePeriodSeconds: 1,
    containers: [
      script('touch /tmp/well; sleep infinity', {
        readinessProbe: probe('cat /tmp/ready'),
        livenessProbe: probe('cat /tmp/well'),
      }),
      {
        name: 'web',
        image: 'web',
        ports: [{ containerPort: 80, name: 'http' }],
        readinessProbe: { httpGet: { port: 'http' } },
      },
      { name: 'wrong', image: 'wrong', readinessProbe: { tcpSocket: { port: 81 } } },
    ],
  });
  await eventually('web is ready', () => state(cluster, 'web')?.ready === true);
  await eventually('told', () =>
    eventsOf(cluster).includes(
      "Unhealthy: Readiness probe failed: cat: can't open '/tmp/ready': No such file or directory\n",
    ),
  );
  assert.equal(state(cluster)?.ready, false);
  assert.equal(state(cluster, 'wrong')?.ready, false);
  const ready = pod(cluster)?.status?.conditions?.find(({ type }) => type === 'Ready');
  assert.equal(ready?.message, 'containers with unready status: [c wrong]');
  assert.equal(state(cluster)?.restartCount, 0);
});
