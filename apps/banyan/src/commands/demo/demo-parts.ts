import { join } from 'node:path';
import { startChild, type ChildProgram } from '../demo-folder/child-program.ts';
import { keptPort } from '../demo-folder/kept-port.ts';
import { reportWhenReady, type ClusterReport } from './cluster-report.ts';
import type { DemoFlags } from './demo-flags.ts';

/** The processes of a demo. */
export interface DemoParts {
  readonly clusters: readonly ClusterReport[];
  readonly pids: readonly number[];
  /** Rejects when one of them ends that was not told to. */
  readonly broken: Promise<never>;
  stop(): Promise<void>;
}

export interface DemoPartsOptions {
  readonly dir: string;
  readonly flags: Pick<DemoFlags, 'members' | 'nodes' | 'port'>;
  readonly signal: AbortSignal;
  /** A part is ready. */
  readonly onReady: (name: string) => void;
}

/** Starts the hub and the members, each in a process of its own. If one cannot start, none is left. */
export async function startParts(options: DemoPartsOptions): Promise<DemoParts> {
  const { dir, flags, onReady } = options;
  const failing = new AbortController();
  const signal = AbortSignal.any([options.signal, failing.signal]);
  const start = async (name: string, args: readonly string[]) => {
    const onWords = (text: string) => process.stderr.write(`${name}: ${text}`);
    const child = await startChild({ name, args, signal, onWords });
    onReady(name);
    return child;
  };
  const starts = await Promise.allSettled(
    [start('the hub', await hubArgs(dir, flags)), start('the members', memberArgs(dir, flags))].map((one) =>
      one.catch((error: unknown) => {
        failing.abort(error);
        throw error;
      }),
    ),
  );
  const children = starts.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const stop = async () => void (await Promise.all(children.map((child) => child.stop())));
  const broken = firstToEnd(children);
  // That they end when they are told to is no news.
  broken.catch(() => {});
  try {
    failing.signal.throwIfAborted();
    const clusters = await Promise.all(
      clustersOf(dir, flags).map((one) => reportWhenReady(one, options.signal)),
    );
    return { clusters, pids: children.map(({ pid }) => pid), broken, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function firstToEnd(children: readonly ChildProgram[]): Promise<never> {
  throw new Error(await Promise.race(children.map(({ ended }) => ended)));
}

async function hubArgs(dir: string, { port }: DemoPartsOptions['flags']): Promise<string[]> {
  const kubeconfig = join(dir, 'hub.kubeconfig');
  const hubPort = port ?? (await keptPort(kubeconfig));
  const dataDir = join(dir, 'hub');
  return ['apiserver', '--data-dir', dataDir, '--port', String(hubPort), '--kubeconfig-out', kubeconfig];
}

function memberArgs(dir: string, { members, nodes, port }: DemoPartsOptions['flags']): string[] {
  const ports = port === undefined ? [] : ['--port', String(port + 1)];
  const size = ['--members', String(members), '--nodes', String(nodes)];
  return ['playground', 'up', '--for-demo', '--dir', dir, ...size, ...ports];
}

function clustersOf(dir: string, { members, nodes }: DemoPartsOptions['flags']) {
  const names = Array.from({ length: members }, (_, index) => `member${index + 1}`);
  return ['hub', ...names].map((name) => ({
    name,
    kubeconfig: join(dir, `${name}.kubeconfig`),
    nodes: name === 'hub' ? 0 : nodes,
  }));
}
