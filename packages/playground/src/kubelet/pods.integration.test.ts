import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { eventually } from '@banyan/testing';
import { startPlaygroundCluster } from '../cluster/playground-cluster.ts';
import { CONFIG_MAPS, SECRETS } from '../cluster/resources.ts';
import { script, server, TestPods } from './test-pods.ts';

async function podsOf(t: TestContext): Promise<TestPods> {
  const cluster = await startPlaygroundCluster({ name: 'one', nodes: 1 });
  t.after(() => cluster.stop());
  const pods = new TestPods(cluster);
  await eventually('pods can be created', () => pods.isReady);
  return pods;
}

test('a command runs, and its exit code and last words are the container’s', async (t) => {
  const pods = await podsOf(t);
  const text = 'echo hi; echo why > /dev/termination-log; exit 3';
  await pods.create({ restartPolicy: 'Never', containers: [script(text)] });
  await eventually('failed', () => pods.phase() === 'Failed');
  const { exitCode, reason, message } = pods.container()?.state?.terminated ?? {};
  assert.deepEqual({ exitCode, reason, message }, { exitCode: 3, reason: 'Error', message: 'why\n' });
});

test('the end of its log are the last words of a container that says so', async (t) => {
  const pods = await podsOf(t);
  const container = script('echo one; echo two; exit 1', {
    terminationMessagePolicy: 'FallbackToLogsOnError',
  });
  await pods.create({ restartPolicy: 'Never', containers: [container] });
  await eventually('failed', () => pods.phase() === 'Failed');
  assert.equal(pods.container()?.state?.terminated?.message, 'one\ntwo\n');
});

test('what is not known runs for ever, or ends well if it is meant to end', async (t) => {
  const pods = await podsOf(t);
  await pods.create({ containers: [server()] }, { name: 'web' });
  await pods.create({ restartPolicy: 'Never', containers: [server({ command: ['perl', '-e', '1'] })] });
  await eventually('the work is done', () => pods.phase() === 'Succeeded');
  assert.equal(pods.phase('web'), 'Running');
  assert.ok(pods.isReadyPod('web'));
});

test('a container that fails is restarted, then later and later', async (t) => {
  const pods = await podsOf(t);
  await pods.create({ containers: [script('exit 1')] });
  await eventually('it waits', () => pods.container()?.state?.waiting?.reason === 'CrashLoopBackOff');
  const { restartCount, lastState, state } = pods.container() ?? {};
  assert.deepEqual([restartCount, lastState?.terminated?.exitCode], [1, 1]);
  assert.match(state?.waiting?.message ?? '', /^back-off 10s restarting failed container=c pod=p_default\(/);
  await eventually('told', () =>
    pods.events.some((event) =>
      event.startsWith('BackOff: Back-off restarting failed container c in pod p_default('),
    ),
  );
});

test('a missing ConfigMap holds a container back until it is there', async (t) => {
  const pods = await podsOf(t);
  const env = [
    { name: 'A', valueFrom: { configMapKeyRef: { name: 'colors', key: 'a' } } },
    { name: 'B', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
  ];
  await pods.create({
    restartPolicy: 'Never',
    containers: [script('[ "$A-$B-$(HOSTNAME)" = red-p-p ]', { env })],
  });
  await eventually(
    'it waits',
    () => pods.container()?.state?.waiting?.reason === 'CreateContainerConfigError',
  );
  assert.equal(pods.container()?.state?.waiting?.message, 'configmap "colors" not found');
  await eventually('told', () => pods.events.includes('Failed: Error: configmap "colors" not found'));
  const colors = { metadata: { namespace: 'default', name: 'colors' }, data: { a: 'red' } };
  await pods.cluster.objects.create(CONFIG_MAPS, colors);
  await eventually('done', () => pods.phase() === 'Succeeded');
});

test('a missing Secret of a volume keeps a pod from being created', async (t) => {
  const pods = await podsOf(t);
  const volumeMounts = [
    { name: 'v', mountPath: '/v' },
    { name: 'w', mountPath: '/w' },
  ];
  const text = '[ "$(cat /v/k)" = x ] && echo 1 > /w/f && [ "$(cat /w/f)" = 1 ]';
  await pods.create({
    restartPolicy: 'Never',
    volumes: [
      { name: 'v', secret: { secretName: 's' } },
      { name: 'w', emptyDir: {} },
    ],
    containers: [script(text, { volumeMounts })],
  });
  const words = 'FailedMount: MountVolume.SetUp failed for volume "v" : secret "s" not found';
  await eventually('told', () => pods.events.includes(words));
  assert.equal(pods.container()?.state?.waiting?.reason, 'ContainerCreating');
  const secret = { metadata: { namespace: 'default', name: 's' }, data: { k: 'eA==' } };
  await pods.cluster.objects.create(SECRETS, secret);
  await eventually('done', () => pods.phase() === 'Succeeded');
});

test('init containers run in their order, sidecars as long as the rest', async (t) => {
  const pods = await podsOf(t);
  const step = (name: string, text: string) =>
    script(text, { name, volumeMounts: [{ name: 'v', mountPath: '/v' }] });
  await pods.create({
    restartPolicy: 'Never',
    volumes: [{ name: 'v', emptyDir: {} }],
    initContainers: [
      step('first', 'echo first >> /v/order'),
      {
        ...step('sidecar', "echo sidecar >> /v/order; trap 'exit 0' TERM; sleep infinity"),
        restartPolicy: 'Always',
      },
      step('second', 'echo second >> /v/order'),
    ],
    containers: [step('c', '[ "$(cat /v/order | tr "\\n" -)" = first-sidecar-second- ]')],
  });
  await eventually('over', () => pods.phase() === 'Succeeded');
  assert.equal(pods.container('sidecar')?.state?.terminated?.exitCode, 0);
  assert.equal(pods.container('first')?.state?.terminated?.reason, 'Completed');
});

test('an init container that fails for good fails its pod', async (t) => {
  const pods = await podsOf(t);
  await pods.create({
    restartPolicy: 'Never',
    initContainers: [script('exit 4', { name: 'i' })],
    containers: [server()],
  });
  await eventually('failed', () => pods.phase() === 'Failed');
  assert.equal(pods.container('i')?.state?.terminated?.exitCode, 4);
  assert.equal(pods.container()?.state?.waiting?.reason, 'PodInitializing');
});

test('volumes that are claimed outlive pods', async (t) => {
  const pods = await podsOf(t);
  const run = (text: string, name: string) =>
    pods.create(
      {
        restartPolicy: 'Never',
        nodeName: 'one-node-1',
        volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'data' } }],
        containers: [script(text, { volumeMounts: [{ name: 'v', mountPath: '/v' }] })],
      },
      { name },
    );
  await run('echo kept > /v/f', 'writer');
  await eventually('written', () => pods.phase('writer') === 'Succeeded');
  await pods.delete('writer');
  await run('[ "$(cat /v/f)" = kept ]', 'reader');
  await eventually('read', () => pods.phase('reader') === 'Succeeded');
});

test('events tell how a container came to run: an image is pulled where the policy says so', async (t) => {
  const pods = await podsOf(t);
  await pods.create({ containers: [server()] }, { name: 'kept' });
  await eventually('told', () => pods.events.includes('Started: Container started'));
  const present = 'Pulled: Container image "web:1" already present on machine and can be accessed by the pod';
  assert.ok(pods.events.includes(present));
  assert.ok(!pods.events.some((event) => event.startsWith('Pulling')));
  await pods.create({ containers: [server({ image: 'web:latest' })] }, { name: 'pulled' });
  await eventually('pulled', () => pods.events.includes('Pulling: Pulling image "web:latest"'));
});
