import type { KubeObject } from '@banyan/api';
import { APPS_API_VERSION, type Feed, type OverrideConfig } from '@banyan/api/clusternet';

export const WEB = { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'shop', name: 'web' };
export const CONFIG = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'config' };

export function deployment(replicas: number): KubeObject {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', namespace: 'shop', labels: { app: 'web' } },
    spec: { replicas },
  };
}

export const CONFIG_MAP: KubeObject = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'config', namespace: 'shop' },
  data: { a: '1' },
};

export interface OverrideFacts {
  readonly name: string;
  /** Of the member; without it a Globalization. */
  readonly namespace?: string;
  readonly feed: Feed;
  readonly policy?: 'ApplyNow' | 'ApplyLater';
  readonly priority?: number;
  readonly overrides: readonly OverrideConfig[];
}

export function overrideObject({
  name,
  namespace,
  feed,
  policy,
  priority,
  overrides,
}: OverrideFacts): KubeObject {
  return {
    apiVersion: APPS_API_VERSION,
    kind: namespace === undefined ? 'Globalization' : 'Localization',
    metadata: { name, ...(namespace !== undefined && { namespace }) },
    spec: {
      overridePolicy: policy ?? 'ApplyNow',
      ...(priority !== undefined && { priority }),
      feed,
      overrides,
    },
  };
}
