/** The process behind reaper.ts: reads what to end, waits for its starter's end, and ends it. */
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';

export type ReaperMessage =
  | { readonly watch: 'process-group' | 'folder'; readonly id: number | string }
  | { readonly forget: number | string };

if (import.meta.main) await reap();

async function reap(): Promise<void> {
  // A Ctrl-C in the terminal, or a stop of the whole group, is for our starter; we go when it has gone.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  const groups = new Set<number>();
  const folders = new Set<string>();
  for await (const line of createInterface({ input: process.stdin })) {
    const message = JSON.parse(line) as ReaperMessage;
    if ('forget' in message) {
      groups.delete(message.forget as number);
      folders.delete(message.forget as string);
    } else if (message.watch === 'process-group') {
      groups.add(message.id as number);
    } else {
      folders.add(message.id as string);
    }
  }
  for (const group of groups) killGroup(group);
  // A process that dies may still write a last file: try again for a moment.
  for (const folder of folders)
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

function killGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // Gone already.
  }
}
