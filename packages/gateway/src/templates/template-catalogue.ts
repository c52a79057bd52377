import type { GroupVersionResource, KubeObject } from '@banyan/api';
import { plainResource, ResourceCatalogue, type ServedResource } from '@banyan/apiserver';
import type { ApiGroup } from '@banyan/kube';
import type { ManifestStorage } from './manifest-storage.ts';
import { shadowNames } from './parent-kinds.ts';
import { SHADOW_GROUP, SHADOW_VERSION, type NativePlace } from './template-paths.ts';
import { templateSources, type TemplateSource } from './template-sources.ts';

/** What the parent has at a moment. */
export interface ParentState {
  readonly groups: readonly ApiGroup[];
  /** Names of groups that other servers have. */
  readonly aggregated: ReadonlySet<string>;
  readonly definitions: readonly Readonly<KubeObject>[];
}

interface Entry {
  readonly signature: string;
  readonly source: TemplateSource;
  readonly storage: ManifestStorage;
  readonly served: readonly ServedResource[];
  readonly retire: AbortController;
}

const SHADOW_CATEGORY = 'clusternet.shadow';
/**
 * Not `delete`, which works all the same: with it the parent's garbage collector would watch every resource of the group,
 * and a namespace of the hub could not end while there are templates for a namespace of that name.
 */
const SHOWN_VERBS = ['create', 'get', 'list', 'patch', 'update', 'watch'] as const;

/** What there may be templates of: natively, and as the shadow group shows it. Follows the parent. */
export class TemplateCatalogue {
  /** By their own groups. */
  readonly native = new ResourceCatalogue();
  readonly #shadow: ResourceCatalogue;
  readonly #makeStorage: (source: TemplateSource, isShared: () => boolean) => ManifestStorage;
  #entries = new Map<string, Entry>();
  #places = new Map<string, NativePlace>();
  /** What each is called in the shadow group. */
  #names = new Map<string, string>();
  #shared: ReadonlySet<string> = new Set();

  /** `shadow` is where the shadow group is shown beside others. */
  constructor(
    shadow: ResourceCatalogue,
    makeStorage: (source: TemplateSource, isShared: () => boolean) => ManifestStorage,
  ) {
    this.#shadow = shadow;
    this.#makeStorage = makeStorage;
  }

  /** Where a plural of the shadow group leads. */
  placeOf(shadowName: string): NativePlace | undefined {
    return this.#places.get(shadowName);
  }

  /** All plurals of the shadow group. */
  shadowNames(): Iterable<string> {
    return this.#places.keys();
  }

  /** What RBAC knows a resource by: rights to templates are rights in the shadow group. */
  shadowNameOf(of: { readonly group: string; readonly resource: string }): string {
    return this.#names.get(keyOf(of)) ?? of.resource;
  }

  storageOf(of: { readonly group: string; readonly resource: string }): ManifestStorage | undefined {
    return this.#entries.get(keyOf(of))?.storage;
  }

  /** What has not changed stays, with its watches. Nothing here waits. */
  update(state: ParentState): void {
    const sources = templateSources(state);
    const entries = new Map(sources.map((source) => [keyOf(source.kind), this.#entryOf(source)]));
    for (const entry of entries.values()) for (const one of entry.served) this.native.add(one);
    for (const [key, old] of this.#entries) {
      const next = entries.get(key);
      if (next === old) continue;
      const isKept = ({ version }: ServedResource) => next?.served.some((one) => one.version === version);
      for (const one of old.served) if (isKept(one) !== true) this.native.remove(one);
      old.retire.abort();
    }
    this.#entries = entries;
    this.#showShadow([...entries.values()]);
  }

  #entryOf(source: TemplateSource): Entry {
    const known = this.#entries.get(keyOf(source.kind));
    if (known?.signature === source.signature) return known;
    const retire = new AbortController();
    const storage = this.#makeStorage(source, () => this.#shared.has(source.kind.resource));
    const served = source.resources(storage, retire.signal);
    return { signature: source.signature, source, storage, served, retire };
  }

  #showShadow(entries: readonly Entry[]): void {
    const { names, shared } = shadowNames(entries.map(({ source }) => source.kind));
    const places = new Map<string, NativePlace>();
    for (const [at, { source, served }] of entries.entries()) {
      const [preferred] = served;
      const name = names[at];
      if (preferred === undefined || name === undefined) continue;
      places.set(name, source.kind);
      const shown = this.#shadow.find(shadowOf(name));
      if (shown === undefined || !isShownAs(shown, preferred))
        this.#shadow.add(shadowResource(preferred, name));
    }
    for (const name of this.#places.keys()) if (!places.has(name)) this.#shadow.remove(shadowOf(name));
    this.#places = places;
    this.#names = new Map([...places].map(([name, place]) => [keyOf(place), name]));
    this.#shared = shared;
  }
}

function keyOf({ group, resource }: { readonly group: string; readonly resource: string }): string {
  return `${resource}.${group}`;
}

function shadowOf(resource: string): GroupVersionResource {
  return { group: SHADOW_GROUP, version: SHADOW_VERSION, resource };
}

function isShownAs(shown: ServedResource, { kind, namespaced, subresources }: ServedResource): boolean {
  return (
    shown.kind === kind && shown.namespaced === namespaced && shown.subresources.size === subresources.size
  );
}

/** For discovery alone: requests are answered natively. Short names would be the hub's own a second time. */
function shadowResource(
  { kind, singular, namespaced, storage, subresources }: ServedResource,
  resource: string,
): ServedResource {
  return plainResource({
    ...shadowOf(resource),
    kind,
    singular,
    namespaced,
    storage,
    categories: [SHADOW_CATEGORY],
    verbs: SHOWN_VERBS,
    subresources: [...subresources.values()],
  });
}
