import { checkLeaseTimes, type LeaseTimes } from '@banyan/controller';
import { durationFlag } from './flag-values.ts';
import { WrongUse } from './wrong-use.ts';

/** How replicas take turns, by the flags of Kubernetes' own components. */
export const LEASE_OPTIONS = {
  'leader-elect-lease-duration': { type: 'string', default: '15s' },
  'leader-elect-renew-deadline': { type: 'string', default: '10s' },
  'leader-elect-retry-period': { type: 'string', default: '2s' },
} as const;

/** Throws WrongUse. */
export function leaseTimesFlags(values: Readonly<Record<keyof typeof LEASE_OPTIONS, string>>): LeaseTimes {
  const ms = (flag: keyof typeof LEASE_OPTIONS): number => durationFlag(flag, values[flag]);
  try {
    return checkLeaseTimes({
      leaseDurationMs: ms('leader-elect-lease-duration'),
      renewDeadlineMs: ms('leader-elect-renew-deadline'),
      retryPeriodMs: ms('leader-elect-retry-period'),
    });
  } catch (error) {
    throw error instanceof RangeError ? new WrongUse(`--leader-elect-…: ${error.message}`) : error;
  }
}
