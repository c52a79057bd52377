import { mkdir } from 'node:fs/promises';
import type { Clock } from '@banyan/controller';
import { startFleetMember, type FleetMember } from './fleet-member.ts';

export interface FleetOptions {
  /** `member1`, `member2`, … */
  readonly members: number;
  /** Where data and kubeconfigs are kept. Without it: all in memory, and no kubeconfigs. */
  readonly dir?: string | undefined;
  /** Of each; 3 by default. */
  readonly nodes?: number | undefined;
  /** By a member's place, from 0. Default: any that is free. */
  readonly portOf?: ((index: number) => number) | undefined;
  readonly clock?: Clock | undefined;
  readonly onDefect?: ((error: unknown) => void) | undefined;
}

/** Several playground clusters in one process. */
export interface Fleet {
  readonly members: readonly FleetMember[];
  stop(): Promise<void>;
}

/** Resolves when all their API servers answer; if one cannot start, none is left running. */
export async function startFleet(options: FleetOptions): Promise<Fleet> {
  const { members: count, dir, portOf = () => 0 } = options;
  if (dir !== undefined) await mkdir(dir, { recursive: true, mode: 0o700 });
  const starts = await Promise.allSettled(
    Array.from({ length: count }, (_, index) =>
      startFleetMember({ ...options, name: `member${index + 1}`, port: portOf(index) }),
    ),
  );
  const members = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  const stop = async () => {
    await Promise.all(members.map((member) => member.stop()));
  };
  const failed = starts.find((start) => start.status === 'rejected');
  if (failed === undefined) return { members, stop };
  await stop();
  throw failed.reason;
}
