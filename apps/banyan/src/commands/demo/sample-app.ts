import type { KubeObject } from '@banyan/api';
import { TEMPLATE_ANNOTATION } from '@banyan/api/banyan';
import { APPS_API_VERSION, type Globalization, type Subscription } from '@banyan/api/clusternet';
import type { ConfigMap, Deployment } from '@banyan/api/objects';

export const SAMPLE_NAMESPACE = 'shop';
export const SAMPLE_DEPLOYMENT = { namespace: SAMPLE_NAMESPACE, name: 'web' };
export const SAMPLE_GREETING = { namespace: SAMPLE_NAMESPACE, name: 'greeting' };
/** Of the Subscription, and of its override. */
export const SAMPLE_KEY = { namespace: 'default', name: 'shop' };
/** It does not divide evenly by three: who has one more is to be seen. */
export const SAMPLE_REPLICAS = 7;

const LABELS = { app: SAMPLE_DEPLOYMENT.name };

/** What members are to have. */
export function sampleTemplates(): KubeObject[] {
  const namespace: KubeObject = {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: SAMPLE_NAMESPACE },
  };
  const greeting: ConfigMap = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: SAMPLE_GREETING,
    data: { text: 'hello' },
  };
  const web: Deployment = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: SAMPLE_DEPLOYMENT,
    spec: {
      replicas: SAMPLE_REPLICAS,
      selector: { matchLabels: LABELS },
      template: {
        metadata: { labels: LABELS },
        spec: { terminationGracePeriodSeconds: 1, containers: [{ name: 'web', image: 'nginx' }] },
      },
    },
  };
  return [namespace, greeting, web];
}

/** Where, and what differs there: replicas are divided, and each greeting names its cluster. */
export function sampleIntents(): KubeObject[] {
  const feeds = sampleTemplates().map(({ apiVersion, kind, metadata: { name = '', namespace } }) => ({
    apiVersion,
    kind,
    name,
    ...(namespace !== undefined && { namespace }),
  }));
  const subscription: Subscription = {
    apiVersion: APPS_API_VERSION,
    kind: 'Subscription',
    metadata: SAMPLE_KEY,
    spec: {
      schedulingStrategy: 'Dividing',
      dividingScheduling: { type: 'Static' },
      subscribers: [{ clusterAffinity: {}, weight: 1 }],
      feeds,
    },
  };
  const overrides: Globalization = {
    apiVersion: APPS_API_VERSION,
    kind: 'Globalization',
    metadata: { name: SAMPLE_KEY.name, annotations: { [TEMPLATE_ANNOTATION]: 'true' } },
    spec: {
      overridePolicy: 'ApplyNow',
      feed: { apiVersion: 'v1', kind: 'ConfigMap', ...SAMPLE_GREETING },
      overrides: [
        {
          name: 'name the cluster',
          type: 'MergePatch',
          value: JSON.stringify({ data: { text: 'hello from ${cluster.name}' } }),
        },
      ],
    },
  };
  return [overrides, subscription];
}
