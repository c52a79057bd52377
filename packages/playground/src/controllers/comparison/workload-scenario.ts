import type { KubeObject } from '@banyan/api';
import type { Node, Pod } from '@banyan/api/objects';
import type { ComparedCluster } from './compared-cluster.ts';

/** What is done to a cluster, in a namespace of its own. What it leaves behind is compared. */
export interface WorkloadScenario {
  readonly name: string;
  readonly run: (place: ScenarioPlace) => Promise<void>;
}

/** One namespace of a cluster, with the few things that scenarios do there. */
export class ScenarioPlace {
  readonly cluster: ComparedCluster;
  readonly namespace: string;

  constructor(cluster: ComparedCluster, namespace: string) {
    this.cluster = cluster;
    this.namespace = namespace;
  }

  path(resource: string, name = ''): string {
    const group = GROUPS[resource];
    const root = group === undefined ? '/api/v1' : `/apis/${group}`;
    return `${root}/namespaces/${this.namespace}/${resource}${name === '' ? '' : `/${name}`}`;
  }

  create(resource: string, object: object): Promise<KubeObject> {
    return this.cluster.create(this.path(resource), object);
  }

  patch(resource: string, name: string, patch: object): Promise<KubeObject> {
    return this.cluster.merge(this.path(resource, name), patch);
  }

  list<T extends KubeObject>(resource: string): Promise<T[]> {
    return this.cluster.list(this.path(resource));
  }

  /** Nodes that are ready, and have no room: nobody binds a pod to them, but daemons are meant for them. */
  async readyNodes(): Promise<void> {
    for (const { metadata } of await this.cluster.list<Node>('/api/v1/nodes')) {
      const now = new Date().toISOString().replace(/\.\d+/, '');
      const condition = { type: 'Ready', status: 'True', reason: 'KubeletReady', message: 'played' };
      const conditions = [{ ...condition, lastHeartbeatTime: now, lastTransitionTime: now }];
      await this.cluster.merge(`/api/v1/nodes/${metadata.name}/status`, { status: { conditions } });
    }
    await this.cluster.playUntil('nodes without taints', this.namespace, async () =>
      (await this.cluster.list<Node>('/api/v1/nodes')).every(({ spec }) => spec?.taints === undefined),
    );
  }

  /** Plays pods until the object says so of itself. */
  async until<T extends KubeObject>(
    resource: string,
    name: string,
    isTrue: (object: T) => boolean,
    statusOf?: (pod: Readonly<Pod>) => Pod['status'],
  ): Promise<void> {
    const ask = async () => isTrue(await this.cluster.get<T>(this.path(resource, name)));
    await this.cluster.playUntil(`${resource} ${name} ${String(isTrue)}`, this.namespace, ask, statusOf);
  }
}

const GROUPS: Readonly<Record<string, string>> = {
  deployments: 'apps/v1',
  replicasets: 'apps/v1',
  statefulsets: 'apps/v1',
  daemonsets: 'apps/v1',
  jobs: 'batch/v1',
  cronjobs: 'batch/v1',
};

/** For scenarios in which pods never come up. */
export const STAY_PENDING = (): undefined => undefined;

export function template(image: string, more: object = {}): object {
  return {
    metadata: { labels: { app: 'web' } },
    spec: { terminationGracePeriodSeconds: 1, containers: [{ name: 'web', image }], ...more },
  };
}

/** `spec` of what selects and makes pods of that template. */
export function workload(name: string, image: string, spec: object = {}): object {
  return {
    metadata: { name },
    spec: { selector: { matchLabels: { app: 'web' } }, template: template(image), ...spec },
  };
}
