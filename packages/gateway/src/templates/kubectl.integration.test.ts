import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { findTool, writeKubeconfig } from '@banyan/kube';
import { startTestCluster } from '../test-cluster.ts';
import { startTestGateway } from '../test-gateway.ts';
import { askUntil, define, defineHubKinds, deployment, NATIVE, SHADOW, widgets } from './test-templates.ts';

/** Ends a kubectl that hangs. */
const DEADLINE_MS = 300_000;
/** The npm package has programs for one kind of machine. */
const skip = process.platform === 'linux' && process.arch === 'x64' ? false : 'no kubectl for this machine';

test('stock kubectl works on templates of an embedded hub', { skip }, async (t) => {
  const hub = await startTestCluster(t);
  await defineHubKinds(hub.client);
  await define(hub.client, widgets('example.com'));
  await startTestGateway(t, hub.client, { templates: true });
  await askUntil(hub.client, `${SHADOW}/widgets`, ({ status }) => status === 200);
  const dir = await mkdtemp(join(tmpdir(), 'banyan-templates-'));
  t.after(() => rm(dir, { recursive: true }));
  const program = await findTool('kubectl', { path: '' });
  const { certificate: cert, key } = hub.certificateOf('admin', ['system:masters']);
  const kubectl = async (server: string, args: string, stdin = ''): Promise<string> => {
    const path = join(dir, `config-${server === hub.server ? 'hub' : 'templates'}`);
    await writeKubeconfig(path, [{ name: 'hub', server, ca: hub.ca, clientCertificate: { cert, key } }]);
    const env = { HOME: dir, KUBECONFIG: path };
    return new Promise((resolve, reject) => {
      const child = execFile(
        program,
        args.split(' '),
        { env, timeout: DEADLINE_MS },
        (error, stdout, stderr) => {
          if (error === null) resolve(stdout + stderr);
          else reject(new Error(`kubectl ${args}: ${stderr}`));
        },
      );
      child.stdin?.on('error', () => {});
      child.stdin?.end(stdin);
    });
  };
  const templates = (args: string, stdin?: string) => kubectl(`${hub.server}${NATIVE}`, args, stdin);
  const web = JSON.stringify(deployment('web'));
  assert.match(await templates('apply -f -', web), /deployment.apps\/web created/);
  assert.match(await templates('apply -f -', web), /deployment.apps\/web unchanged/);
  const next = JSON.stringify(deployment('web', { image: 'web:2' }));
  assert.match(await templates('apply -f -', next), /configured/);
  await templates('scale deployment web -n shop --replicas=3');
  assert.match(await templates('get deploy -n shop'), /^NAME +READY +UP-TO-DATE.*\nweb +0\/3/);
  const widget = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'w', namespace: 'shop' } };
  await templates('apply -f -', JSON.stringify({ ...widget, spec: { size: 'big' } }));
  assert.match(await templates('get wd -n shop'), /^NAME +SIZE\nw +big/);
  assert.match(await kubectl(hub.server, 'get widgets.shadow -n shop'), /^NAME +SIZE\nw +big/);
  assert.match(await kubectl(hub.server, 'get deploy -n shop'), /^No resources found in shop namespace.\n$/);
  assert.match(await templates('delete deployment/web widget/w -n shop'), /"web" deleted.*"w" deleted/s);
});
