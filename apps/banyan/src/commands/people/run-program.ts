import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';

const PASSED_ON: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

export interface Ended {
  /** As a shell would tell it. */
  readonly code: number;
  /** Someone asked it to stop, by Ctrl-C or otherwise. */
  readonly wasStopped: boolean;
}

/** Runs a program on this terminal, as if it had been called in our place. Resolves when it has ended. */
export async function runProgram(program: string, args: readonly string[]): Promise<Ended> {
  const child = spawn(program, args, { stdio: 'inherit' });
  let wasStopped = false;
  // Ctrl-C at a terminal reaches the child by itself, and a second time is once too often for it.
  const passOn = PASSED_ON.map((signal) => {
    const listener = () => {
      wasStopped = true;
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    };
    process.on(signal, listener);
    return () => process.removeListener(signal, listener);
  });
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    return { code: code ?? 128 + (signal === null ? 0 : constants.signals[signal]), wasStopped };
  } finally {
    for (const stop of passOn) stop();
  }
}
