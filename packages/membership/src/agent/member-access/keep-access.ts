import { waitUntil } from '../wait-until.ts';
import { wantedGrants, type AccessGrant } from './access-grant.ts';
import { Complaints } from './complaints.ts';
import { giveAccess, RETRY_MS, takeAccessBack, type MemberAccess } from './give-access.ts';

interface Task {
  readonly grant: AccessGrant;
  /** Says when it is to be done again. */
  readonly run: () => Promise<number>;
  dueMs: number;
}

/**
 * Keeps the hub's ways into this member open, and closes those that mode and gate do not ask for. Tokens are renewed at
 * half of their life. What fails is said and tried again, and stops nothing else.
 */
export async function keepAccess(access: MemberAccess, signal: AbortSignal): Promise<void> {
  const { clock, options, logger } = access;
  const complaints = new Complaints(logger);
  const { wanted, unwanted } = wantedGrants(options);
  const takeBack = async (grant: AccessGrant): Promise<number> => {
    await takeAccessBack(access, grant, signal);
    return Infinity;
  };
  const tasks: Task[] = [
    ...unwanted.map((grant) => ({ grant, dueMs: 0, run: () => takeBack(grant) })),
    ...wanted.map((grant) => ({
      grant,
      dueMs: 0,
      run: () => giveAccess({ access, grant, complaints }, signal),
    })),
  ];
  while (!signal.aborted) {
    for (const task of tasks.filter(({ dueMs }) => dueMs <= clock.now())) {
      try {
        task.dueMs = await task.run();
      } catch (error) {
        if (signal.aborted) return;
        task.dueMs = clock.now() + RETRY_MS;
        complaints.say(task.grant.account, error instanceof Error ? error.message : String(error));
      }
    }
    await waitUntil(Math.min(...tasks.map(({ dueMs }) => dueMs)), clock, signal);
  }
}
