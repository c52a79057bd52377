import type { KubeObject } from '../kube-object.ts';

/** A chart to be deployed. */
export interface HelmChart extends KubeObject {
  spec: HelmOptions & { targetNamespace: string };
  status?: { phase?: 'Found' | 'NotFound'; reason?: string };
}

/** A chart in one member. */
export interface HelmRelease extends KubeObject {
  spec: HelmOptions & {
    releaseName?: string;
    targetNamespace: string;
    /** Base64 of JSON: the values. */
    overrides?: string;
  };
  status?: HelmReleaseStatus;
}

export interface HelmOptions {
  repo: string;
  chart: string;
  version?: string;
  chartPullSecret?: { name?: string; namespace?: string };
  plainHTTP?: boolean;
  createNamespace?: boolean;
  timeoutSeconds?: number;
  wait?: boolean;
  waitForJob?: boolean;
  replace?: boolean;
  atomic?: boolean;
  upgradeAtomic?: boolean;
  skipCRDs?: boolean;
  replaceCRDs?: boolean;
  disableHooks?: boolean;
  force?: boolean;
}

export interface HelmReleaseStatus {
  firstDeployed?: string;
  lastDeployed?: string;
  description?: string;
  phase?: HelmReleasePhase;
  notes?: string;
  version?: number;
}

export type HelmReleasePhase =
  | 'unknown'
  | 'deployed'
  | 'uninstalled'
  | 'superseded'
  | 'failed'
  | 'uninstalling'
  | 'pending-install'
  | 'pending-upgrade'
  | 'pending-rollback';
