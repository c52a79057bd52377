import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { findTool } from '@banyan/kube';
import { startCluster } from '@banyan/testing';

/** Ends a helm that hangs. */
const DEADLINE_MS = 120_000;
const CHARTS = join(import.meta.dirname, '../../deploy/charts');

/** The npm package has programs for one kind of machine. */
const skip = process.platform === 'linux' && process.arch === 'x64' ? false : 'no helm for this machine';

test(
  'a real cluster takes both charts, beside each other, upgraded and removed',
  { skip, timeout: 1_200_000 },
  async () => {
    await using cluster = await startCluster({ name: 'parent', controllers: true });
    const program = await findTool('helm', { path: '' });
    const helm = async (...args: string[]) => {
      const env = { HOME: cluster.dir, KUBECONFIG: cluster.kubeconfig, HELM_NAMESPACE: 'clusternet-system' };
      return (await promisify(execFile)(program, args, { env, timeout: DEADLINE_MS })).stdout;
    };
    const registration = ['--set=parentURL=https://hub:6443,registrationToken=0a1b2c.0123456789abcdef'];

    const notes = await helm('install', 'hub', join(CHARTS, 'banyan-hub'), '--create-namespace');
    assert.match(notes, /banyan join NAME --agent/);
    await helm('install', 'agent', join(CHARTS, 'banyan-agent'), ...registration);
    await cluster.until('the pods were let in', async () => {
      const { stdout } = await cluster.kubectl(['get', 'pods', '-n', 'clusternet-system', '-o', 'name']);
      return stdout.trim().split('\n').length === 5;
    });

    await helm('upgrade', 'hub', join(CHARTS, 'banyan-hub'), '--set=approve=manual,anonymousProxy=true');
    await helm('upgrade', 'agent', join(CHARTS, 'banyan-agent'), ...registration, '--set=appPusher=false');
    const deployment = ['get', 'deployment', 'clusternet-agent', '-n', 'clusternet-system', '-o', 'yaml'];
    assert.match((await cluster.kubectl(deployment)).stdout, /AppPusher=false/);

    await helm('uninstall', 'agent');
    await helm('uninstall', 'hub');
    const { stdout } = await cluster.kubectl(['get', 'clusterroles,clusterrolebindings', '-o', 'name']);
    assert.doesNotMatch(stdout, /banyan|clusternet/);
  },
);
