import type { GroupVersionResource } from '@banyan/api';
import type { Deployment, Node, Pod } from '@banyan/api/objects';

/** A resource whose objects are Ts. */
interface Typed<T> extends GroupVersionResource {
  readonly kind: string;
  readonly ofType?: T;
}

export const NODES: Typed<Node> = { group: '', version: 'v1', resource: 'nodes', kind: 'Node' };
export const PODS: Typed<Pod> = { group: '', version: 'v1', resource: 'pods', kind: 'Pod' };
export const DEPLOYMENTS: Typed<Deployment> = {
  group: 'apps',
  version: 'v1',
  resource: 'deployments',
  kind: 'Deployment',
};

/** Pods that ask for little, as most do. */
export function deployment(replicas: number): Omit<Deployment, 'apiVersion' | 'kind'> {
  const labels = { app: 'web' };
  return {
    metadata: { namespace: 'default', name: 'web', labels },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          containers: [
            { name: 'web', image: 'web:1', resources: { requests: { cpu: '10m', memory: '16Mi' } } },
          ],
        },
      },
    },
  };
}
