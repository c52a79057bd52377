import type { KubeObject } from '../kube-object.ts';
import type { LabelSelector } from '../label-selector.ts';
import type { Condition } from '../objects/pod.ts';
import type { Feed } from './apps-feeds.ts';

/** Changes a template for the one member whose namespace it is in. */
export interface Localization extends KubeObject {
  spec: OverrideSpec;
  status?: OverrideStatus;
}

/** Changes a template for all members, or for those that `clusterAffinity` selects. */
export interface Globalization extends KubeObject {
  spec: OverrideSpec & { clusterAffinity?: LabelSelector };
  status?: OverrideStatus;
}

export interface OverrideSpec {
  /** Whether a change takes effect at once, or with the next change of something else. */
  overridePolicy?: 'ApplyNow' | 'ApplyLater';
  /** 0 to 1000, the greater later, so that it wins. */
  priority?: number;
  feed: Feed;
  overrides?: OverrideConfig[];
}

export interface OverrideConfig {
  name?: string;
  /** YAML or JSON. */
  value: string;
  type: OverrideType;
  /** With `Helm`: the HelmChart itself is changed, not the values. */
  overrideChart?: boolean;
  /** With the `Field…` types: JSON pointer to the text that is patched. */
  fieldPath?: string;
  fieldFormat?: 'YAML' | 'JSON';
}

export type OverrideType =
  | 'Helm'
  | 'JSONPatch'
  | 'MergePatch'
  | 'StrategicMergePatch'
  | 'FieldJSONPatch'
  | 'FieldMergePatch';

export interface OverrideStatus {
  conditions?: Condition[];
}
