/** Where things are: the members by name, and for each workload one share a member, in the same order. */
export interface Placement {
  readonly members: readonly string[];
  /** By `Workload.key`. Nothing in it when replicas are not divided. */
  readonly shares: ReadonlyMap<string, readonly number[]>;
}

/** The scheduler's answer. */
export interface Binding extends Placement {
  /** `kept`: nothing fits, and what ran before stays. `nowhere`: nothing fits, and nothing ran. */
  readonly outcome: 'placed' | 'kept' | 'nowhere';
  /** Members that are not in it, each with the first filter that said no. */
  readonly refused: readonly RefusedMember[];
  /** What the intent's author should be told. */
  readonly notes: readonly Note[];
}

export interface RefusedMember {
  readonly member: string;
  readonly refusal: Refusal;
}

/** One object for all members that are refused for the same reason. */
export interface Refusal {
  readonly filter: 'affinity' | 'readiness' | 'taint';
  /** Fits after "the cluster …". */
  readonly message: string;
}

export interface Note {
  readonly code: 'nothing-fits' | 'unknown-members' | 'no-weights';
  readonly message: string;
}
