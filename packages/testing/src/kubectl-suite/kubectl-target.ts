import type { Cluster } from '../kubernetes/cluster.ts';
import type { Capability } from './scenario.ts';

/** A cluster that kubectl is driven against: real, embedded or simulated. */
export interface KubectlTarget {
  /** The administrator's; of any form that kubectl reads. Its server is reached by one address. */
  readonly kubeconfig: string;
  readonly capabilities: ReadonlySet<Capability>;
  /** The path of a kubeconfig for a user in groups. May be asked twice for the same one. */
  kubeconfigFor(user: string, groups: readonly string[]): Promise<string>;
}

/** A target that was started for a run, with a folder for the scenarios' files. */
export interface StartedTarget {
  readonly target: KubectlTarget;
  readonly dir: string;
  /** Leaves no process and no file. */
  readonly stop: () => Promise<void>;
}

/** A real cluster as target. */
export function clusterTarget(cluster: Cluster, capabilities: readonly Capability[]): KubectlTarget {
  return {
    kubeconfig: cluster.kubeconfig,
    capabilities: new Set(capabilities),
    kubeconfigFor: (user, groups) => cluster.writeKubeconfig(user, groups),
  };
}
