import type { CacheLease } from '@banyan/kube';

/** A watch that cannot begin is retried behind the scenes; whoever waits for it looks this often. */
const LOOK_MS = 50;

/** Resolves when the first list is in. Throws its failure rather than wait for it to go away. */
export async function firstList(lease: CacheLease<unknown>, signal: AbortSignal): Promise<void> {
  if (lease.status.synced) return;
  const failed = new AbortController();
  const timer = setInterval(() => {
    const { failures, lastError } = lease.status;
    if (failures > 0) failed.abort(lastError);
  }, LOOK_MS);
  try {
    await lease.waitForSync(AbortSignal.any([signal, failed.signal]));
  } finally {
    clearInterval(timer);
  }
}
