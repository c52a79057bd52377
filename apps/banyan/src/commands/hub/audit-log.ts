import { createWriteStream } from 'node:fs';
import { once } from 'node:events';

export interface AuditLog {
  /** Undefined: nothing is kept. */
  readonly write: ((line: string) => void) | undefined;
  readonly close: () => Promise<void>;
}

/** `-` is standard output, `off` none, anything else a file, which is added to and for its owner's eyes alone. */
export async function openAuditLog(where: string, onError: (error: unknown) => void): Promise<AuditLog> {
  const nothing = { close: async () => {} };
  if (where === 'off') return { ...nothing, write: undefined };
  if (where === '-') return { ...nothing, write: (line) => void process.stdout.write(`${line}\n`) };
  const stream = createWriteStream(where, { flags: 'a', mode: 0o600 });
  try {
    await once(stream, 'open');
  } catch (cause) {
    const words = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`--audit-log: ${words}. The folder must be there and be ours to write in.`, { cause });
  }
  stream.on('error', onError);
  return {
    write: (line) => void stream.write(`${line}\n`),
    close: () => new Promise((resolve) => stream.end(() => resolve())),
  };
}
