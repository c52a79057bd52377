import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { KubeObject } from '@banyan/api';
import { KubeClient, loadConnection, writeKubeconfig } from '@banyan/kube';
import { freePort, temporaryFolder } from '@banyan/testing';
import { findKubectl, FollowedKubectl, runKubectl, type KubectlOutput } from '@banyan/testing/kubectl-suite';
import { ObservedServer, PROGRAM } from './banyan-server.ts';
import type { FleetCluster, FleetTarget } from './fleet-target.ts';

/** Ends a command that hangs. */
const DEADLINE_MS = 300_000;
/** Nobody waits for what is looked at every twenty seconds. */
const QUICK = ['--cluster-status-collect-frequency=1s'];

const DUAL = ['--cluster-sync-mode=Dual'];

/** A request that hangs on something that was killed is tried again. */
const REACH_MS = 20_000;
const MANAGED_CLUSTERS = { group: 'clusters.clusternet.io', version: 'v1beta1', resource: 'managedclusters' };

interface MemberRecord extends KubeObject {
  spec?: { clusterId: string };
  status?: { conditions?: { type: string; status: string }[] };
}

export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The hub's processes, the agents', and the hands of the people at it. */
export class MemberFleet {
  readonly target: FleetTarget;
  readonly dir: string;
  readonly hubClient: KubeClient;
  readonly #kubectl: string;
  readonly #servers: ObservedServer[] = [];
  readonly #clients: KubeClient[] = [];

  private constructor(target: FleetTarget, dir: string, kubectl: string, hubClient: KubeClient) {
    this.target = target;
    this.dir = dir;
    this.#kubectl = kubectl;
    this.hubClient = hubClient;
    this.#clients.push(hubClient);
  }

  static async of(target: FleetTarget): Promise<MemberFleet> {
    const dir = await temporaryFolder('banyan-members-');
    const { program } = await findKubectl();
    const hubClient = new KubeClient(await loadConnection({ path: target.hub.kubeconfig, env: {} }));
    return new MemberFleet(target, dir, program, hubClient);
  }

  /** A replica of the hub, started. */
  async startHub(name: string, flags: readonly string[] = []): Promise<ObservedServer> {
    const port = await freePort();
    const args = [
      'hub',
      '--kubeconfig',
      this.target.hub.kubeconfig,
      `--secure-port=${port}`,
      ...QUICK,
      ...flags,
    ];
    return this.#start({ name, dir: this.dir, args });
  }

  /** As a person would: `banyan join` brings the manifests; a process stands in for the agent's pod. */
  async joinWithAgent(
    name: string,
    member: FleetCluster,
    flags: readonly string[] = DUAL,
  ): Promise<ObservedServer> {
    const applied = ['--apply-to', member.kubeconfig, '--wait=false'];
    await this.done('join', name, '--agent', '--hub-kubeconfig', this.target.hub.kubeconfig, ...applied);
    return this.startAgent(name, member, flags);
  }

  /** This program; `--kubeconfig` has to be among the arguments. */
  banyan(...args: readonly string[]): Promise<CommandResult> {
    const options = { timeout: DEADLINE_MS, maxBuffer: 64 * 1024 * 1024 };
    return new Promise((resolve) => {
      execFile(process.execPath, [PROGRAM, ...args], options, (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
        resolve({ code, stdout, stderr });
      });
    });
  }

  /** Throws if it fails; resolves to what it printed. */
  async done(...args: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await this.banyan(...args);
    if (code !== 0) throw new Error(`banyan ${args.join(' ')}: exit code ${code}\n${stdout}${stderr}`);
    return stdout;
  }

  /** As the hub's administrator. */
  hub(...args: readonly string[]): Promise<string> {
    return this.done(...args, '--kubeconfig', this.target.hub.kubeconfig);
  }

  kubectl(kubeconfig: string, ...args: readonly string[]): Promise<KubectlOutput> {
    return runKubectl(this.#call(kubeconfig, args));
  }

  /** Throws if it fails; resolves to what it printed. */
  async kubectlDone(kubeconfig: string, ...args: readonly string[]): Promise<string> {
    const { exit, stdout, stderr } = await this.kubectl(kubeconfig, ...args);
    if (exit !== 0) throw new Error(`kubectl ${args.join(' ')}: exit code ${exit}\n${stdout}${stderr}`);
    return stdout;
  }

  follow(kubeconfig: string, ...args: readonly string[]): FollowedKubectl {
    return new FollowedKubectl(this.#call(kubeconfig, args));
  }

  /** A kubeconfig through the hub. */
  async through(name: string, user = this.target.hub.kubeconfig): Promise<string> {
    const file = join(this.dir, `${name}-through-hub-${basename(user)}`);
    await this.done('kubeconfig', name, '--kubeconfig', user, '-o', file);
    return file;
  }

  async clientOf({ kubeconfig }: Pick<FleetCluster, 'kubeconfig'>): Promise<KubeClient> {
    const client = new KubeClient(await loadConnection({ path: kubeconfig, env: {} }));
    this.#clients.push(client);
    return client;
  }

  async memberNamed(name: string): Promise<MemberRecord | undefined> {
    const { items } = await this.hubClient.list<MemberRecord>(MANAGED_CLUSTERS);
    return items.find(({ metadata }) => metadata.name === name);
  }

  /** What `banyan clusters` goes by. A hub that is away lists nobody. */
  async isListedReady(name: string): Promise<boolean> {
    const member = await this.memberNamed(name).catch(() => undefined);
    const ready = member?.status?.conditions?.find(({ type }) => type === 'Ready');
    return ready?.status === 'True';
  }

  /** Whether a kubeconfig leads somewhere, at the first try. */
  async isReached(kubeconfig: string): Promise<boolean> {
    const client = new KubeClient(await loadConnection({ path: kubeconfig, env: {} }));
    try {
      const signal = AbortSignal.timeout(REACH_MS);
      const { status, body } = await client.request({ method: 'GET', path: '/api/v1/nodes', signal });
      body.destroy();
      return status === 200;
    } catch {
      return false;
    } finally {
      await client.close();
    }
  }

  /** Of every process of ours, from the beginning. */
  async logs(): Promise<ReadonlyMap<string, string>> {
    const { hub, members } = this.target;
    const clusters = [hub, ...members].map(
      async (cluster, i) => [`cluster ${i}`, await cluster.log()] as const,
    );
    const servers = this.#servers.map(async (server) => [server.name, await server.log()] as const);
    return new Map(await Promise.all([...clusters, ...servers]));
  }

  async stop(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.close()));
    await Promise.all(this.#servers.map((server) => server.stop()));
    await this.target.stop();
    await rm(this.dir, { recursive: true, force: true, maxRetries: 10 });
  }

  /** Another one, where the manifests are already. It has no more rights in the member than they give. */
  async startAgent(name: string, member: FleetCluster, given: readonly string[]): Promise<ObservedServer> {
    const inSystem = ['-n', 'clusternet-system'];
    const account = ['create', 'token', 'clusternet-agent', '--duration=24h', ...inSystem];
    const token = (await this.kubectlDone(member.kubeconfig, ...account)).trim();
    const { server, ca } = await loadConnection({ path: member.kubeconfig, env: {} });
    const kubeconfig = join(this.dir, `${name}-agent.kubeconfig`);
    const own = { name, server, token, ...(typeof ca === 'string' && { ca }) };
    await writeKubeconfig(kubeconfig, [own]);
    const secret = ['get', 'secret', 'clusternet-agent-cluster-registration', ...inSystem, '-o', 'json'];
    const { data } = JSON.parse(await this.kubectlDone(member.kubeconfig, ...secret)) as {
      data: Record<string, string>;
    };
    const text = (key: string) => Buffer.from(data[key] ?? '', 'base64').toString();
    const env = { PARENT_URL: text('parentURL'), REG_TOKEN: text('regToken'), REG_CA_HASH: text('caHash') };
    const flags = [`--cluster-reg-name=${name}`, ...QUICK, ...given];
    const args = ['agent', '--kubeconfig', kubeconfig, ...flags];
    return this.#start({ name: `agent-of-${name}-${this.#servers.length}`, dir: this.dir, args, env });
  }

  async #start(options: Parameters<typeof ObservedServer.of>[0]): Promise<ObservedServer> {
    const server = await ObservedServer.of(options);
    this.#servers.push(server);
    await server.start();
    return server;
  }

  #call(kubeconfig: string, args: readonly string[]) {
    const env = { PATH: process.env['PATH'] ?? '', HOME: this.dir, KUBECONFIG: kubeconfig };
    return { program: this.#kubectl, args, cwd: this.dir, env, stdin: '' };
  }
}
