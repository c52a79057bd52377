import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ReaperMessage } from './reaper-process.ts';

let reaper: ChildProcess | undefined;

/**
 * Tells the reaper what must not outlive this process. The reaper is a process of its own that notices our
 * end by its standard input closing, however we ended (a crash and `kill -9` included), then ends the
 * processes and removes the folders that were not taken back.
 */
export function tellReaper(message: ReaperMessage): void {
  reaper ??= startReaper();
  reaper.stdin?.write(`${JSON.stringify(message)}\n`);
}

function startReaper(): ChildProcess {
  const script = fileURLToPath(new URL('./reaper-process.ts', import.meta.url));
  const child = spawn(process.execPath, [script], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  child.unref();
  // The pipe must not keep a finished test alive; it closes with the process, which is the point.
  (child.stdin as { unref?: () => void } | null)?.unref?.();
  child.stdin?.on('error', () => (reaper = undefined));
  return child;
}
