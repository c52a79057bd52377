import type { KubeObject } from '@banyan/api';
import {
  APPS_API_VERSION,
  MANIFESTS,
  RESERVED_NAMESPACE,
  SUBSCRIPTIONS,
  type Feed,
} from '@banyan/api/clusternet';
import type { KubeClient } from '@banyan/kube';
import { inParallel } from '../in-parallel.ts';

export const DEPLOYMENTS = { group: 'apps', version: 'v1', resource: 'deployments' } as const;
/** Users who write at once. */
const WRITERS = 16;

/** Subscriptions, each with its own templates, to all members with a label. */
export interface IntentsPlan {
  /** What all names begin with, and the namespace of the Deployments in members. */
  readonly name: string;
  readonly count: number;
  readonly feeds: number;
  /** The label that members of the i-th are chosen by. */
  readonly labelsOf: (i: number) => Readonly<Record<string, string>>;
}

export function deployment(namespace: string, name: string): KubeObject {
  const labels = { app: name, tier: 'web' };
  const resources = { requests: { cpu: '10m', memory: '16Mi' }, limits: { cpu: '1', memory: '64Mi' } };
  const container = {
    name: 'web',
    image: 'registry.example/shop/web:1.4.2',
    ports: [{ name: 'http', containerPort: 8080 }],
    env: [
      { name: 'LOG_LEVEL', value: 'info' },
      { name: 'DATABASE', value: 'postgres://db.shop.svc/shop' },
    ],
    resources,
    readinessProbe: { httpGet: { path: '/ready', port: 'http' }, periodSeconds: 5 },
  };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace, labels },
    spec: {
      replicas: 2,
      selector: { matchLabels: { app: name } },
      template: { metadata: { labels }, spec: { containers: [container] } },
    },
  };
}

export async function createTemplates(
  hubClient: KubeClient,
  { name, count, feeds }: IntentsPlan,
): Promise<void> {
  await inParallel(count * feeds, WRITERS, (i) =>
    hubClient.create(MANIFESTS, {
      apiVersion: APPS_API_VERSION,
      kind: 'Manifest',
      metadata: { name: `deployments.${name}.${name}-${i}`, namespace: RESERVED_NAMESPACE },
      template: deployment(name, `${name}-${i}`),
    }),
  );
}

export async function createIntents(hubClient: KubeClient, plan: IntentsPlan): Promise<void> {
  await inParallel(plan.count, WRITERS, (i) => createIntent(hubClient, plan, i));
}

export async function createIntent(hubClient: KubeClient, plan: IntentsPlan, i: number): Promise<void> {
  const { name, feeds, labelsOf } = plan;
  const feedOf = (_: unknown, k: number): Feed => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    namespace: name,
    name: `${name}-${i * feeds + k}`,
  });
  await hubClient.create(SUBSCRIPTIONS, {
    apiVersion: APPS_API_VERSION,
    kind: 'Subscription',
    metadata: { name: `${name}-${i}`, namespace: 'default' },
    spec: {
      subscribers: [{ clusterAffinity: { matchLabels: labelsOf(i) } }],
      feeds: Array.from({ length: feeds }, feedOf),
    },
  });
}
