import { cpuTimeMs } from '../process-usage.ts';

/** Processes by what they are to the reader, `hub` → its pids. */
export type Cast = Readonly<Record<string, readonly number[]>>;

export interface Usage {
  readonly elapsedMs: number;
  /** By the names of the cast. */
  readonly cpuMs: Readonly<Record<string, number>>;
}

/** The answer tells what was used since. */
export function measureUsage(cast: Cast): () => Usage {
  const startedMs = performance.now();
  const before = cpuOf(cast);
  return () => {
    const now = cpuOf(cast);
    const cpuMs = Object.fromEntries(
      Object.entries(now).map(([name, used]) => [name, used - (before[name] ?? 0)]),
    );
    return { elapsedMs: performance.now() - startedMs, cpuMs };
  };
}

function cpuOf(cast: Cast): Record<string, number> {
  const total = (pids: readonly number[]): number => pids.reduce((sum, pid) => sum + cpuTimeMs(pid), 0);
  return Object.fromEntries(Object.entries(cast).map(([name, pids]) => [name, total(pids)]));
}
