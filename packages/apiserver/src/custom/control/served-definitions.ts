import { isDeepStrictEqual } from 'node:util';
import { qualified } from '../../errors/api-error.ts';
import type { ResourceCatalogue } from '../../registry/resource-catalogue.ts';
import type { ServedResource } from '../../registry/served-resource.ts';
import { StoreStorage } from '../../registry/store-storage.ts';
import type { ObjectStore } from '../../storage/object-store.ts';
import { isTrue } from '../definitions/definition-conditions.ts';
import { DEFINITIONS, type Definition } from '../definitions/definition.ts';
import { customResources } from '../serving/custom-resource.ts';

interface Serving {
  definition: Readonly<Definition>;
  readonly served: readonly ServedResource[];
  readonly stored: ServedResource | undefined;
  readonly retire: AbortController;
}

/** Keeps what is served in step with the definitions. Nothing here waits: a request sees either the old or the new. */
export class ServedDefinitions {
  readonly #store: ObjectStore;
  readonly #resources: ResourceCatalogue;
  readonly #serving = new Map<string, Serving>();

  constructor(store: ObjectStore, resources: ResourceCatalogue) {
    this.#store = store;
    this.#resources = resources;
  }

  /** Serves a definition as it is now, or no longer. Watches end if its objects look different from now on. */
  update(definition: Readonly<Definition>): void {
    const name = definition.metadata.name ?? '';
    const serving = this.#serving.get(name);
    if (serving !== undefined && isServedAlike(serving.definition, definition)) {
      serving.definition = definition;
      return;
    }
    const isReady = isTrue(definition, 'NamesAccepted') || isTrue(definition, 'Established');
    if (!isReady || this.isBuiltIn(definition)) this.#replace(name, undefined);
    else this.#replace(name, this.#serve(definition));
  }

  remove(name: string): void {
    this.#replace(name, undefined);
  }

  /** The resource in the version in which objects are kept, served or not. */
  storedAs(name: string): ServedResource | undefined {
    return this.#serving.get(name)?.stored;
  }

  /** Definitions cannot take the place of what is built in, nor of themselves. */
  isBuiltIn({ spec }: Readonly<Definition>): boolean {
    const { group, names } = spec;
    return this.#resources
      .all()
      .some((one) => one.custom === undefined && one.group === group && one.resource === names.plural);
  }

  #serve(definition: Readonly<Definition>): Serving {
    const retire = new AbortController();
    const { group } = definition.spec;
    const kept = new StoreStorage(
      this.#store,
      qualified({ group, resource: definition.status.acceptedNames.plural }),
    );
    const current = () => serving.definition;
    const resources = customResources(definition, { kept, retired: retire.signal, current });
    const serving: Serving = { definition, retire, ...resources };
    return serving;
  }

  /** What stays is never away in between. */
  #replace(name: string, next: Serving | undefined): void {
    const old = this.#serving.get(name);
    if (next === undefined) this.#serving.delete(name);
    else this.#serving.set(name, next);
    for (const resource of next?.served ?? []) this.#resources.add(resource);
    const isKept = ({ version }: ServedResource) => next?.served.some((one) => one.version === version);
    for (const resource of old?.served ?? []) if (!isKept(resource)) this.#resources.remove(resource);
    old?.retire.abort();
  }
}

function isServedAlike(one: Readonly<Definition>, other: Readonly<Definition>): boolean {
  return (
    one.metadata.uid === other.metadata.uid &&
    isDeepStrictEqual(one.spec, other.spec) &&
    isDeepStrictEqual(one.status.acceptedNames, other.status.acceptedNames)
  );
}

/** Where definitions themselves are kept. */
export const DEFINITIONS_TABLE = qualified(DEFINITIONS);
