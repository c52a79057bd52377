import { join } from 'node:path';
import type { KubeObject } from '@banyan/api';
import type { ManagedCluster } from '@banyan/api/clusternet';
import { KubeClient, loadConnection } from '@banyan/kube';
import { MEMBERS } from './example-world.ts';

const APPS = { group: 'apps.clusternet.io', version: 'v1alpha1' };
const IN_HUB = [
  'subscriptions',
  'bases',
  'descriptions',
  'localizations',
  'globalizations',
  'feedinventories',
  'manifests',
].map((resource) => ({ ...APPS, resource }));
const MANAGED_CLUSTERS = { group: 'clusters.clusternet.io', version: 'v1beta1', resource: 'managedclusters' };
const DEFINITIONS = { group: 'apiextensions.k8s.io', version: 'v1', resource: 'customresourcedefinitions' };
const NAMESPACES = { group: '', version: 'v1', resource: 'namespaces' };
const VOLUMES = { group: '', version: 'v1', resource: 'persistentvolumes' };

/** Everything that an example may have made, and how the members are labelled and tainted. */
export class TidyWorld {
  readonly #clients: readonly KubeClient[];

  private constructor(clients: readonly KubeClient[]) {
    this.#clients = clients;
  }

  static async of(dir: string): Promise<TidyWorld> {
    const clients = ['hub', ...MEMBERS].map(async (name) => {
      const path = join(dir, '.banyan', `${name}.kubeconfig`);
      return new KubeClient(await loadConnection({ path, env: {} }));
    });
    return new TidyWorld(await Promise.all(clients));
  }

  async contents(): Promise<string[]> {
    const [hubClient] = this.#clients;
    if (hubClient === undefined) return [];
    const all = await Promise.all([
      ...IN_HUB.map(async (kind) => names(kind.resource, (await hubClient.list(kind)).items)),
      hubClient.list<ManagedCluster>(MANAGED_CLUSTERS).then(({ items }) => items.map(factsOf)),
      ...this.#clients.flatMap((client, index) =>
        [NAMESPACES, DEFINITIONS, VOLUMES].map(async (kind) =>
          names(`${index} ${kind.resource}`, (await client.list(kind)).items),
        ),
      ),
    ]);
    return all.flat().sort();
  }

  /** What is there and was not then. */
  async addedSince(then: readonly string[]): Promise<string[]> {
    return (await this.contents()).filter((one) => !then.includes(one));
  }

  async close(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.close()));
  }
}

function names(what: string, items: readonly KubeObject[]): string[] {
  return items.map(({ metadata }) => `${what} ${metadata.namespace ?? ''}/${metadata.name}`);
}

function factsOf({ metadata, spec }: ManagedCluster): string {
  const { labels = {} } = metadata;
  const sorted = Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1));
  return `${metadata.name} ${JSON.stringify(sorted)} ${JSON.stringify(spec.taints ?? [])}`;
}
