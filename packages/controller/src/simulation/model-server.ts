import type { KubeList } from '@banyan/api';
import { KubeError } from '@banyan/kube';
import type { Lease } from '../lease/lease.ts';

/** The Leases of one namespace as an API server keeps them: one order of writes, conflicts by resourceVersion. */
export class ModelServer {
  readonly #leases = new Map<string, Lease>();
  #revision = 0;

  get(name: string): Lease {
    const lease = this.#leases.get(name);
    if (lease === undefined) throw new KubeError('NotFound', `${name} not found`);
    return structuredClone(lease);
  }

  list(labelSelector: string): KubeList<Lease> {
    const [label = '', value] = labelSelector.split('=');
    const items = [...this.#leases.values()].filter(({ metadata }) => metadata.labels?.[label] === value);
    return structuredClone({ apiVersion: 'coordination.k8s.io/v1', kind: 'LeaseList', metadata: {}, items });
  }

  create(lease: Lease): Lease {
    const { name = '' } = lease.metadata;
    if (this.#leases.has(name)) throw new KubeError('AlreadyExists', `${name} already exists`);
    return this.#store(name, lease);
  }

  update(lease: Lease): Lease {
    const { name = '', resourceVersion } = lease.metadata;
    const stored = this.get(name);
    if (stored.metadata.resourceVersion !== resourceVersion) {
      throw new KubeError('Conflict', `${name} has been modified`);
    }
    // As the real one: a write that changes nothing leaves the resourceVersion alone, and nobody hears of it.
    return JSON.stringify(stored.spec) === JSON.stringify(lease.spec) ? stored : this.#store(name, lease);
  }

  /** A label set by a person: the resourceVersion moves, the holder's word does not. */
  touch(name: string): void {
    const lease = this.#leases.get(name);
    if (lease !== undefined) this.#store(name, lease);
  }

  delete(name: string, resourceVersion?: string): void {
    const stored = this.get(name);
    if (resourceVersion !== undefined && stored.metadata.resourceVersion !== resourceVersion) {
      throw new KubeError('Conflict', `${name} has been modified`);
    }
    this.#leases.delete(name);
  }

  #store(name: string, lease: Lease): Lease {
    const stored = structuredClone(lease);
    stored.metadata.resourceVersion = String(++this.#revision);
    this.#leases.set(name, stored);
    return structuredClone(stored);
  }
}
