import type { LabelSelector } from '@banyan/api';
import type { Taint } from '@banyan/api/objects';

/** A cluster that works may go to. */
export interface Member {
  /** Unique in the hub. */
  readonly name: string;
  /** Of the hub: where the member's record and works are. */
  readonly namespace: string;
  readonly id: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly taints: readonly Taint[];
  /** `leaving`: it gets nothing any more, whatever an intent tolerates. */
  readonly state: 'ready' | 'not-ready' | 'leaving';
  /** The key of the taint that says no more than that it is not ready. It comes some time after the state. */
  readonly stateTaint?: string;
  /** More that overrides may name: `version` is `${cluster.version}`. */
  readonly facts: Readonly<Record<string, string>>;
}

/** Which members; all of what is given holds. Empty selects every member. */
export interface MemberSelector {
  readonly labels?: LabelSelector;
  readonly names?: readonly string[];
  readonly exclude?: readonly string[];
}
