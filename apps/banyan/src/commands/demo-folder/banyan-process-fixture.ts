/** For tests: this program as a person runs it, in a folder that is gone when the test is over. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

const MAIN = join(import.meta.dirname, '../../main.ts');

/** Whatever still runs in it when the test is over is killed. */
export async function demoFolder(t: TestContext): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'banyan-'));
  t.after(async () => {
    for (const pid of processesIn(dir)) process.kill(pid, 'SIGKILL');
    await rm(dir, { recursive: true, force: true, maxRetries: 10 });
  });
  return dir;
}

/** Those that have this folder on their command line. */
export function processesIn(dir: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && commandLine(name).includes(dir))
    .map(Number);
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

export interface BanyanProcess {
  readonly pid: number;
  /** All that it said until now, on both outputs. */
  output(): string;
  /** Resolves to its exit code. */
  readonly exited: Promise<number | null>;
}

export function startBanyan(args: readonly string[]): BanyanProcess {
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
  const exited = once(child, 'close').then(([code]) => code as number | null);
  return { pid: child.pid ?? 0, output: () => output, exited };
}

/** Resolves when it has ended. */
export async function runBanyan(args: readonly string[]): Promise<{ code: number | null; output: string }> {
  const started = startBanyan(args);
  const code = await started.exited;
  return { code, output: started.output() };
}
