/** For tests: what a person does in a member through the hub, on whatever clusters. */
import assert from 'node:assert/strict';
import { execFile as execFileCallback, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { promisify } from 'node:util';
import { findTool } from '@banyan/kube';
import { runBanyan } from '../demo-folder/banyan-process-fixture.ts';
import { until, type TestHub, type TestMember } from './hub-fixture.ts';

const execFile = promisify(execFileCallback);
const KUBECTL_DEADLINE_MS = 60_000;
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

export interface MemberScenario {
  readonly dir: string;
  readonly hub: Pick<TestHub, 'kubeconfig' | 'client' | 'kubeconfigOf'>;
  readonly member: TestMember;
  readonly name: string;
  /** Pods are played by kwok: ports send back what they get, and commands have no exit codes of their own. */
  readonly isKwok?: boolean;
}

interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

type Kubectl = (...args: string[]) => Promise<string>;

/** Runs it as subtests. */
export async function workInMember(t: TestContext, scenario: MemberScenario): Promise<void> {
  const { dir, hub, name } = scenario;
  const program = await findTool('kubectl');
  const through = join(dir, `${name}-through-hub.kubeconfig`);
  const written = await runBanyan(['kubeconfig', name, '--kubeconfig', hub.kubeconfig, '-o', through]);
  assert.equal(written.code, 0, written.output);
  const kubectl: Kubectl = async (...args) => {
    const options = { timeout: KUBECTL_DEADLINE_MS };
    return (await execFile(program, ['--kubeconfig', through, ...args], options)).stdout;
  };
  await t.test('get, apply, watch, exec, logs and cp', () => useKubectl(scenario, kubectl));
  await t.test('port-forward', () => forward(scenario, program, through));
  await t.test('banyan get, exec and logs take --cluster and keep the exit code', () => useVerbs(scenario));
  await t.test('whoever has no right on the way does not get through', () => useRights(scenario, program));
}

async function useKubectl({ dir }: MemberScenario, kubectl: Kubectl): Promise<void> {
  assert.match(await kubectl('get', 'nodes', '-o', 'name'), /^node\/\S*node-1$/m);
  const manifest = join(dir, 'web.yaml');
  await writeFile(manifest, DEPLOYMENT);
  await kubectl('apply', '-f', manifest);
  await kubectl('rollout', 'status', 'deployment/web', '--timeout=60s');
  await kubectl('wait', '--for=condition=Ready', 'pod', '-l', 'app=web', '--timeout=60s');
  assert.match(await kubectl('exec', 'deployment/web', '--', 'echo', 'hello'), /hello/);
  assert.match(await kubectl('logs', 'deployment/web', '--tail=1'), /\S/);
  assert.equal((await kubectl('auth', 'can-i', 'delete', 'nodes')).trim(), 'yes');
}

async function forward({ isKwok }: MemberScenario, program: string, kubeconfig: string): Promise<void> {
  const args = ['--kubeconfig', kubeconfig, 'port-forward', 'deployment/web', ':80'];
  const forwarder = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(forwarder, 'exit');
  try {
    const [line] = (await once(forwarder.stdout, 'data')) as [Buffer];
    const port = /127\.0\.0\.1:(\d+)/.exec(String(line))?.[1];
    const socket = connect(Number(port), '127.0.0.1');
    socket.write('GET / HTTP/1.0\r\n\r\n');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    assert.match(String(answer), isKwok === true ? /^GET \/ / : /^HTTP\/1\.1 200 /);
  } finally {
    forwarder.kill();
    await ended;
  }
}

async function useVerbs({ hub, name, isKwok }: MemberScenario): Promise<void> {
  const there = ['--cluster', name, '--kubeconfig', hub.kubeconfig];
  const got = await runBanyan(['get', ...there, 'deployment', 'web', '-o', 'name']);
  assert.deepEqual(got, { code: 0, output: 'deployment.apps/web\n' });
  const missing = await runBanyan(['get', 'pod', 'none', ...there]);
  assert.equal(missing.code, 1);
  assert.match(missing.output, /NotFound/);
  const exited = await runBanyan(['exec', ...there, 'deployment/web', '--', 'sh', '-c', 'exit 7']);
  assert.equal(exited.code, isKwok === true ? 1 : 7, exited.output);
  assert.equal((await runBanyan(['exec', ...there, 'deployment/web', '--', 'true'])).code, 0);
  assert.equal((await runBanyan(['logs', ...there, 'deployment/web', '--tail=1'])).code, 0);
  const nowhere = await runBanyan(['logs', '--cluster', 'nowhere', '--kubeconfig', hub.kubeconfig, 'web']);
  assert.equal(nowhere.code, 1);
  assert.match(nowhere.output, /there is no member "nowhere"/);
}

/** The hub's RBAC decides who comes to the member, the member's what he may do there. */
async function useRights({ dir, hub, member, name }: MemberScenario, program: string): Promise<void> {
  const user = 'ada';
  const through = join(dir, 'ada-through-hub.kubeconfig');
  const own = await hub.kubeconfigOf(user);
  const run = async (kubeconfig: string, ...args: string[]): Promise<Run> =>
    execFile(program, ['--kubeconfig', kubeconfig, ...args], { timeout: KUBECTL_DEADLINE_MS }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      (error: { code?: number; stdout?: string; stderr?: string }) => ({
        code: error.code ?? -1,
        stdout: error.stdout ?? '',
        stderr: error.stderr ?? '',
      }),
    );
  const isDone = ({ code, stderr }: Run) => assert.equal(code, 0, stderr);
  const reader = ['create', 'clusterrolebinding', 'ada-reads'];
  isDone(
    await run(
      hub.kubeconfig,
      'create',
      'clusterrole',
      'members',
      '--verb=get,list',
      '--resource=managedclusters.clusters.clusternet.io',
    ),
  );
  isDone(await run(hub.kubeconfig, ...reader, '--clusterrole=members', `--user=${user}`));
  const written = await runBanyan(['kubeconfig', name, '--kubeconfig', own, '-o', through]);
  assert.equal(written.code, 0, written.output);
  const refused = await run(through, 'get', 'pods');
  assert.match(refused.stderr, /Forbidden.*sockets/s);

  const rule = ['--verb=*', '--resource=sockets.proxies.clusternet.io/proxy'];
  isDone(await run(hub.kubeconfig, 'create', 'clusterrole', 'through', ...rule));
  isDone(
    await run(
      hub.kubeconfig,
      'create',
      'clusterrolebinding',
      'ada',
      '--clusterrole=through',
      `--user=${user}`,
    ),
  );
  const words = async () => (await run(through, 'get', 'pods')).stderr;
  await until('the hub lets her through', async () => /cannot list resource "pods"/.test(await words()));
  isDone(
    await run(member.kubeconfig, 'create', 'rolebinding', 'ada', '--clusterrole=view', `--user=${user}`),
  );
  const pods = async () => (await run(through, 'get', 'pods', '-o', 'name')).stdout;
  await until('she sees pods', async () => /^pod\/web-/m.test(await pods()));
  assert.match((await run(through, 'delete', 'deployment', 'web')).stderr, /Forbidden/);

  isDone(await run(hub.kubeconfig, 'delete', 'clusterrolebinding', 'ada'));
  await until('the hub refuses her', async () => /Forbidden.*sockets/s.test(await words()));
}

/** Nothing that anyone could come in with. */
export function assertNoSecrets(...outputs: readonly string[]): void {
  for (const text of outputs) {
    assert.doesNotMatch(text, /eyJ[\w-]{10,}\./);
    assert.doesNotMatch(text, /\b[a-z0-9]{6}\.[a-z0-9]{16}\b/);
    assert.doesNotMatch(text, /PRIVATE KEY/);
  }
}
