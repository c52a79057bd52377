import { formatApiVersion, type GroupVersionResource, type KubeObject } from '@banyan/api';
import type { ApiServer, ObjectStore, ServedResource } from '@banyan/apiserver';
import { tableOf, type ObjectEvent } from './cluster-objects.ts';
import type { Resource } from './resources.ts';

/** A kind as the cluster serves it now. Custom ones come and go. */
export interface ServedKind extends Resource<KubeObject> {
  readonly namespaced: boolean;
  readonly isDeletable: boolean;
}

/** For those who deal with objects of every kind. */
export class ServedKinds {
  readonly #store: ObjectStore;
  readonly #resources: ApiServer['resources'];
  /** Found before: the catalogue has no such ways in. What is no longer served is looked for again. */
  readonly #found = new Map<string, GroupVersionResource>();

  constructor(store: ObjectStore, resources: ApiServer['resources']) {
    this.#store = store;
    this.#resources = resources;
  }

  /** Where there are objects, or were. */
  tables(): readonly string[] {
    return this.#store.tableNames();
  }

  /** The kind whose objects are kept in this table; undefined if it is not served. */
  inTable(table: string): ServedKind | undefined {
    return this.#find(table, (one) => tableOf(one) === table);
  }

  /** As owner references name it. */
  named({ apiVersion, kind }: { apiVersion: string; kind: string }): ServedKind | undefined {
    return this.#find(
      `${apiVersion} ${kind}`,
      (one) => one.kind === kind && formatApiVersion(one) === apiVersion,
    );
  }

  /** Calls it for every event of every table, those to come too. It must not throw. */
  listen(listener: (table: string, event: ObjectEvent<KubeObject>) => void): void {
    this.#store.listen((table, { type, current, previous }) =>
      listener(table, { type, object: current.object, old: previous?.object }),
    );
  }

  #find(key: string, isIt: (one: ServedResource) => boolean): ServedKind | undefined {
    const before = this.#found.get(key);
    let resource = before && this.#resources.find(before);
    if (resource === undefined) {
      resource = this.#resources.all().find((one) => one.verbs.includes('get') && isIt(one));
      if (resource === undefined) return undefined;
      const { group, version } = resource;
      this.#found.set(key, { group, version, resource: resource.resource });
    }
    const { group, version, kind, namespaced, verbs } = resource;
    return {
      group,
      version,
      resource: resource.resource,
      kind,
      namespaced,
      isDeletable: verbs.includes('delete'),
    };
  }
}
