import { parseApiVersion, type KubeObject } from '@banyan/api';
import type { JsonObject } from '@banyan/patch';
import { normaliseObject } from '../decoding/normalise-object.ts';
import { ApiError } from '../errors/api-error.ts';
import { LocalClient, localOperation, type LocalIdentity } from '../local/local-client.ts';
import { ADMITS_ALL } from '../serving/api-context.ts';
import { copyJson } from './copy-json.ts';
import { createAlike } from './create-object.ts';
import { deleteObject } from './delete-object.ts';
import { applyConfiguration } from './managed-fields.ts';
import type { IdSource, Operation } from './operation.ts';
import type { ResourceCatalogue } from './resource-catalogue.ts';
import type { StorageKey } from './resource-storage.ts';
import type { ServedResource } from './served-resource.ts';
import { updateObject } from './update-object.ts';

export interface ServerWritesContext {
  readonly resources: ResourceCatalogue;
  readonly ids: IdSource;
  readonly now: () => Date;
}

/** A kind in a version. */
export interface KindName {
  readonly apiVersion: string;
  readonly kind: string;
}

/** In whose name the server writes. */
const SERVER: LocalIdentity = {
  user: { name: 'system:apiserver', groups: ['system:masters'], extra: {} },
  fieldManager: 'kube-apiserver',
};

/** What became of a template when it was first created in this process. */
const CREATED = new WeakMap<Readonly<KubeObject>, Readonly<KubeObject>>();

/** Writes of the server itself: by the same rules as any client's, with nobody to ask whether it may. */
export class ServerWrites {
  readonly #context: ServerWritesContext;
  readonly #client: LocalClient;

  constructor(context: ServerWritesContext) {
    this.#context = context;
    this.#client = new LocalClient({ ...context, admission: ADMITS_ALL }, SERVER);
  }

  /** Creates it, unless there is one of this name or its kind is not served. */
  async ensure(draft: KubeObject): Promise<void> {
    const resource = this.#servedAs(draft);
    if (resource === undefined) return;
    const { namespace, name = '' } = draft.metadata;
    if ((await resource.storage.get({ namespace, name })) !== undefined) return;
    await this.#client.create(resource, draft).catch(ignoring(409));
  }

  /** The same of what many servers in one process begin with: worked out once. The template is not changed. */
  async ensureShared(template: Readonly<KubeObject>): Promise<void> {
    const resource = this.#servedAs(template);
    if (resource === undefined) return;
    const { namespace, name = '' } = template.metadata;
    if ((await resource.storage.get({ namespace, name })) !== undefined) return;
    const created = CREATED.get(template);
    if (created !== undefined) return createAlike(this.#operation(resource, namespace), created);
    const first = await this.#client.create(resource, copyJson(template) as KubeObject).catch(ignoring(409));
    if (first !== undefined) CREATED.set(template, first);
  }

  /**
   * Lets `edit` change a copy of the newest version; nothing is written if it changes nothing. `subresource`: through
   * that endpoint. Of what is not there, nothing happens.
   */
  async change(
    of: KindName & StorageKey & { readonly subresource?: string },
    edit: (draft: KubeObject) => void,
  ): Promise<void> {
    const resource = this.#servedAs(of);
    if (resource === undefined) return;
    const { group, version, resource: plural } = resource;
    const { subresource, namespace, name } = of;
    const endpoint = { group, version, resource: plural, ...(subresource !== undefined && { subresource }) };
    await this.#client.update(endpoint, { namespace, name }, edit).catch(ignoring(404));
  }

  /** Server-side apply by force. Of what is not there, nothing happens. */
  async apply(configuration: KubeObject, fieldManager: string): Promise<void> {
    const resource = this.#servedAs(configuration);
    if (resource === undefined) return;
    const { namespace, name = '' } = configuration.metadata;
    const operation = { ...this.#operation(resource, namespace), fieldManager };
    const applied = configuration as unknown as JsonObject;
    const next = (live: Readonly<KubeObject> | undefined): KubeObject => {
      const { group, version, kind } = resource;
      const merged = applyConfiguration(operation, live, { applied, force: true });
      return normaliseObject(merged, { group, version, kind }).object;
    };
    await updateObject(operation, { name }, next).catch(ignoring(404));
  }

  /** Of what is not there, nothing happens. */
  async remove(of: KindName & StorageKey): Promise<void> {
    const resource = this.#servedAs(of);
    if (resource !== undefined) await this.removeFrom(resource, of);
  }

  /** The same of a resource that need not be served under its kind. */
  async removeFrom(resource: ServedResource, { namespace, name }: StorageKey): Promise<void> {
    await deleteObject(this.#operation(resource, namespace), name, {}).catch(ignoring(404));
  }

  #servedAs({ apiVersion, kind }: KindName): ServedResource | undefined {
    const { group, version } = parseApiVersion(apiVersion);
    return this.#context.resources
      .all()
      .find((one) => one.group === group && one.version === version && one.kind === kind);
  }

  #operation(resource: ServedResource, namespace: string | undefined): Operation {
    return localOperation(this.#context, SERVER, { resource, namespace, subresource: undefined });
  }
}

function ignoring(code: number): (error: unknown) => undefined {
  return (error) => {
    if (!(error instanceof ApiError) || error.code !== code) throw error;
    return undefined;
  };
}
