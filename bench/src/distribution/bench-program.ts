import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '@banyan/testing';

const POLL_MS = 5;

export interface BenchProgram {
  readonly pid: number;
  /** Lets it end in order, and waits for it. */
  readonly stop: () => Promise<void>;
}

export interface BenchProgramOptions {
  readonly file: URL;
  readonly args: readonly string[];
  /** What it says when it has started. */
  readonly until: string;
  readonly execArgv?: readonly string[];
}

/** A program of this folder as a process of its own; resolves when it has started. */
export async function startBenchProgram(options: BenchProgramOptions): Promise<BenchProgram> {
  const { file, args, until, execArgv = [] } = options;
  const log = join(await temporaryFolder('banyan-bench-'), 'log');
  const output = openSync(log, 'a');
  const program = fileURLToPath(file);
  const child = spawn(process.execPath, [...execArgv, program, ...args], {
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  let hasEnded = false;
  const exited = once(child, 'exit').then(() => (hasEnded = true));
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await exited;
    process.off('exit', kill);
  };
  while (!readFileSync(log, 'utf8').includes(until)) {
    if (hasEnded) throw new Error(`${program} has ended: ${readFileSync(log, 'utf8')}`);
    await delay(POLL_MS);
  }
  return { pid: child.pid ?? 0, stop };
}
