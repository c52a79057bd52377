import type { KubeObject } from '@banyan/api';
import { AGENT_TOKEN_SECRET } from '@banyan/api/banyan';
import { BOOTSTRAPPING_LABEL, CREATED_BY_LABEL } from '@banyan/api/clusternet';
import type { CacheLease, SharedCaches } from '@banyan/kube';
import {
  CLUSTER_ROLE_BINDINGS,
  CLUSTER_ROLES,
  ROLE_BINDINGS,
  ROLES,
  SECRETS,
  SERVICE_ACCOUNTS,
} from '../hub-resources.ts';
import { CREATED_FOR_AGENTS, type WantedObject } from './member-objects.ts';

/** What the hub has made for its members, as it is now. */
export class AccessCaches {
  /** Metadata alone: tokens are read when they are needed, and not kept. */
  readonly tokenSecrets: CacheLease<KubeObject>;
  readonly #byResource: ReadonlyMap<string, CacheLease<KubeObject>>;

  constructor(hubCaches: SharedCaches) {
    this.tokenSecrets = hubCaches.metadata({
      resource: SECRETS,
      fieldSelector: `metadata.name=${AGENT_TOKEN_SECRET}`,
    });
    const rbac = `${BOOTSTRAPPING_LABEL}=rbac-defaults`;
    const accounts = `${CREATED_BY_LABEL}=${CREATED_FOR_AGENTS}`;
    this.#byResource = new Map(
      [
        { resource: SERVICE_ACCOUNTS, labelSelector: accounts },
        ...[CLUSTER_ROLES, CLUSTER_ROLE_BINDINGS, ROLES, ROLE_BINDINGS].map((resource) => ({
          resource,
          labelSelector: rbac,
        })),
      ].map((spec) => [spec.resource.resource, hubCaches.objects({ ...spec, dropManagedFields: true })]),
    );
  }

  all(): CacheLease<KubeObject>[] {
    return [this.tokenSecrets, ...this.#byResource.values()];
  }

  current({ resource, object }: WantedObject): KubeObject | undefined {
    const { namespace, name = '' } = object.metadata;
    const key = namespace === undefined ? name : `${namespace}/${name}`;
    return this.#byResource.get(resource.resource)?.cache.get(key);
  }

  release(): void {
    for (const cache of this.all()) cache.release();
  }
}
