import type { GroupVersionResource, KubeObject } from '@banyan/api';
import { notFound, qualified } from '../errors/api-error.ts';
import { createObject } from '../registry/create-object.ts';
import { deleteObject, type DeleteOptions } from '../registry/delete-object.ts';
import { updateManagedFields } from '../registry/managed-fields.ts';
import type { Operation } from '../registry/operation.ts';
import type { StorageKey } from '../registry/resource-storage.ts';
import type { ServedResource } from '../registry/served-resource.ts';
import { updateObject } from '../registry/update-object.ts';
import type { ApiContext } from '../serving/api-context.ts';
import type { UserInfo } from '../serving/user-info.ts';
import { copyJson } from '../registry/copy-json.ts';

/** In whose name writes are made. */
export interface LocalIdentity {
  readonly user: UserInfo;
  /** Who comes to own the fields that change. */
  readonly fieldManager: string;
}

/**
 * Writes to a server in the same process, by the same rules as any client's: admission, defaults, validation, ownership,
 * durability. Nobody asks whether it may. Errors are ApiErrors; objects that come back are not to be changed.
 */
export class LocalClient {
  readonly #context: ApiContext;
  readonly #identity: LocalIdentity;

  constructor(context: ApiContext, identity: LocalIdentity) {
    this.#context = context;
    this.#identity = identity;
  }

  /** The draft becomes the server's. */
  async create(of: GroupVersionResource, draft: KubeObject): Promise<Readonly<KubeObject>> {
    const resource = this.#resource(of);
    const operation = this.#operation(resource, draft.metadata.namespace);
    resource.strategy.applyDefaults(draft);
    await this.#context.admission.create(operation, draft);
    return (await createObject(operation, draft)).object;
  }

  /**
   * Lets `edit` change a copy of the newest version, with nothing in between: there are no conflicts. Nothing is written
   * if it changes nothing. `edit` may be called again.
   */
  async update<T extends KubeObject>(
    of: GroupVersionResource & { readonly subresource?: string },
    key: StorageKey,
    edit: (draft: T) => void,
  ): Promise<Readonly<KubeObject>> {
    const resource = this.#resource(of);
    const operation = this.#operation(resource, key.namespace, of.subresource);
    const next = (live: Readonly<KubeObject> | undefined): KubeObject => {
      const draft = copyJson(live) as T;
      edit(draft);
      operation.strategy.applyDefaults(draft);
      return updateManagedFields(operation, live, draft);
    };
    return (await updateObject(operation, { name: key.name }, next)).kept.object;
  }

  /** Says whether it is gone, or only marked. */
  async delete(of: GroupVersionResource, key: StorageKey, options: DeleteOptions = {}): Promise<boolean> {
    const operation = this.#operation(this.#resource(of), key.namespace);
    await this.#context.admission.delete(operation, key.name);
    return (await deleteObject(operation, key.name, options)).gone;
  }

  /** Posts to an endpoint below an object: a binding, an eviction. */
  async post(
    of: GroupVersionResource & { readonly subresource: string },
    key: StorageKey,
    body: KubeObject,
  ): Promise<void> {
    const resource = this.#resource(of);
    const handler = resource.subresources.get(of.subresource)?.handler;
    if (handler === undefined) throw notFound(of, `${key.name}/${of.subresource}`);
    const { namespace, name } = key;
    const context = this.#operation(resource, namespace, of.subresource);
    await handler({
      verb: 'create',
      resource,
      namespace,
      name,
      rest: '',
      query: new URLSearchParams(),
      body,
      context,
    });
  }

  #resource(of: GroupVersionResource): ServedResource {
    const resource = this.#context.resources.find(of);
    if (resource === undefined) throw notFound({ group: '', resource: 'resources' }, qualified(of));
    return resource;
  }

  #operation(resource: ServedResource, namespace: string | undefined, subresource?: string): Operation {
    return localOperation(this.#context, this.#identity, { resource, namespace, subresource });
  }
}

/** What the registry needs to know of a write that no request asked for. */
export function localOperation(
  {
    ids,
    now,
    guard,
    policies,
    admission,
  }: Pick<ApiContext, 'ids' | 'now' | 'guard' | 'policies'> & Partial<Pick<ApiContext, 'admission'>>,
  identity: LocalIdentity,
  { resource, namespace, subresource }: Pick<Operation, 'resource' | 'namespace' | 'subresource'>,
): Operation {
  const below = subresource === undefined ? undefined : resource.subresources.get(subresource)?.strategy;
  return {
    resource,
    strategy: below ?? resource.strategy,
    subresource,
    namespace,
    ...identity,
    warn: () => {},
    ids,
    now,
    ...(guard && { guard }),
    ...(policies && { policies }),
    ...(admission?.updates && { updates: admission.updates }),
    dryRun: false,
  };
}
