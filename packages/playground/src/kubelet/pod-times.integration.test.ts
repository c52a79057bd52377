import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { ResourceRequirements } from '@banyan/api/objects';
import { FakeClock } from '@banyan/testing';
import { startPlaygroundCluster } from '../cluster/playground-cluster.ts';
import { PODS } from '../cluster/resources.ts';
import { script, server, TestPods } from './test-pods.ts';

/** Ends a hang. */
const MAX_STEPS = 20_000;

/** Pods of a cluster whose time passes only when a test lets it. */
class TimedPods extends TestPods {
  readonly clock: FakeClock;

  constructor(cluster: TestPods['cluster'], clock: FakeClock) {
    super(cluster);
    this.clock = clock;
  }

  /** Lets time pass until something is so. Returns how much did. */
  async until(what: string, isTrue: () => boolean, stepMs = 100): Promise<number> {
    const startMs = this.clock.elapsed();
    for (let steps = 0; !isTrue(); steps += 1) {
      if (steps > MAX_STEPS) throw new Error(`not in time: ${what}`);
      await this.clock.advance(stepMs);
    }
    return this.clock.elapsed() - startMs;
  }

  /** Lets everything happen that needs no time. */
  async settle(): Promise<void> {
    for (let i = 0; i < 50; i += 1) await this.clock.advance(0);
  }
}

async function podsOf(t: TestContext): Promise<TimedPods> {
  const clock = new FakeClock();
  const cluster = await startPlaygroundCluster({ name: 'one', nodes: 1, clock, kubeletEndpoint: false });
  t.after(() => cluster.stop());
  const pods = new TimedPods(cluster, clock);
  await pods.until('pods can be created', () => pods.isReady);
  return pods;
}

const running = (pods: TestPods) => () => pods.phase() === 'Running';

test('crash-loop: restarts wait ten seconds, twenty, forty', async (t) => {
  const pods = await podsOf(t);
  await pods.create({ containers: [server()] }, { does: { 'crash-loop': '7' } });
  await pods.until('restarted', () => pods.container()?.restartCount === 1);
  assert.equal(pods.container()?.lastState?.terminated?.exitCode, 7);
  for (const [restarts, waitMs] of [
    [2, 10_000],
    [3, 20_000],
    [4, 40_000],
  ] as const) {
    const tookMs = await pods.until('restarted', () => pods.container()?.restartCount === restarts);
    assert.ok(Math.abs(tookMs - waitMs) <= 1000, `${restarts}: ${tookMs}`);
  }
  assert.ok(!pods.isReadyPod());
});

test('oom-kill: containers end by too much memory', async (t) => {
  const pods = await podsOf(t);
  await pods.create({ containers: [server()] }, { does: { 'oom-kill': 'true' } });
  await pods.until('restarted', () => pods.container()?.restartCount === 1);
  const { exitCode, reason } = pods.container()?.lastState?.terminated ?? {};
  assert.deepEqual({ exitCode, reason }, { exitCode: 137, reason: 'OOMKilled' });
});

test('misbehaviour begins and ends while a pod runs', async (t) => {
  const pods = await podsOf(t);
  await pods.create({ containers: [server()] });
  await pods.until('ready', () => pods.isReadyPod());
  const say = (name: string, value: string) =>
    pods.update(({ metadata }) => void (metadata.annotations = { [`simulate.banyan.dev/${name}`]: value }));
  await say('never-ready', 'true');
  await pods.until('not ready', () => !pods.isReadyPod());
  await say('crash-loop', '5');
  await pods.until('crashed', () => pods.container()?.lastState?.terminated?.exitCode === 5);
  await say('crash-loop', 'false');
  await pods.until('well', () => pods.isReadyPod());
});

test('never-ready: a pod runs and is never ready', async (t) => {
  const pods = await podsOf(t);
  await pods.create({ containers: [server()] }, { does: { 'never-ready': 'true' } });
  await pods.until('running', running(pods));
  await pods.clock.advance(600_000);
  assert.ok(!pods.isReadyPod());
  assert.equal(pods.container()?.restartCount, 0);
});

test('slow-start: containers start after a while', async (t) => {
  const pods = await podsOf(t);
  await pods.create({ containers: [server()] }, { does: { 'slow-start': '30s' } });
  await pods.until('bound', () => pods.container()?.state?.waiting?.reason === 'ContainerCreating');
  const tookMs = await pods.until('running', running(pods));
  assert.ok(tookMs >= 29_000 && tookMs <= 31_000, String(tookMs));
});

test('slow-stop: a pod goes after a while, and not later than its grace', async (t) => {
  for (const [grace, waitMs] of [
    [60, 20_000],
    [5, 5000],
  ] as const) {
    const pods = await podsOf(t);
    await pods.create(
      { terminationGracePeriodSeconds: grace, containers: [server()] },
      { does: { 'slow-stop': '20s' } },
    );
    await pods.until('running', running(pods));
    await pods.delete();
    const tookMs = await pods.until('gone', () => pods.get() === undefined);
    assert.ok(Math.abs(tookMs - waitMs) <= 1000, String(tookMs));
  }
});

test('image-pull-error: an image cannot be had, until it can', async (t) => {
  const pods = await podsOf(t);
  await pods.create({ containers: [server()] }, { does: { 'image-pull-error': 'true' } });
  await pods.until('told', () => pods.container()?.state?.waiting?.reason === 'ImagePullBackOff');
  assert.match(pods.container()?.state?.waiting?.message ?? '', /^Back-off pulling image "web:1"/);
  assert.equal(pods.phase(), 'Pending');
  await pods.update(({ metadata }) => void (metadata.annotations = {}));
  await pods.until('running', running(pods));
});

test('a program that does not care for TERM is ended after its grace', async (t) => {
  const pods = await podsOf(t);
  await pods.create({
    terminationGracePeriodSeconds: 20,
    containers: [script("trap '' TERM; sleep infinity")],
  });
  await pods.until('running', running(pods));
  await pods.delete();
  const tookMs = await pods.until('gone', () => pods.get() === undefined);
  assert.ok(tookMs >= 19_900 && tookMs <= 21_000, String(tookMs));
  assert.ok(pods.events.includes('Killing: Stopping container c'));
});

test('a pod has no longer than its deadline', async (t) => {
  const pods = await podsOf(t);
  await pods.create({ activeDeadlineSeconds: 50, containers: [server()] });
  await pods.until('running', running(pods));
  const tookMs = await pods.until('failed', () => pods.phase() === 'Failed');
  assert.ok(tookMs <= 51_000, String(tookMs));
  const { reason, message } = pods.get()?.status ?? {};
  assert.deepEqual(
    [reason, message],
    ['DeadlineExceeded', 'Pod was active on the node longer than the specified deadline'],
  );
});

test('hooks run after the start and before the end', async (t) => {
  const pods = await podsOf(t);
  const lifecycle = {
    postStart: { exec: { command: ['sh', '-c', 'sleep 5; echo started > /proc/1/fd/1'] } },
    preStop: { sleep: { seconds: 7 } },
  };
  await pods.create({ containers: [server({ lifecycle })] });
  const startMs = await pods.until('ready', () => pods.isReadyPod());
  assert.ok(startMs >= 5000, String(startMs));
  await pods.delete();
  const endMs = await pods.until('gone', () => pods.get() === undefined);
  assert.ok(endMs >= 6900 && endMs <= 8000, String(endMs));
});

test('a container whose postStart fails is restarted', async (t) => {
  const pods = await podsOf(t);
  await pods.create({ containers: [server({ lifecycle: { postStart: { exec: { command: ['false'] } } } })] });
  await pods.until('restarted', () => pods.container()?.restartCount === 1);
  await pods.settle();
  assert.ok(pods.events.includes('FailedPostStartHook: PostStartHook failed'));
});

test('a container that fails its liveness probe is restarted; readiness only counts', async (t) => {
  const pods = await podsOf(t);
  const ask = (file: string) => ({ exec: { command: ['cat', file] }, periodSeconds: 5, failureThreshold: 2 });
  const container = script('touch /tmp/well; sleep 20; rm /tmp/well; sleep infinity', {
    livenessProbe: ask('/tmp/well'),
    readinessProbe: ask('/tmp/ready'),
  });
  await pods.create({ terminationGracePeriodSeconds: 1, containers: [container] });
  const tookMs = await pods.until('restarted', () => pods.container()?.restartCount === 1);
  assert.ok(tookMs >= 25_000 && tookMs <= 35_000, String(tookMs));
  assert.ok(!pods.isReadyPod());
  const { events } = pods;
  assert.ok(events.includes('Killing: Container c failed liveness probe, will be restarted'));
  for (const [kind, file] of [
    ['Liveness', '/tmp/well'],
    ['Readiness', '/tmp/ready'],
  ])
    assert.ok(
      events.includes(
        `Unhealthy: ${kind} probe failed: cat: can't open '${file}': No such file or directory\n`,
      ),
    );
});

test('a startup probe comes before the others', async (t) => {
  const pods = await podsOf(t);
  const container = script('sleep 30; touch /tmp/up; sleep infinity', {
    startupProbe: { exec: { command: ['cat', '/tmp/up'] }, periodSeconds: 1, failureThreshold: 100 },
    livenessProbe: { exec: { command: ['cat', '/tmp/up'] }, periodSeconds: 1, failureThreshold: 1 },
  });
  await pods.create({ containers: [container] });
  await pods.until('running', running(pods));
  assert.equal(pods.container()?.started, false);
  await pods.until('ready', () => pods.isReadyPod());
  assert.deepEqual([pods.container()?.started, pods.container()?.restartCount], [true, 0]);
});

test('a server answers on the ports that it declares', async (t) => {
  const pods = await podsOf(t);
  const ports = [{ name: 'http', containerPort: 80 }];
  await pods.create({
    containers: [
      server({
        ports,
        readinessProbe: { httpGet: { port: 'http' } },
        livenessProbe: { tcpSocket: { port: 80 } },
      }),
    ],
  });
  await pods.create(
    { containers: [server({ ports, readinessProbe: { httpGet: { port: 81 } } })] },
    { name: 'wrong' },
  );
  await pods.until('ready', () => pods.isReadyPod());
  await pods.until('told', () =>
    pods.events.some((event) => event.startsWith('Unhealthy: Readiness probe failed: Get "http://')),
  );
  assert.ok(!pods.isReadyPod('wrong'));
});

test('a new image restarts its container', async (t) => {
  const pods = await podsOf(t);
  await pods.create({ containers: [server()] });
  await pods.until('running', running(pods));
  await pods.update(({ spec }) => void (spec.containers[0] && (spec.containers[0].image = 'web:2')));
  await pods.until('restarted', () => pods.container()?.restartCount === 1);
  assert.equal(pods.container()?.image, 'web:2');
  assert.ok(pods.events.includes('Killing: Container c definition changed, will be restarted'));
});

test('new resources are taken as they are, by a restart where a container asks for one', async (t) => {
  const pods = await podsOf(t);
  const resources = { requests: { cpu: '100m', memory: '64Mi' } };
  const resizePolicy = [{ resourceName: 'memory', restartPolicy: 'RestartContainer' as const }];
  await pods.create({ containers: [server({ resources, resizePolicy })] });
  await pods.until('running', running(pods));
  const resize = (requests: Record<string, string>) =>
    pods.cluster.objects.updateBelow(PODS, 'resize', { namespace: 'default', name: 'p' }, ({ spec }) => {
      for (const container of spec.containers)
        container.resources = { requests: { ...resources.requests, ...requests } };
    });
  const requests = () => (pods.container()?.['resources'] as ResourceRequirements | undefined)?.requests;
  await resize({ cpu: '200m' });
  await pods.until('resized', () => requests()?.['cpu'] === '200m');
  assert.equal(pods.container()?.restartCount, 0);
  await resize({ memory: '128Mi' });
  await pods.until('restarted', () => pods.container()?.restartCount === 1);
  assert.equal(requests()?.['memory'], '128Mi');
});

test('a container that is added to look into a pod runs once', async (t) => {
  const pods = await podsOf(t);
  await pods.create({ containers: [server()] });
  await pods.until('running', running(pods));
  const key = { namespace: 'default', name: 'p' };
  await pods.cluster.objects.updateBelow(PODS, 'ephemeralcontainers', key, ({ spec }) => {
    spec.ephemeralContainers = [script('exit 2', { name: 'debug' })];
  });
  await pods.until('ended', () => pods.container('debug')?.state?.terminated?.exitCode === 2);
  await pods.clock.advance(60_000);
  assert.equal(pods.container('debug')?.restartCount, 0);
  assert.ok(pods.isReadyPod());
});
