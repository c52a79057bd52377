import type { Deployment, ReplicaSet } from '@banyan/api/objects';

/** For tests: a deployment of one container. */
export function sampleDeployment(spec: Partial<Deployment['spec']> = {}, image = 'one'): Deployment {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', namespace: 'default', uid: 'web', generation: 1 },
    spec: {
      replicas: 3,
      selector: { matchLabels: { app: 'web' } },
      template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image }] } },
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%' } },
      progressDeadlineSeconds: 600,
      ...spec,
    },
  };
}

export interface SampleSet {
  readonly name: string;
  readonly replicas: number;
  readonly available?: number;
  readonly annotations?: Record<string, string>;
  readonly image?: string;
}

export function sampleSet({
  name,
  replicas,
  available = replicas,
  annotations = {},
  image = name,
}: SampleSet): ReplicaSet {
  const { selector, template } = sampleDeployment({}, image).spec;
  return {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: { name, namespace: 'default', uid: name, annotations },
    spec: { replicas, selector, template },
    status: { replicas, readyReplicas: available, availableReplicas: available },
  };
}
