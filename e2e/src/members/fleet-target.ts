/** A cluster of a fleet, with an API server that can be killed and started again. */
export interface FleetCluster {
  /** The administrator's. */
  readonly kubeconfig: string;
  readonly killApiServer: () => Promise<void>;
  /** Resolves when it is ready. */
  readonly startApiServer: () => Promise<void>;
  /** What of it is a process of ours has said; of Kubernetes' own programs nothing. */
  readonly log: () => Promise<string>;
}

/** What member scenarios run on: one cluster to be the hub's, two or more to be members; on the playground, or real ones. */
export interface FleetTarget {
  readonly hub: FleetCluster;
  readonly members: readonly [FleetCluster, FleetCluster, ...FleetCluster[]];
  /** Pods are played by kwok: ports send back what they get, and commands run on this machine. */
  readonly isKwok: boolean;
  /** A kubeconfig of the hub for someone who has no rights yet. */
  readonly kubeconfigOf: (user: string) => Promise<string>;
  /** Leaves no process and no file. */
  readonly stop: () => Promise<void>;
}
