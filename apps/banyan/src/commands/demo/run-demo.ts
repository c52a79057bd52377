import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reportToTerminal, startDetached } from '../demo-folder/detach.ts';
import { takeFolder, type FolderLock } from '../demo-folder/folder-lock.ts';
import { inUse } from '../demo-folder/in-use.ts';
import { aborted, stopSignal } from '../program/stop-signal.ts';
import { countOf } from '../program/text-table.ts';
import type { ClusterReport } from './cluster-report.ts';
import { checkDeployment } from './demo-checks.ts';
import type { DemoFlags } from './demo-flags.ts';
import { startParts, type DemoParts } from './demo-parts.ts';
import { demoText, programHere, type DemoReport } from './demo-text.ts';
import { deploySample, removeSample } from './sample-deployment.ts';

const USUAL_DIR = '.banyan';

/** Runs until a signal ends it, or with `once` until what it shows was checked. Resolves to the exit code. */
export async function runDemo(flags: DemoFlags): Promise<number> {
  const signal = stopSignal({ withParent: flags.background });
  if (flags.detach) return detachDemo(flags, signal);
  if (flags.dir === undefined && flags.once) {
    const dir = await mkdtemp(join(tmpdir(), 'banyan-demo-'));
    try {
      return await runIn(dir, flags, signal);
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  }
  return runIn(flags.dir ?? USUAL_DIR, flags, signal);
}

async function detachDemo(flags: DemoFlags, signal: AbortSignal): Promise<number> {
  const { dir = USUAL_DIR, members, nodes, port } = flags;
  const free = await takeFolder(dir, 'demo');
  if (free === undefined) throw await inUse(dir);
  await free.release();
  const ports = port === undefined ? [] : ['--port', String(port)];
  const args = ['demo', '--dir', dir, '--members', String(members), '--nodes', String(nodes), ...ports];
  sayOf(flags)(`starting a hub and ${countOf(members)} in ${dir} ...`);
  const report = await startDetached(args, { logFile: join(dir, 'demo.log'), signal });
  show(report as DemoReport, dir, flags);
  return 0;
}

async function runIn(dir: string, flags: DemoFlags, signal: AbortSignal): Promise<number> {
  const lock = await takeFolder(dir, 'demo');
  if (lock === undefined) throw await inUse(dir);
  const say = sayOf(flags);
  const isNew = !existsSync(join(dir, 'hub'));
  const started = performance.now();
  const sinceStart = () => `after ${((performance.now() - started) / 1000).toFixed(1)} s`;
  try {
    say(`starting a hub and ${countOf(flags.members)} in ${dir} ...`);
    const onReady = (name: string) => say(`  ${name}: ready ${sinceStart()}`);
    const onDenied = (name: string, why: string) => say(`  ${name}: ${why}`);
    const onPids = (pids: readonly number[]) => {
      try {
        lock.tellChildren(pids);
      } catch {
        // A folder that cannot be written to is no reason to end what runs.
      }
    };
    const parts = await startParts({ dir, flags, signal, onReady, onDenied, onPids });
    return await runParts(parts, { dir, flags, signal, lock, isNew, onReady });
  } catch (error) {
    // The parts that were told to end have their own words for it.
    if (signal.aborted)
      throw new Error('ended before it was ready; nothing is left running', { cause: error });
    throw error;
  } finally {
    await lock.release();
  }
}

interface Surroundings {
  readonly dir: string;
  readonly flags: DemoFlags;
  readonly signal: AbortSignal;
  readonly lock: FolderLock;
  /** The folder was empty: what is in it later belongs to who tries it. */
  readonly isNew: boolean;
  readonly onReady: (name: string) => void;
}

async function runParts(parts: DemoParts, surroundings: Surroundings): Promise<number> {
  const { dir, flags, signal, lock } = surroundings;
  const say = sayOf(flags);
  try {
    lock.tellChildren(parts.pids);
    const report = await Promise.race([deployAndReport(parts, surroundings), parts.broken]);
    if (flags.background) reportToTerminal(report);
    else show(report, dir, flags);
    const work = flags.once ? check(report, { dir, say, signal }) : aborted(signal);
    await Promise.race([work, parts.broken]);
    if (!flags.once) say('\nending ...');
    return 0;
  } finally {
    await parts.stop();
  }
}

async function deployAndReport(
  { clusters }: DemoParts,
  { dir, signal, isNew, onReady }: Surroundings,
): Promise<DemoReport> {
  if (!isNew) return { clusters, sample: [] };
  const sample = await deploySample({ dir, members: memberNames(clusters) }, signal);
  onReady('the sample app');
  return { clusters, sample };
}

async function check(
  { clusters, sample }: DemoReport,
  { dir, say, signal }: { dir: string; say: (text: string) => void; signal: AbortSignal },
): Promise<void> {
  const members = memberNames(clusters);
  await Promise.all(
    members.map(async (name) => {
      await checkDeployment({ dir, name }, signal);
      say(`${name}: a Deployment came up through the hub, and is gone again`);
    }),
  );
  if (sample.length > 0) {
    await removeSample({ dir, members }, signal);
    say('the sample app: its Subscription was deleted, and no member has anything of it');
  }
  say('everything is as it should be');
}

function memberNames([, ...members]: readonly ClusterReport[]): string[] {
  return members.map(({ name }) => name);
}

function show(report: DemoReport, dir: string, flags: DemoFlags): void {
  console.log(
    flags.isJson ? JSON.stringify(report) : demoText(report, { ...flags, dir, ...programHere(process.env) }),
  );
}

function sayOf({ isJson }: DemoFlags): (text: string) => void {
  return isJson ? (text) => console.error(text) : (text) => console.log(text);
}
