import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { tellReaper } from './reaper.ts';

export interface ServerProcessOptions {
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly logFile: string;
  /** Asked every few milliseconds until true. May throw: that means "not yet". */
  readonly isReady: () => Promise<boolean>;
}

/** Ends a start that hangs. Ready is normally a matter of two seconds. */
const READY_DEADLINE_MS = 300_000;
const POLL_MS = 50;
/** After SIGTERM; kube-apiserver waits for open watches, etcd for its disk. */
const STOP_DEADLINE_MS = 10_000;

/** One server of a test cluster. It ends with this process whatever happens (reaper.ts). */
export class ServerProcess {
  readonly #options: ServerProcessOptions;
  #child: ChildProcess | undefined;

  constructor(options: ServerProcessOptions) {
    this.#options = options;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Starts the program, again after stop() or kill() too, and returns when it is ready. */
  async start(): Promise<void> {
    const { program, args, logFile } = this.#options;
    const log = openSync(logFile, 'a');
    const child = spawn(program, args, { detached: true, stdio: ['ignore', log, log] });
    closeSync(log);
    this.#child = child;
    if (child.pid !== undefined) tellReaper({ watch: 'process-group', id: child.pid });
    const exited = new AbortController();
    child.once('exit', () => exited.abort());
    child.once('error', () => exited.abort());
    await this.#untilReady(exited.signal);
  }

  /** SIGTERM, and SIGKILL if that is not enough. */
  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  /** SIGKILL: what a power cut looks like to the others. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** For tests of a server that is there and does not answer. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#child?.kill(signal);
  }

  /** The end of what the server logged, for error messages. */
  logTail(lines = 20): string {
    try {
      return readFileSync(this.#options.logFile, 'utf8').trimEnd().split('\n').slice(-lines).join('\n');
    } catch {
      return '(no log)';
    }
  }

  async #untilReady(exited: AbortSignal): Promise<void> {
    const { name, isReady } = this.#options;
    const deadline = performance.now() + READY_DEADLINE_MS;
    while (!exited.aborted && performance.now() < deadline) {
      if (await isReady().catch(() => false)) return;
      await delay(POLL_MS);
    }
    const how = exited.aborted ? 'ended' : 'was not ready in time';
    await this.kill();
    throw new Error(`${name} ${how}; its log ends with:\n${this.logTail()}`);
  }

  async #end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child?.pid === undefined) return;
    if (child.exitCode === null && child.signalCode === null) {
      const exit = once(child, 'exit');
      const hardStop = setTimeout(() => killGroup(child.pid, 'SIGKILL'), STOP_DEADLINE_MS);
      killGroup(child.pid, signal);
      await exit;
      clearTimeout(hardStop);
    }
    // What the server started itself (kwok runs a shell for exec) goes with it.
    killGroup(child.pid, 'SIGKILL');
    tellReaper({ forget: child.pid });
  }
}

function killGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // Gone already.
  }
}
