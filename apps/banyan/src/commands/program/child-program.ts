import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Longer than an API server's own grace for requests under way. */
const STOP_WAIT_MS = 10_000;
const KEPT_WORDS = 2000;

/** Another process of this program, which ends when this one does. */
export interface ChildProgram {
  readonly pid: number;
  /** What it reported when it was ready. */
  readonly report: unknown;
  /** Resolves when it has ended, to how: for people. */
  readonly ended: Promise<string>;
  /** Resolves when it has ended. */
  stop(): Promise<void>;
}

export interface ChildOptions {
  readonly name: string;
  /** From the subcommand on. */
  readonly args: readonly string[];
  /** More of the environment: what others must not see on the command line. */
  readonly env?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** What it says, line by line, once it is ready. */
  readonly onWords: (text: string) => void;
}

/** Resolves when the child reports that it is ready; throws with its own words when it ends before. */
export async function startChild(options: ChildOptions): Promise<ChildProgram> {
  const { name, args, env, signal, onWords } = options;
  signal.throwIfAborted();
  const child = spawnSelf(args, ['ignore', 'ignore', 'pipe', 'ipc'], env);
  let words = '';
  let isReady = false;
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    if (isReady) onWords(text);
    else words = (words + text).slice(-KEPT_WORDS);
  });
  const ended = once(child, 'close').then(
    ([code, by]) => `the process of ${name} has ended by ${by ?? `exit code ${code}`}`,
  );
  const stop = async () => {
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WAIT_MS);
    await ended;
    clearTimeout(timer);
  };
  const onAbort = () => void stop();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    const report = await Promise.race([
      once(child, 'message').then(([message]) => message as unknown),
      ended.then((how) => Promise.reject(new Error(lastWords(words) || how))),
    ]);
    signal.throwIfAborted();
    isReady = true;
    return { pid: child.pid ?? 0, report, ended, stop };
  } catch (error) {
    await stop();
    throw error;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** In a session of its own: Ctrl-C reaches it through its parent alone. */
export function spawnSelf(
  args: readonly string[],
  stdio: ('ignore' | 'pipe' | 'ipc' | number)[],
  env: Readonly<Record<string, string>> = {},
): ChildProcess {
  const program = process.argv[1] ?? '';
  return spawn(process.execPath, [...process.execArgv, program, ...args], {
    stdio,
    env: { ...process.env, ...env },
    detached: true,
  });
}

/** Calls back when the process that started this one is gone. It does not keep this one alive. */
export function onParentGone(callback: () => void): void {
  process.once('disconnect', callback);
  process.channel?.unref();
}

/** What a process of this program said last, without its own name before it. */
export function lastWords(text: string): string {
  const line = text.trim().split('\n').at(-1) ?? '';
  return line.replace(/^(?:kubectl-)?\w[\w.]* \w+: /, '');
}

/** To the process that started this one, if one did and is there. */
export function reportReady(report: unknown): void {
  if (process.connected) process.send?.(report);
}
