import type { KubeObject } from '@banyan/api';
import type { ServedResource } from '../registry/served-resource.ts';
import type { WatchedTable } from '../rbac/watched-table.ts';
import type { JudgedRequest } from './judged-request.ts';
import type { PolicyWorld } from './policy-world.ts';

const SAMPLE = {
  group: 'apps',
  version: 'v1',
  resource: 'deployments',
  kind: 'Deployment',
  namespaced: true,
};

/** As much of a served resource as policies look at. */
export function resource(parts: Partial<ServedResource> = {}): ServedResource {
  const strategy = { applyDefaults: () => {} };
  const same = (object: KubeObject) => object;
  const all = {
    ...SAMPLE,
    verbs: ['list'],
    subresources: new Map(),
    strategy,
    fromStorage: same,
    toStorage: same,
  };
  return { ...all, ...parts } as unknown as ServedResource;
}

export function judged(parts: Partial<JudgedRequest> = {}): JudgedRequest {
  const object = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'a', namespace: 'here' } };
  return {
    operation: 'CREATE',
    resource: resource(),
    kind: SAMPLE,
    subresource: '',
    namespace: 'here',
    name: 'a',
    user: { name: 'somebody', groups: [], extra: {} },
    dryRun: false,
    options: undefined,
    object,
    old: undefined,
    warn: () => {},
    ...parts,
  };
}

const object = (name: string, labels: Record<string, string>): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, labels },
});

/** A namespace `here` of team a, two config maps, and a second version of Deployments. */
export function world(): PolicyWorld {
  const maps = [object('one', { n: '1' }), object('two', { n: '2' })];
  return {
    namespace: (name) => (name === 'here' ? object('here', { team: 'a' }) : undefined),
    served: () => [resource(), resource({ version: 'v1beta9' })],
    objects: (_, { name }) => maps.filter(({ metadata }) => name === undefined || metadata.name === name),
    accessOf: () => () => ({ allowed: false, reason: '' }),
  };
}

/** A table that can be written to. */
export class TestTable implements WatchedTable {
  readonly #objects = new Map<string, KubeObject>();
  readonly #listeners = new Set<Parameters<WatchedTable['listen']>[0]>();

  *scan(): Generator<{ readonly object: KubeObject }> {
    for (const one of this.#objects.values()) yield { object: one };
  }

  listen(listener: Parameters<WatchedTable['listen']>[0]): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  put(one: KubeObject): void {
    const { name = '' } = one.metadata;
    const type = this.#objects.has(name) ? 'MODIFIED' : 'ADDED';
    this.#objects.set(name, one);
    for (const listener of this.#listeners) listener({ type, current: { object: one } });
  }

  remove(name: string): void {
    const one = this.#objects.get(name);
    this.#objects.delete(name);
    if (one !== undefined)
      for (const listener of this.#listeners) listener({ type: 'DELETED', current: { object: one } });
  }
}
