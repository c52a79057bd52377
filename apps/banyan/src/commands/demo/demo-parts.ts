import { join } from 'node:path';
import { startChild, type ChildProgram } from '../program/child-program.ts';
import { keptPort } from '../demo-folder/kept-port.ts';
import { reportWhenReady, type ClusterReport } from './cluster-report.ts';
import { startAgents, type DemoAgents } from './demo-agents.ts';
import { MemberDenied } from '../people/wait-for-member.ts';
import type { DemoFlags } from './demo-flags.ts';
import { waitUntilReached } from './member-through-hub.ts';
import { partLog } from './part-log.ts';

/** The processes of a demo. */
export interface DemoParts {
  readonly clusters: readonly ClusterReport[];
  readonly pids: readonly number[];
  /** Rejects when one of them ends that was not told to. Agents are started again. */
  readonly broken: Promise<never>;
  stop(): Promise<void>;
}

export interface DemoPartsOptions {
  readonly dir: string;
  readonly flags: Pick<DemoFlags, 'members' | 'nodes' | 'port'>;
  readonly signal: AbortSignal;
  /** A part is ready. */
  readonly onReady: (name: string) => void;
  /** A member was let go by someone, and the hub does not let it in again. The demo goes on without it. */
  readonly onDenied: (name: string, why: string) => void;
  /** An agent was started again: all processes that there are now. */
  readonly onPids: (pids: readonly number[]) => void;
}

/** Starts hub, members and agents, and waits until the hub leads to the members. If one cannot start, none is left. */
export async function startParts(options: DemoPartsOptions): Promise<DemoParts> {
  const { dir, flags, signal, onReady } = options;
  const children = await startClusters(options);
  let agents: DemoAgents | undefined;
  const stop = async () => {
    // The agents first: they have a last word for their members.
    await agents?.stop();
    await Promise.all(children.map((child) => child.stop()));
  };
  const waiting = new AbortController();
  const broken = firstToEnd(children);
  // That they end when they are told to is no news.
  broken.catch(() => {});
  try {
    const members = memberNames(flags);
    const pids = () => [...children.map(({ pid }) => pid), ...(agents?.pids() ?? [])];
    agents = await startAgents({ dir, members, signal, onRestarted: () => options.onPids(pids()) });
    const either = AbortSignal.any([signal, waiting.signal]);
    const ready = Promise.all([
      Promise.all(clustersOf(dir, flags).map((one) => reportWhenReady(one, either))),
      ...members.map((name) => waitUntilReached({ dir, name }, either).catch(tellDenied(name, options))),
    ]);
    const [[hub, ...reports]] = await Promise.race([ready, broken]);
    onReady('the agents');
    const agentPids = agents.pids();
    const clusters = reports.map((report, index) => ({ ...report, agentPid: agentPids[index] ?? 0 }));
    return {
      clusters: hub === undefined ? clusters : [hub, ...clusters],
      pids: pids(),
      broken,
      stop,
    };
  } catch (error) {
    waiting.abort();
    await stop();
    throw error;
  }
}

/** The hub and the members, each in a process of its own. If one cannot start, none is left. */
async function startClusters({ dir, flags, signal, onReady }: DemoPartsOptions): Promise<ChildProgram[]> {
  const failing = new AbortController();
  const either = AbortSignal.any([signal, failing.signal]);
  const start = async (part: string, args: readonly string[]) => {
    const name = `the ${part}`;
    const child = await startChild({ name, args, signal: either, onWords: partLog(dir, part) });
    onReady(name);
    return child;
  };
  const starts = await Promise.allSettled(
    [start('hub', await hubArgs(dir, flags)), start('members', memberArgs(dir, flags))].map((one) =>
      one.catch((error: unknown) => {
        failing.abort(error);
        throw error;
      }),
    ),
  );
  const children = starts.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  if (failing.signal.aborted) {
    await Promise.all(children.map((child) => child.stop()));
    throw failing.signal.reason;
  }
  return children;
}

function tellDenied(name: string, { onDenied }: DemoPartsOptions): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof MemberDenied)) throw error;
    onDenied(name, error.message);
  };
}

async function firstToEnd(children: readonly ChildProgram[]): Promise<never> {
  throw new Error(await Promise.race(children.map(({ ended }) => ended)));
}

async function hubArgs(dir: string, { port }: DemoPartsOptions['flags']): Promise<string[]> {
  const kubeconfig = join(dir, 'hub.kubeconfig');
  const hubPort = String(port ?? (await keptPort(kubeconfig)));
  const files = ['--data-dir', join(dir, 'hub'), '--kubeconfig-out', kubeconfig];
  return ['hub', '--embedded', ...files, '--port', hubPort, '--metrics-port', '0', '--audit-log', 'off'];
}

function memberArgs(dir: string, { members, nodes, port }: DemoPartsOptions['flags']): string[] {
  const ports = port === undefined ? [] : ['--port', String(port + 1)];
  const size = ['--members', String(members), '--nodes', String(nodes)];
  return ['playground', 'up', '--for-demo', '--dir', dir, ...size, ...ports];
}

function memberNames({ members }: DemoPartsOptions['flags']): string[] {
  return Array.from({ length: members }, (_, index) => `member${index + 1}`);
}

function clustersOf(dir: string, flags: DemoPartsOptions['flags']) {
  return ['hub', ...memberNames(flags)].map((name) => ({
    name,
    kubeconfig: join(dir, `${name}.kubeconfig`),
    nodes: name === 'hub' ? 0 : flags.nodes,
  }));
}
