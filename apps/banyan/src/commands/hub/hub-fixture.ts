/** For tests: hubs and agents as processes of this program, and members to go with them. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { keptCertificates } from '@banyan/apiserver';
import { KubeClient, loadConnection, writeKubeconfig } from '@banyan/kube';
import { startPlaygroundCluster } from '@banyan/playground';
import { runBanyan, startBanyan, type BanyanProcess } from '../demo-folder/banyan-process-fixture.ts';

const POLL_MS = 20;
/** Only ends a hang. */
const DEADLINE_MS = 300_000;

/** Asks until it is true. */
export async function until(what: string, isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + DEADLINE_MS;
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error(`not in time: ${what}`);
    await delay(POLL_MS);
  }
}

/** Gone when the test is over. */
export async function temporaryFolder(t: TestContext): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'banyan-hub-'));
  t.after(() => rm(dir, { recursive: true, force: true, maxRetries: 10 }));
  return dir;
}

export interface RunningProgram extends BanyanProcess {
  /** What one of its log lines said. */
  field(name: string): unknown;
  kill(signal: NodeJS.Signals): void;
  /** By SIGTERM; resolves to its exit code. */
  stop(): Promise<number | null>;
}

/** Started, and logged this. Ended with the test. */
export async function startServer(
  t: TestContext,
  args: readonly string[],
  started: string,
): Promise<RunningProgram> {
  const program = startBanyan(args);
  let hasEnded = false;
  void program.exited.then(() => (hasEnded = true));
  const kill = (signal: NodeJS.Signals) => {
    if (!hasEnded) process.kill(program.pid, signal);
  };
  t.after(async () => {
    kill('SIGTERM');
    await program.exited;
  });
  await until(`${args[0]}: ${started}`, () => {
    if (hasEnded) throw new Error(`banyan ${args.join(' ')} has ended: ${program.output()}`);
    return logLines(program.output()).some(({ msg }) => msg === started);
  });
  return {
    ...program,
    kill,
    field: (name) => logLines(program.output()).findLast((line) => name in line)?.[name],
    stop: () => {
      kill('SIGTERM');
      return program.exited;
    },
  };
}

function logLines(output: string): Record<string, unknown>[] {
  return output.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as Record<string, unknown>];
    } catch {
      return [];
    }
  });
}

/** A hub as people reach it. */
export interface TestHub {
  readonly program: RunningProgram;
  readonly kubeconfig: string;
  readonly client: KubeClient;
  /** Of someone who has no rights yet. */
  readonly kubeconfigOf: (user: string) => Promise<string>;
}

/** `banyan hub --embedded` on ports of its own. */
export async function startHub(t: TestContext, dir: string, flags: readonly string[] = []): Promise<TestHub> {
  const dataDir = join(dir, 'hub');
  const args = ['hub', '--embedded', '--data-dir', dataDir, '--port', '0', '--metrics-port', '0', ...flags];
  const program = await startServer(t, args, 'hub started');
  const kubeconfig = join(dataDir, 'kubeconfig');
  const client = await clientOf(t, kubeconfig);
  const kubeconfigOf = async (user: string) => {
    const { ca, client: issue } = await keptCertificates(join(dataDir, 'pki'), []);
    const { certificate: cert, key } = issue(user, []);
    const file = join(dir, `${user}.kubeconfig`);
    const { server } = client.connection;
    await writeKubeconfig(file, [{ name: user, server, ca, clientCertificate: { cert, key } }]);
    return file;
  };
  return { program, kubeconfig, client, kubeconfigOf };
}

/** Closed when the test is over. */
export async function clientOf(t: TestContext, kubeconfig: string): Promise<KubeClient> {
  const client = new KubeClient(await loadConnection({ path: kubeconfig, env: {} }));
  t.after(() => client.close());
  return client;
}

export interface TestMember {
  readonly kubeconfig: string;
  readonly client: KubeClient;
}

/** A playground cluster, in the process of the test. */
export async function startMember(t: TestContext, dir: string, name: string): Promise<TestMember> {
  const cluster = await startPlaygroundCluster({ name, nodes: 2 });
  t.after(() => cluster.stop());
  const { ca, admin } = cluster.certificates;
  const kubeconfig = join(dir, `${name}.kubeconfig`);
  const clientCertificate = { cert: admin.certificate, key: admin.key };
  await writeKubeconfig(kubeconfig, [{ name, server: cluster.server, ca, clientCertificate }]);
  return { kubeconfig, client: await clientOf(t, kubeconfig) };
}

export interface JoinOptions {
  readonly hub: Pick<TestHub, 'kubeconfig'>;
  readonly member: TestMember;
  readonly name: string;
  /** More flags of the agent. */
  readonly flags?: readonly string[];
}

/** As a person would do it: `banyan join` installs the manifests; a process stands in for the agent's pod. */
export async function joinWithAgent(
  t: TestContext,
  { hub, member, name, flags = [] }: JoinOptions,
): Promise<RunningProgram> {
  const applied = ['--apply-to', member.kubeconfig, '--wait=false'];
  const joined = await runBanyan(['join', name, '--agent', '--hub-kubeconfig', hub.kubeconfig, ...applied]);
  if (joined.code !== 0) throw new Error(joined.output);
  return startAgent(t, member, name, flags);
}

/** With what `banyan join` has put into the member. */
async function startAgent(
  t: TestContext,
  member: TestMember,
  name: string,
  flags: readonly string[] = [],
): Promise<RunningProgram> {
  const secrets = { group: '', version: 'v1', resource: 'secrets' };
  const key = { namespace: 'clusternet-system', name: 'clusternet-agent-cluster-registration' };
  const { data } = (await member.client.get(secrets, key)) as { data?: Record<string, string> };
  const text = (field: string) => Buffer.from(data?.[field] ?? '', 'base64').toString();
  const registration = [
    `--cluster-reg-parent-url=${text('parentURL')}`,
    `--cluster-reg-token=${text('regToken')}`,
    `--cluster-reg-ca-hash=${text('caHash')}`,
  ];
  const cluster = ['--kubeconfig', member.kubeconfig, '--cluster-reg-name', name, '--cluster-sync-mode=Dual'];
  const args = ['agent', '--metrics-port=0', ...cluster, ...registration, ...flags];
  return startServer(t, args, 'agent started');
}

/** As `banyan clusters` says it. */
export async function isListedReady(hub: Pick<TestHub, 'kubeconfig'>, name: string): Promise<boolean> {
  const { code, output } = await runBanyan(['clusters', '--kubeconfig', hub.kubeconfig, name]);
  return code === 0 && / True /.test(output);
}
