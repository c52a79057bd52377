import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import type { KubeObject } from '@banyan/api';
import { findTool } from '@banyan/kube';
import { agentManifests, banyanImage, parseManifests } from '@banyan/membership/manifests';
import { repositoryVersion } from './deploy-files.ts';
import { anonymousProxyObjects, hubObjects, identity } from './hub-objects.ts';

/** Ends a helm that hangs. */
const DEADLINE_MS = 120_000;
const CHARTS = join(import.meta.dirname, '../../deploy/charts');
const REGISTRATION = { parentUrl: 'https://hub.example:6443', token: '0a1b2c.0123456789abcdef' };
const REGISTRATION_VALUES = [
  `--set=parentURL=${REGISTRATION.parentUrl}`,
  `--set=registrationToken=${REGISTRATION.token}`,
];
const IMAGE = banyanImage(repositoryVersion());

/** The npm package has programs for one kind of machine. */
const skip = process.platform === 'linux' && process.arch === 'x64' ? false : 'no helm for this machine';

describe('the Helm charts', { skip }, () => {
  let program: string;

  before(async () => {
    program = await findTool('helm', { path: '' });
  });

  async function helm(...args: string[]): Promise<string> {
    return (await promisify(execFile)(program, args, { timeout: DEADLINE_MS })).stdout;
  }

  async function render(chart: string, ...args: string[]): Promise<KubeObject[]> {
    const namespace = ['--namespace', 'clusternet-system'];
    return parseManifests(await helm('template', chart, join(CHARTS, chart), ...namespace, ...args));
  }

  const failsWith = (message: RegExp) => (error: Error & { stderr?: string }) =>
    message.test(error.stderr ?? '');

  for (const [chart, values] of [
    ['banyan-hub', []],
    ['banyan-agent', REGISTRATION_VALUES],
  ] as const) {
    test(`${chart} passes helm lint`, async () => {
      const lint = ['lint', '--strict', '--namespace', 'clusternet-system', join(CHARTS, chart), ...values];
      assert.match(await helm(...lint), /0 chart\(s\) failed/);
    });

    test(`${chart} refuses any other namespace, where the code would not find its objects`, async () => {
      const args = ['template', 'x', join(CHARTS, chart), '--namespace', 'default', ...values];
      await assert.rejects(helm(...args), failsWith(/--namespace clusternet-system/));
    });

    test(`${chart} refuses a value that it does not know`, async () => {
      await assert.rejects(render(chart, ...values, '--set=replicas=3'), failsWith(/replicas/));
    });
  }

  test('banyan-hub by default is what deploy/hub has', async () => {
    const objects = await render('banyan-hub');
    // helm creates the release's own namespace.
    const wanted = hubObjects(IMAGE).filter(
      ({ kind, metadata }) => kind !== 'Namespace' || metadata.name !== 'clusternet-system',
    );
    assertSameObjects(objects, wanted);
  });

  test('banyan-agent with address and token is what agentManifests has', async () => {
    const wanted = agentManifests({ image: IMAGE, ...REGISTRATION });
    const objects = await render('banyan-agent', ...REGISTRATION_VALUES);
    assertSameObjects(
      objects,
      wanted.filter(({ kind }) => kind !== 'Namespace'),
    );
  });

  test('banyan-agent without AppPusher tells the agent to keep the credential', async () => {
    const objects = await render('banyan-agent', ...REGISTRATION_VALUES, '--set=appPusher=false');
    const wanted = agentManifests({ image: IMAGE, ...REGISTRATION, appPusher: false });
    assertSameObjects(
      objects,
      wanted.filter(({ kind }) => kind !== 'Namespace'),
    );
    assert.match(JSON.stringify(objects), /AppPusher=false/);
  });

  test('banyan-agent without address or token says what is missing', async () => {
    await assert.rejects(render('banyan-agent'), failsWith(/parentURL is missing/));
    const [url = ''] = REGISTRATION_VALUES;
    await assert.rejects(render('banyan-agent', url), failsWith(/banyan token create/));
  });

  test('banyan-agent refuses an address that is not https and a token that is none', async () => {
    await assert.rejects(render('banyan-agent', '--set=parentURL=http://hub'), failsWith(/parentURL/));
    const token = '--set=registrationToken=secret';
    await assert.rejects(render('banyan-agent', token), failsWith(/registrationToken/));
  });

  test('banyan-hub opens the proxy to everyone only when told to', async () => {
    const usual = (await render('banyan-hub')).map(identity);
    const objects = await render('banyan-hub', '--set=anonymousProxy=true');
    const more = objects.filter((object) => !usual.includes(identity(object)));
    assert.ok(more.length > 0);
    assertSameObjects(more, anonymousProxyObjects());
  });

  test('values reach the pods', async () => {
    const objects = await render(
      'banyan-hub',
      '--set=image.registry=registry.example:5000,image.tag=v9,approve=manual,extraArgs.v=4,replicaCount=1',
      '--set=image.pullSecrets={pull},podDisruptionBudget.enabled=false,oldAgents.enabled=false',
    );
    const deployment = objects.find(({ kind }) => kind === 'Deployment');
    assert.ok(deployment);
    const { replicas, template } = deployment['spec'] as DeploymentSpec;
    assert.equal(replicas, 1);
    assert.deepEqual(template.spec.imagePullSecrets, [{ name: 'pull' }]);
    const [container] = template.spec.containers;
    assert.equal(container?.image, 'registry.example:5000/banyan:v9');
    assert.deepEqual(container?.args.slice(-2), ['--approve=manual', '--v=4']);
    assert.ok(!objects.some(({ kind }) => kind === 'PodDisruptionBudget' || kind === 'FlowSchema'));
  });
});

interface DeploymentSpec {
  readonly replicas: number;
  readonly template: {
    readonly spec: {
      readonly imagePullSecrets?: object[];
      readonly containers: { readonly image: string; readonly args: string[] }[];
    };
  };
}

function assertSameObjects(actual: readonly KubeObject[], wanted: readonly KubeObject[]): void {
  assert.deepEqual(byIdentity(actual), byIdentity(wanted));
}

function byIdentity(objects: readonly KubeObject[]): Record<string, KubeObject> {
  const named = objects.map((object) => [identity(object), object] as const);
  return Object.fromEntries(named.toSorted(([a], [b]) => a.localeCompare(b)));
}
