import type { FleetCluster, FleetTarget } from '../members/fleet-target.ts';
import type { FaultName, StormStatus } from './fault-plan.ts';

/** A cluster to which more can happen than that its API server is killed. */
export interface TroubledCluster extends FleetCluster {
  /** Nobody reaches it, and what is open breaks. */
  readonly cut: () => Promise<void>;
  /** Refuses a good part of what it is asked. */
  readonly storm: (status: StormStatus) => Promise<void>;
  /** Of all that, not of being killed. */
  readonly heal: () => Promise<void>;
}

/** What faults are tried on. */
export interface TroubledTarget extends FleetTarget {
  readonly hub: TroubledCluster;
  readonly members: readonly [TroubledCluster, TroubledCluster, ...TroubledCluster[]];
  readonly faults: readonly FaultName[];
}
