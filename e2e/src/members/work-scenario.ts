import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { MemberFleet } from './member-fleet.ts';

const DEPLOYMENT = `
apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: 1
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: nginx, ports: [{ containerPort: 80 }] }] }
`;

/** What a person does in a member with stock kubectl and a kubeconfig through the hub. */
export async function workInMember(fleet: MemberFleet, name: string): Promise<void> {
  const through = await fleet.through(name);
  const kubectl = (...args: string[]) => fleet.kubectlDone(through, ...args);
  assert.match(await kubectl('get', 'nodes', '-o', 'name'), /^node\/\S*node-1$/m);
  const watch = fleet.follow(through, 'get', 'pods', '--watch', '-o', 'name');
  try {
    const manifest = join(fleet.dir, 'web.yaml');
    await writeFile(manifest, DEPLOYMENT);
    await kubectl('apply', '-f', manifest);
    assert.match((await watch.lines(1)).join(), /^pod\/web-/);
  } finally {
    await watch.end();
  }
  await kubectl('wait', '--for=condition=Available', 'deployment/web', '--timeout=60s');
  assert.match(await kubectl('exec', 'deployment/web', '--', 'echo', 'hello'), /hello/);
  await followLogs(fleet, through);
  await forwardPort(fleet, through);
  await copyFiles(fleet, through);
  assert.equal((await kubectl('auth', 'can-i', 'delete', 'nodes')).trim(), 'yes');
  await useVerbs(fleet, name);
}

/** Without a kubeconfig through the hub, and with the exit codes of what ran there. */
async function useVerbs(fleet: MemberFleet, name: string): Promise<void> {
  const hub = ['--kubeconfig', fleet.target.hub.kubeconfig];
  const there = ['--cluster', name, ...hub];
  assert.equal(await fleet.done('get', ...there, 'deployment', 'web', '-o', 'name'), 'deployment.apps/web\n');
  await fleet.done('exec', ...there, 'deployment/web', '--', 'true');
  await fleet.done('logs', ...there, 'deployment/web', '--tail=1');
  const missing = await fleet.banyan('get', 'pod', 'none', ...there);
  assert.deepEqual([missing.code, /NotFound/.test(missing.stderr)], [1, true]);
  const exited = await fleet.banyan('exec', ...there, 'deployment/web', '--', 'sh', '-c', 'exit 7');
  // Commands in kwok's pods have no exit codes of their own.
  assert.equal(exited.code, fleet.target.isKwok ? 1 : 7, exited.stderr);
  const nowhere = await fleet.banyan('logs', '--cluster', 'nowhere', ...hub, 'web');
  assert.deepEqual([nowhere.code, /there is no member "nowhere"/.test(nowhere.stderr)], [1, true]);
}

async function followLogs(fleet: MemberFleet, through: string): Promise<void> {
  const logs = fleet.follow(through, 'logs', '-f', 'deployment/web');
  try {
    assert.match((await logs.lines(1)).join(), /\S/);
  } finally {
    await logs.end();
  }
}

async function forwardPort(fleet: MemberFleet, through: string): Promise<void> {
  const forward = fleet.follow(through, 'port-forward', 'deployment/web', ':80');
  try {
    const [line = ''] = await forward.lines(1);
    const socket = connect(Number(/127\.0\.0\.1:(\d+)/.exec(line)?.[1]), '127.0.0.1');
    socket.write('GET / HTTP/1.0\r\n\r\n');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    assert.match(String(answer), fleet.target.isKwok ? /^GET \/ / : /^HTTP\/1\.1 200 /);
  } finally {
    await forward.end();
  }
}

/** There and back. Kwok's pods have this machine's files, so the name must be nobody else's. */
async function copyFiles(fleet: MemberFleet, through: string): Promise<void> {
  const pods = ['get', 'pods', '-l', 'app=web', '-o', 'jsonpath={.items[0].metadata.name}'];
  const pod = await fleet.kubectlDone(through, ...pods);
  const there = `/tmp/banyan-cp-${process.pid}.txt`;
  const text = 'copied\n'.repeat(10_000);
  try {
    await writeFile(join(fleet.dir, 'here.txt'), text);
    await fleet.kubectlDone(through, 'cp', 'here.txt', `${pod}:${there}`);
    await fleet.kubectlDone(through, 'cp', `${pod}:${there}`, 'back.txt');
    assert.equal(await readFile(join(fleet.dir, 'back.txt'), 'utf8'), text);
  } finally {
    await rm(there, { force: true });
  }
}
