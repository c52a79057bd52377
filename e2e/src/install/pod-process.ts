import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort, ServerProcess, type Cluster } from '@banyan/testing';
import { containerSetup, type ContainerSetup } from './pod-files.ts';

const PROGRAM = join(import.meta.dirname, '../../../apps/banyan/bin/banyan.js');
/** Where a kubelet mounts the account, and programs look for it. */
const ACCOUNT_FOLDER = '/var/run/secrets/kubernetes.io/serviceaccount';
/** In a mount namespace of its own: the account's files, an empty /tmp, and nothing else that could be written. */
const MOUNT_AND_RUN = [
  'mount -t tmpfs none /run',
  `mkdir -p ${ACCOUNT_FOLDER}`,
  `cp "$0"/* ${ACCOUNT_FOLDER}/`,
  'mount -t tmpfs none /tmp',
  'mount -o remount,bind,ro /',
  'exec "$@"',
].join(' && ');
const UNSHARE = ['unshare', '--map-root-user', '--mount'] as const;
const OBSERVE_FLAG = '--metrics-port';

type Flags = Readonly<Record<string, string | number>>;

export interface PodProcessOptions {
  readonly cluster: Cluster;
  readonly namespace: string;
  readonly deployment: string;
  /** Flags that cannot be as in a pod, since all pods of this machine share one address. */
  readonly flags?: Flags;
  /** Which of several replicas. */
  readonly replica?: number;
}

/** The program of this checkout, run as the container of a Deployment would be. */
export class PodProcess {
  readonly #process: ServerProcess;
  readonly #logFile: string;
  readonly #observeUrl: string;

  private constructor(process: ServerProcess, logFile: string, observeUrl: string) {
    this.#process = process;
    this.#logFile = logFile;
    this.#observeUrl = observeUrl;
  }

  /** Returns when it says that it is alive. It ends with the cluster, if not before. */
  static async start(options: PodProcessOptions): Promise<PodProcess> {
    const { cluster, namespace, deployment, flags, replica = 1 } = options;
    const setup = await containerSetup(cluster, namespace, deployment);
    const observePort = await freePort();
    const logFile = join(cluster.dir, `${deployment}-${replica}.log`);
    const args = replaceFlags(setup.args, { ...flags, [OBSERVE_FLAG]: observePort });
    const observeUrl = `http://127.0.0.1:${observePort}`;
    const process = new ServerProcess({
      name: deployment,
      program: 'env',
      args: asInPod(cluster, setup, args),
      logFile,
      isReady: async () => (await fetch(`${observeUrl}/healthz`)).ok,
    });
    await cluster.owns(process).start();
    return new PodProcess(process, logFile, observeUrl);
  }

  log(): Promise<string> {
    return readFile(this.#logFile, 'utf8');
  }

  /** What a kubelet's readiness probe sees. */
  async isReady(): Promise<boolean> {
    return (await fetch(`${this.#observeUrl}/readyz`)).ok;
  }

  stop(): Promise<void> {
    return this.#process.stop();
  }
}

function asInPod(cluster: Cluster, setup: ContainerSetup, args: readonly string[]): string[] {
  const { hostname, port } = new URL(cluster.server);
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: '/tmp',
    KUBERNETES_SERVICE_HOST: hostname,
    KUBERNETES_SERVICE_PORT: port,
    ...setup.env,
  };
  const program = [process.execPath, PROGRAM, ...args];
  if (!hasMountNamespaces()) {
    return ['-i', ...assignments({ ...env, BANYAN_SERVICE_ACCOUNT_DIR: setup.accountFolder }), ...program];
  }
  return ['-i', ...assignments(env), ...UNSHARE, 'sh', '-c', MOUNT_AND_RUN, setup.accountFolder, ...program];
}

function assignments(env: Readonly<Record<string, string>>): string[] {
  return Object.entries(env).map(([name, value]) => `${name}=${value}`);
}

/** Not everywhere may one have them; without, the program is told where the account's files are. */
function hasMountNamespaces(): boolean {
  const [program, ...args] = UNSHARE;
  // A checkout below /tmp would be hidden by the empty one.
  if (PROGRAM.startsWith('/tmp/')) return false;
  return spawnSync(program, [...args, 'true']).status === 0;
}

/** `--name=value` takes the place of a flag of that name, or is added. */
function replaceFlags(args: readonly string[], flags: Flags): string[] {
  const kept = args.filter((arg) => !Object.keys(flags).some((name) => arg.startsWith(`${name}=`)));
  return [...kept, ...Object.entries(flags).map(([name, value]) => `${name}=${value}`)];
}
