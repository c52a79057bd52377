import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { temporaryFolder } from '@banyan/testing';
import { builtBanyan } from '../built-banyan.ts';

const POLL_MS = 5;

/** A `banyan` process that runs. */
export interface BanyanProgram {
  readonly pid: number;
  /** Of the log line that told of the start. */
  readonly started: Readonly<Record<string, unknown>>;
  readonly stop: () => Promise<void>;
}

export interface ProgramOptions {
  readonly args: readonly string[];
  /** The message of the log line, or the beginning of the plain line, that tells of the start. */
  readonly until: string;
  /** Flags of Node. */
  readonly execArgv?: readonly string[];
}

/** Resolves when it has said that it has started. */
export async function startBanyan({ args, until, execArgv = [] }: ProgramOptions): Promise<BanyanProgram> {
  // Into a file: a pipe would make it wait for us.
  const file = join(await temporaryFolder('banyan-bench-'), 'log');
  const log = openSync(file, 'a');
  const child = spawn(process.execPath, [...execArgv, builtBanyan(), ...args], {
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  let hasEnded = false;
  const exited = once(child, 'exit').then(() => (hasEnded = true));
  process.once('exit', () => child.kill('SIGKILL'));
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
  };
  for (;;) {
    const said = readFileSync(file, 'utf8');
    const line = said.split('\n').find((one) => one.includes(until));
    if (line !== undefined) return { pid: child.pid ?? 0, started: fieldsOf(line), stop };
    if (hasEnded) throw new Error(`banyan ${args.join(' ')} has ended: ${said}`);
    await delay(POLL_MS);
  }
}

/** Resolves when it has ended well. */
export async function runBanyan(args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [builtBanyan(), ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`banyan ${args.join(' ')} ended with ${code}: ${said}`);
}

function fieldsOf(line: string): Record<string, unknown> {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return {};
  }
}
