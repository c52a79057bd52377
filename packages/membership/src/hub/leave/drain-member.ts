import type { ManagedCluster } from '@banyan/api/clusternet';

/**
 * Takes away what the hub deployed to a member. Asked by the leave controller, again and again until it says `done`,
 * with the member as it is at that moment; it must not change it. It may throw: it is asked again after a back-off. A
 * person who no longer wants to wait sets the annotation to `orphan`, and it is not asked again.
 */
export type DrainMember = (
  member: ManagedCluster,
  signal: AbortSignal,
) => Promise<'done' | { readonly requeueAfterMs: number }>;

/** Undoes what joining did inside the member. It is tried once, and may fail: the member may be gone. */
export type ForgetHub = (member: ManagedCluster, signal: AbortSignal) => Promise<void>;
