import {
  formatApiVersion,
  type GroupVersionResource,
  type KubeObject,
  type OwnerReference,
} from '@banyan/api';
import { ApiError, type LocalClient, type ObjectStore } from '@banyan/apiserver';
import { ObjectIndex } from './object-index.ts';
import type { Resource } from './resources.ts';

export interface ObjectKey {
  readonly namespace?: string | undefined;
  readonly name: string;
}

/** What happened to one object. `object` is the new version; of a deleted one, the last. */
export interface ObjectEvent<T extends KubeObject> {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly object: Readonly<T>;
  readonly old: Readonly<T> | undefined;
}

/**
 * The objects of one cluster as its own controllers see them. Reads come at once, from the server's memory, and show
 * every write that has returned: no caches, no expectations. What is read is not to be changed.
 */
export class ClusterObjects {
  readonly #store: ObjectStore;
  readonly #client: LocalClient;
  readonly #indexes: Map<string, ObjectIndex<KubeObject>>;

  private constructor(
    store: ObjectStore,
    client: LocalClient,
    indexes: Map<string, ObjectIndex<KubeObject>>,
  ) {
    this.#store = store;
    this.#client = client;
    this.#indexes = indexes;
  }

  /** As many views as there are programs: they differ in whose name they write in. */
  static views<Program extends string>(
    store: ObjectStore,
    clientOf: (program: Program) => LocalClient,
  ): (program: Program) => ClusterObjects {
    const indexes = new Map<string, ObjectIndex<KubeObject>>();
    return (program) => new ClusterObjects(store, clientOf(program), indexes);
  }

  get<T extends KubeObject>(of: Resource<T>, key: ObjectKey): Readonly<T> | undefined {
    return this.#store.table(tableOf(of)).get(textOf(key))?.object as Readonly<T> | undefined;
  }

  /** All of a namespace, or of the cluster, in the order of their names. To be read without waiting in between. */
  *list<T extends KubeObject>(of: Resource<T>, namespace?: string): Generator<Readonly<T>> {
    const prefix = namespace === undefined ? '' : `${namespace}/`;
    for (const { object } of this.#store.table(tableOf(of)).scan(prefix)) yield object as Readonly<T>;
  }

  /** Those whose controller has this uid. */
  controlledBy<T extends KubeObject>(of: Resource<T>, uid: string | undefined): Readonly<T>[] {
    return uid === undefined ? [] : this.indexed(of, 'controller', controllersOf).get(uid);
  }

  /** An index of its own, kept as objects come and go. The same name always means the same index. */
  indexed<T extends KubeObject>(
    of: Resource<T>,
    name: string,
    keysOf: (object: Readonly<T>) => readonly string[],
  ): ObjectIndex<T> {
    const key = `${tableOf(of)}/${name}`;
    let index = this.#indexes.get(key) as ObjectIndex<T> | undefined;
    if (index === undefined) {
      index = new ObjectIndex(keysOf);
      for (const object of this.list(of)) index.add(object);
      this.#indexes.set(key, index as unknown as ObjectIndex<KubeObject>);
      const own = index;
      this.listen(of, ({ type, object, old }) => {
        if (old !== undefined) own.remove(old);
        if (type !== 'DELETED') own.add(object);
      });
    }
    return index;
  }

  /** Calls it for every event from now on, in order; it must not throw. Returns what takes it back. */
  listen<T extends KubeObject>(of: Resource<T>, listener: (event: ObjectEvent<T>) => void): () => void {
    return this.#store.table(tableOf(of)).listen(({ type, current, previous }) =>
      listener({
        type,
        object: current.object as Readonly<T>,
        old: previous?.object as Readonly<T> | undefined,
      }),
    );
  }

  async create<T extends KubeObject>(
    of: Resource<T>,
    draft: Omit<T, 'apiVersion' | 'kind'>,
  ): Promise<Readonly<T>> {
    const object = { apiVersion: formatApiVersion(of), kind: of.kind, ...draft } as unknown as T;
    return (await this.#client.create(of, object)) as Readonly<T>;
  }

  /** The same, but one that is there already is not an error. */
  async ensure<T extends KubeObject>(of: Resource<T>, draft: Omit<T, 'apiVersion' | 'kind'>): Promise<void> {
    await this.create(of, draft).catch(ignoring('AlreadyExists'));
  }

  /** Changes the newest version, with nothing in between; writes only what differs. Undefined: it is gone. */
  async update<T extends KubeObject>(
    of: Resource<T>,
    key: ObjectKey,
    edit: (draft: T) => void,
  ): Promise<Readonly<T> | undefined> {
    return (await this.#client.update(of, storageKey(key), edit).catch(ignoring('NotFound'))) as
      | Readonly<T>
      | undefined;
  }

  /** The same through an endpoint below the object: `status`. */
  async updateBelow<T extends KubeObject>(
    of: Resource<T>,
    subresource: string,
    key: ObjectKey,
    edit: (draft: T) => void,
  ): Promise<void> {
    await this.#client.update({ ...of, subresource }, storageKey(key), edit).catch(ignoring('NotFound'));
  }

  async delete(of: GroupVersionResource, key: ObjectKey, options: DeleteOptions = {}): Promise<void> {
    await this.#client.delete(of, storageKey(key), options).catch(ignoring('NotFound', 'Conflict'));
  }

  /** Posts to an endpoint below an object: `binding`, `eviction`. */
  async post(of: GroupVersionResource, subresource: string, key: ObjectKey, body: KubeObject): Promise<void> {
    await this.#client.post({ ...of, subresource }, storageKey(key), body);
  }
}

export interface DeleteOptions {
  readonly gracePeriodSeconds?: number;
  readonly preconditions?: { readonly uid?: string };
  readonly propagationPolicy?: 'Foreground' | 'Background' | 'Orphan';
}

/** What this object's controller is, if it has one. */
export function controllerOf({ metadata }: Readonly<KubeObject>): OwnerReference | undefined {
  return metadata.ownerReferences?.find(({ controller }) => controller === true);
}

export function keyOf({ metadata: { namespace, name = '' } }: Readonly<KubeObject>): ObjectKey {
  return { namespace, name };
}

function controllersOf(object: Readonly<KubeObject>): readonly string[] {
  const controller = controllerOf(object);
  return controller === undefined ? [] : [controller.uid];
}

/** Where objects of a resource are kept, whatever its version. */
export function tableOf({ group, resource }: GroupVersionResource): string {
  return group === '' ? resource : `${resource}.${group}`;
}

function textOf({ namespace, name }: ObjectKey): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}

function storageKey({ namespace, name }: ObjectKey): { namespace: string | undefined; name: string } {
  return { namespace, name };
}

function ignoring(...reasons: string[]): (error: unknown) => undefined {
  return (error) => {
    if (error instanceof ApiError && reasons.includes(error.status.reason ?? '')) return undefined;
    throw error;
  };
}
