import type { KubeObject } from '../kube-object.ts';
import type { Condition } from '../objects/pod.ts';
import type { Feed } from './apps-feeds.ts';

/** Objects rendered for one member, in the member's namespace. */
export interface Description extends KubeObject {
  spec: {
    deployer: 'Helm' | 'Generic';
    charts?: ChartReference[];
    /** Base64 of JSON: objects if Generic, values of `charts` one by one if Helm. */
    raw?: string[];
    /** Base64 of JSON: HelmCharts after their overrides, one for each of `charts`. */
    chartRaw?: string[];
  };
  status?: DescriptionStatus;
}

export interface ChartReference {
  namespace: string;
  name: string;
}

export interface DescriptionStatus {
  phase?: DescriptionPhase;
  reason?: string;
  manifestStatuses?: ManifestStatus[];
  /** Ours: what was applied last, a hash and a digest of the field set per object. */
  applied?: string;
  conditions?: Condition[];
}

export type DescriptionPhase =
  | 'Pending'
  | 'Success'
  | 'Failure'
  | 'Installing'
  | 'Upgrading'
  | 'Uninstalling'
  | 'Superseded'
  | 'Unknown';

export interface ManifestStatus extends Feed {
  /** The object's in the member: a status that observed an older one is out of date. */
  generation?: number;
  /** The object's `status` in the member, as it is. */
  observedStatus?: Record<string, unknown>;
}
