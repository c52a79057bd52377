import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { tellReaper } from '../kubernetes/reaper.ts';

export interface KubectlCall {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: string;
}

export interface KubectlOutput {
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Ends a kubectl that hangs. */
const DEADLINE_MS = 300_000;

/** Runs to the end; an exit code of any kind is an answer. Ended by the deadline or a signal: -1. */
export async function runKubectl({ program, args, cwd, env, stdin }: KubectlCall): Promise<KubectlOutput> {
  return new Promise((resolve) => {
    const options = {
      cwd,
      env,
      timeout: DEADLINE_MS,
      killSignal: 'SIGKILL',
      maxBuffer: 64 * 1024 * 1024,
    } as const;
    const child = execFile(program, args, options, (error, stdout, stderr) => {
      const exit = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      resolve({ exit, stdout, stderr });
    });
    child.stdin?.on('error', () => {}); // It may have ended without reading.
    child.stdin?.end(stdin);
  });
}

/** A kubectl that goes on until it is ended: a watch, a followed log, a forwarded port. */
export class FollowedKubectl {
  readonly #child: ChildProcess;
  readonly #closed: Promise<unknown>;
  stdout = '';
  stderr = '';

  constructor({ program, args, cwd, env, stdin }: KubectlCall) {
    this.#child = spawn(program, args, { cwd, env, detached: true });
    if (this.#child.pid !== undefined) tellReaper({ watch: 'process-group', id: this.#child.pid });
    this.#closed = once(this.#child, 'close').catch(() => {});
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.stdout += text));
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
    this.#child.stdin?.on('error', () => {});
    if (stdin !== '') this.#child.stdin?.write(stdin);
  }

  /** Until the stream has that many whole lines; throws if the command ends before. */
  async lines(count: number, stream: 'stdout' | 'stderr' = 'stdout'): Promise<string[]> {
    const deadline = AbortSignal.timeout(DEADLINE_MS);
    for (;;) {
      const lines = this[stream].split('\n').slice(0, -1);
      if (lines.length >= count) return lines.slice(0, count);
      const next = Promise.race([this.#nextData(stream, deadline), this.#closed.then(() => 'closed')]);
      const isOver = (await next.catch(() => 'late')) !== 'data';
      if (isOver) throw new Error(`${count} lines did not come, only:\n${this.stdout}${this.stderr}`);
    }
  }

  async end(): Promise<void> {
    const { pid } = this.#child;
    // The group: a kubectl may have started another one that holds its streams open.
    if (pid !== undefined && this.#child.exitCode === null && this.#child.signalCode === null)
      process.kill(-pid, 'SIGKILL');
    await this.#closed;
    if (pid !== undefined) tellReaper({ forget: pid });
  }

  async #nextData(stream: 'stdout' | 'stderr', signal: AbortSignal): Promise<'data'> {
    const readable = this.#child[stream];
    if (!readable) throw new Error('kubectl did not start');
    await once(readable, 'data', { signal });
    return 'data';
  }
}
