import type { GroupVersionResource, KubeList } from '@banyan/api';
import type { Lease } from './lease.ts';

export interface LeaseRequestOptions {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}

/**
 * What elections need of a client; KubeClient is one. A request whose answer does not come may have been done or
 * not: every write here carries a resourceVersion or creates, so late ones do no harm. Errors are asked with the
 * predicates of @banyan/kube.
 */
export interface LeaseClient {
  get(
    resource: GroupVersionResource,
    where: { namespace: string; name: string },
    options?: LeaseRequestOptions,
  ): Promise<Lease>;
  create(resource: GroupVersionResource, lease: Lease, options?: LeaseRequestOptions): Promise<Lease>;
  update(resource: GroupVersionResource, lease: Lease, options?: LeaseRequestOptions): Promise<Lease>;
}

/** Sharding also has to see what others hold, and to clear away what the dead left. */
export interface ShardLeaseClient extends LeaseClient {
  /** One answer with all of them: a group has tens. */
  list(
    resource: GroupVersionResource,
    options: LeaseRequestOptions & { namespace: string; labelSelector: string },
  ): Promise<KubeList<Lease>>;
  delete(
    resource: GroupVersionResource,
    where: { namespace: string; name: string },
    options?: LeaseRequestOptions & { preconditions?: { resourceVersion?: string } },
  ): Promise<unknown>;
}
