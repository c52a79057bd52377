import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { lastWords, reportReady, spawnSelf } from '../program/child-program.ts';
import { makeFolder } from '../program/make-folder.ts';

/**
 * Starts this program again in the background and resolves to what it reports when it is ready. Throws with its last
 * words when it ends before; when the signal aborts first, it is ended.
 */
export async function startDetached(
  args: readonly string[],
  { logFile, signal }: { logFile: string; signal: AbortSignal },
): Promise<unknown> {
  await makeFolder(dirname(logFile), 0o700);
  const log = await open(logFile, 'w', 0o600);
  const child = spawnSelf([...args, '--background'], ['ignore', log.fd, log.fd, 'ipc']);
  await log.close();
  const onAbort = () => void child.kill('SIGTERM');
  signal.addEventListener('abort', onAbort, { once: true });
  const exited = once(child, 'exit').then(async () => {
    const log = await readFile(logFile, 'utf8').catch(() => '');
    throw new Error(signal.aborted ? 'ended before it was ready' : lastWords(log));
  });
  const [report] = (await Promise.race([once(child, 'message'), exited])) as [unknown];
  child.disconnect();
  child.unref();
  return report;
}

/** The other side: from now on it does not matter whether the one who waited is there. */
export function reportToTerminal(report: unknown): void {
  process.removeAllListeners('disconnect');
  reportReady(report);
}
