import { join } from 'node:path';
import {
  askControl,
  memberStatus,
  serveControl,
  startFleet,
  type Fleet,
  type MemberStatus,
} from '@banyan/playground';
import { reportReady } from '../program/child-program.ts';
import { reportToTerminal, startDetached } from '../demo-folder/detach.ts';
import { takeFolder } from '../demo-folder/folder-lock.ts';
import { inUse } from '../demo-folder/in-use.ts';
import { keptPort } from '../demo-folder/kept-port.ts';
import { aborted, stopSignal } from '../program/stop-signal.ts';
import { countOf } from '../program/text-table.ts';
import { fleetSize, type FleetSize, type PlaygroundFlags } from './playground-flags.ts';
import { memberTable } from './member-table.ts';

/** Member clusters until a signal ends them. */
export async function playgroundUp(flags: PlaygroundFlags): Promise<number> {
  const size = fleetSize(flags);
  const { dir } = flags;
  const signal = stopSignal({ withParent: flags.background || flags['for-demo'] });
  if (flags.detach) return upInBackground(flags, size, signal);
  // A demo has taken the folder for all its parts.
  const lock = flags['for-demo'] ? undefined : await takeFolder(dir, 'playground');
  if (lock === undefined && !flags['for-demo']) throw await inUse(dir);
  try {
    await serve(flags, size, signal);
    return 0;
  } finally {
    await lock?.release();
  }
}

async function serve(flags: PlaygroundFlags, size: FleetSize, signal: AbortSignal): Promise<void> {
  const { dir } = flags;
  const isSeen = !flags['for-demo'];
  const say = isSeen ? sayOf(flags) : () => {};
  const started = performance.now();
  say(`starting ${countOf(size.members)} in ${dir} ...`);
  const fleet = await startMembers(dir, size);
  try {
    const control = await serveControl(fleet, dir);
    try {
      await nodesReady(fleet, signal);
      if (signal.aborted) return;
      const members = fleet.members.map(memberStatus);
      say(`ready after ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
      if (flags.background) reportToTerminal(members);
      else if (flags['for-demo']) reportReady(members);
      else printUp(members, flags);
      await aborted(signal);
      say('stopping ...');
    } finally {
      await control.stop();
    }
  } finally {
    await fleet.stop();
  }
}

async function startMembers(dir: string, { members, nodes, port }: FleetSize): Promise<Fleet> {
  const ports = await Promise.all(
    Array.from({ length: members }, async (_, index) =>
      port === undefined ? keptPort(join(dir, `member${index + 1}.kubeconfig`)) : port + index,
    ),
  );
  const onDefect = (error: unknown) => console.error(error);
  return startFleet({ members, nodes, dir, portOf: (index) => ports[index] ?? 0, onDefect }).catch(
    (error: NodeJS.ErrnoException & { port?: number }) => {
      if (error.code !== 'EADDRINUSE') throw error;
      throw new Error(`port ${error.port} is in use; choose another with --port`, { cause: error });
    },
  );
}

async function upInBackground(flags: PlaygroundFlags, size: FleetSize, signal: AbortSignal): Promise<number> {
  const { dir } = flags;
  if ((await askControl(dir, { command: 'status', members: [] })) !== undefined) throw await inUse(dir);
  const port = size.port === undefined ? [] : ['--port', String(size.port)];
  const args = [
    'playground',
    'up',
    '--dir',
    dir,
    '--members',
    flags.members,
    '--nodes',
    flags.nodes,
    ...port,
  ];
  sayOf(flags)(`starting ${countOf(size.members)} in ${dir} ...`);
  const members = await startDetached(args, { logFile: join(dir, 'playground.log'), signal });
  printUp(members as MemberStatus[], flags);
  return 0;
}

async function nodesReady(fleet: Fleet, signal: AbortSignal): Promise<void> {
  const isReady = () =>
    fleet.members.map(memberStatus).every(({ nodes, readyNodes }) => readyNodes === nodes);
  while (!signal.aborted && !isReady()) await new Promise((resolve) => setTimeout(resolve, 10));
}

function printUp(members: readonly MemberStatus[], { output, detach, dir }: PlaygroundFlags): void {
  if (output === 'json') {
    console.log(JSON.stringify({ members }));
    return;
  }
  const end = detach ? `banyan playground down${dir === '.banyan' ? '' : ` --dir ${dir}`}` : 'Ctrl-C';
  console.log(`${memberTable(members)}\n\nend them: ${end}`);
}

function sayOf({ output }: PlaygroundFlags): (text: string) => void {
  return output === 'json' ? (text) => console.error(text) : (text) => console.log(text);
}
