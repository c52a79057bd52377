import type { Placement } from '../words/binding.ts';
import type { Intent } from '../words/intent.ts';
import type { Member } from '../words/member.ts';
import type { Workload } from '../words/workload.ts';

export interface ScheduleRequest {
  readonly intent: Intent;
  /** All members of the hub. Fastest if they come in the order of their names. */
  readonly members: readonly Member[];
  /** The templates that have replicas. */
  readonly workloads: readonly Workload[];
  /** The last answer, undefined before the first. */
  readonly previous: Placement | undefined;
}

export const NOWHERE: Placement = { members: [], shares: new Map() };
