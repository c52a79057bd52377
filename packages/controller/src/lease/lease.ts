import type { GroupVersionResource, KubeObject, ObjectMeta } from '@banyan/api';

export const LEASES: GroupVersionResource = {
  group: 'coordination.k8s.io',
  version: 'v1',
  resource: 'leases',
};

/** As client-go writes it, so that its electors and kubectl read ours. */
export interface LeaseSpec {
  /** Empty or missing: nobody. */
  holderIdentity?: string;
  leaseDurationSeconds?: number;
  acquireTime?: string;
  renewTime?: string;
  /** How many terms there were before this one. */
  leaseTransitions?: number;
}

export interface Lease extends KubeObject {
  spec?: LeaseSpec;
}

export function newLease(metadata: ObjectMeta, spec: LeaseSpec): Lease {
  return { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata, spec };
}

/** A metav1.MicroTime. */
export function formatMicroTime(wallMs: number, extraMicros = 0): string {
  return new Date(wallMs).toISOString().replace(/Z$/, `${String(extraMicros).padStart(3, '0')}Z`);
}

/**
 * A renewal must change the Lease: others see that the holder lives by the change alone, and the server drops
 * an update that changes nothing. A wall clock that stands still or was set back could write the same time twice.
 */
export function nextRenewTime(wallMs: number, previous: string | undefined): string {
  const time = formatMicroTime(wallMs);
  return time === previous ? formatMicroTime(wallMs, 1) : time;
}

/** The three numbers of an election; those of Kubernetes' own components by default. */
export interface LeaseTimes {
  /** How long the others wait after the last change they saw. 15 s. */
  readonly leaseDurationMs: number;
  /** How long a holder counts on a renewal, from when it was sent. Must be less; the rest is for stopping. 10 s. */
  readonly renewDeadlineMs: number;
  /** The pause between two tries. 2 s: four tries before the deadline. */
  readonly retryPeriodMs: number;
}

export const DEFAULT_LEASE_TIMES: LeaseTimes = {
  leaseDurationMs: 15_000,
  renewDeadlineMs: 10_000,
  retryPeriodMs: 2_000,
};

/** A try comes up to this much later than its period says, so that replicas do not stay in step. */
export const RETRY_JITTER = 0.2;

export function checkLeaseTimes(times: LeaseTimes): LeaseTimes {
  const { leaseDurationMs, renewDeadlineMs, retryPeriodMs } = times;
  const fits =
    leaseDurationMs > renewDeadlineMs &&
    renewDeadlineMs > retryPeriodMs * (1 + RETRY_JITTER) &&
    retryPeriodMs > 0;
  if (!fits || leaseDurationMs % 1000 !== 0) {
    throw new RangeError(
      `lease times ${leaseDurationMs}/${renewDeadlineMs}/${retryPeriodMs} ms: need whole seconds of duration, ` +
        'longer than the renew deadline, which is longer than 1.2 retry periods',
    );
  }
  return times;
}
