/** For tests: `banyan apiserver` as a process that can be ended in any way. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

export const MAIN = join(import.meta.dirname, '../main.ts');

/** Gone when the test is over. */
export async function temporaryDir(t: TestContext): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'banyan-apiserver-'));
  t.after(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

export interface Program {
  readonly pid: number | undefined;
  /** The whole group, a tracer included. */
  kill(signal: NodeJS.Signals): void;
  /** Asks it to end; resolves to its exit code. */
  stop(): Promise<number | null>;
}

/** Resolves when it serves. What is still running when the test is over is ended. */
export async function startProgram(
  t: TestContext,
  dir: string,
  prefix: readonly string[] = [],
  flags: readonly string[] = [],
): Promise<Program> {
  const own = [process.execPath, MAIN, 'apiserver', '--data-dir', dir, '--port', '0', ...flags];
  const [command = '', ...args] = [...prefix, ...own];
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const kill = (signal: NodeJS.Signals) => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, signal);
  };
  t.after(async () => {
    kill('SIGKILL');
    await exited;
  });
  await Promise.race([
    once(child.stdout, 'data'),
    exited.then(([code]) =>
      Promise.reject(new Error(`banyan apiserver ended with ${code} before it served`)),
    ),
  ]);
  return {
    pid: child.pid,
    kill,
    stop: async () => {
      kill('SIGTERM');
      return (await exited)[0];
    },
  };
}
