import type { Clock, ControllerMetrics, EventRecorder, Logger } from '@banyan/controller';
import type { KubeClient, SharedCaches } from '@banyan/kube';
import type { SweepTimes } from './member/sweep-member.ts';
import type { DeployMembers } from './members/deploy-members.ts';

export interface DeployerOptions {
  readonly hubClient: KubeClient;
  readonly hubCaches: SharedCaches;
  /**
   * Stands on every object in members, as the value of a label: at most 63 letters, digits and `-_.`. Default, for an
   * agent, which may not ask for it: what the objects of its works carry.
   */
  readonly hubId?: string;
  readonly members: DeployMembers;
  /** Only this member's Descriptions, as an agent sees them. Default: those of all members. */
  readonly namespace?: string;
  /** Managers, as in managedFields, whose fields are left to them. What is set through `scale` always is. */
  readonly yieldsTo?: readonly string[];
  /** Objects that one change may take from a member unasked. Default 1000, as for a whole intent. */
  readonly maxPruned?: number;
  /** How long a deletion waits for an object whose own finalizers hold it. Default one minute. */
  readonly deletionPatienceMs?: number;
  /** When the search for what is left over begins in a member, and how long it rests between two kinds. Default 30 s and 0.5 s. */
  readonly sweep?: SweepTimes;
  /** Works at once, and of one member. Default 64 and 16. */
  readonly concurrency?: number;
  readonly concurrencyPerMember?: number;
  /** Told what came of a work: `SuccessfullyDeployed`, `UnSuccessfullyDeployed`. */
  readonly events?: Pick<EventRecorder, 'record'>;
  readonly logger?: Logger;
  readonly metrics?: ControllerMetrics;
  readonly clock?: Clock;
  readonly random?: () => number;
}

export const DEFAULTS = {
  maxPruned: 1000,
  deletionPatienceMs: 60_000,
  sweep: { delayMs: 30_000, restMs: 500 },
  concurrency: 64,
  concurrencyPerMember: 16,
} as const;
